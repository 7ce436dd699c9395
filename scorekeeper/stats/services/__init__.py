"""Everything that changes statistics: working off marks, rebuilding, comparing."""

from scorekeeper.stats.services.rebuilding import Difference, differences, rebuild
from scorekeeper.stats.services.recomputing import pending_groups, recompute

__all__ = ["Difference", "differences", "pending_groups", "rebuild", "recompute"]
