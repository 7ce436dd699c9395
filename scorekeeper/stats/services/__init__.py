"""Everything that changes statistics: working off marks, rebuilding, comparing."""

from scorekeeper.stats.services.rebuilding import Difference, differences, drop, rebuild
from scorekeeper.stats.services.recomputing import pending_groups, recompute

__all__ = ["Difference", "differences", "drop", "pending_groups", "rebuild", "recompute"]
