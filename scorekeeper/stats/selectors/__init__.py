"""Reads of statistics. Each says how many queries it takes; none scans a group's history."""

from scorekeeper.stats.selectors.filters import FIGURES, MEETINGS, Filters
from scorekeeper.stats.selectors.freshness import Freshness, freshness_of
from scorekeeper.stats.selectors.games import (
    MonthCount,
    games_of,
    h_index,
    months_of,
    score_counts,
    seasons_of,
    title_of,
)
from scorekeeper.stats.selectors.pairs import Pair, favourite_of, nemesis_of, pairs_of
from scorekeeper.stats.selectors.ratings import Form, forms_of, rating_history
from scorekeeper.stats.selectors.records import HeldRecord, achievements_of, records_of
from scorekeeper.stats.selectors.results import plays_of, recent_plays, together
from scorekeeper.stats.selectors.standings import Standings, night_standings, season_standings
from scorekeeper.stats.selectors.tables import TABLES, ResultRows, table_of
from scorekeeper.stats.selectors.totals import Totals, as_points, totals_by

__all__ = [
    "FIGURES", "Filters", "Form", "Freshness", "HeldRecord", "MEETINGS", "MonthCount", "Pair",
    "ResultRows", "Standings", "TABLES", "Totals", "achievements_of", "as_points", "favourite_of", "forms_of",
    "freshness_of", "games_of", "h_index", "months_of", "nemesis_of", "night_standings", "pairs_of", "plays_of",
    "rating_history", "recent_plays", "records_of", "score_counts", "season_standings", "seasons_of", "table_of",
    "title_of", "together", "totals_by",
]  # fmt: skip
