"""The rules of board games as code: score sheets that check every line, tables that know every move.

>>> import gamerules
>>> sorted(gamerules.games())[:2]
['anarchy-pancakes', 'pop-tarts']
"""

from gamerules.clauses import Clause, Clauses, Finding, Verdict
from gamerules.errors import Illegal, IllegalEntry, IllegalMove, Malformed, MalformedEntry, RulesError, UnknownGame
from gamerules.games import Game, Options, games, load
from gamerules.judging import judge, judge_move
from gamerules.records import Record, Replay, parse_json, parse_record, replay, result_of

__all__ = [
    "Clause", "Clauses", "Finding", "Game", "Illegal", "IllegalEntry", "IllegalMove", "Malformed", "MalformedEntry",
    "Options", "Record", "Replay", "RulesError", "UnknownGame", "Verdict", "games", "judge", "judge_move", "load",
    "parse_json", "parse_record", "replay", "result_of",
]  # fmt: skip
