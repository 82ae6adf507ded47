"""The coach: what luck and what decisions made of a finished game.

>>> from covergames.analysis import NotAnalysable, analyse
>>> from covergames.record import Record
>>> analyse(Record(format="covergames/1", game="cover-me", players=["Ada", "Bo"], options={}, start=0, events=[]))
Traceback (most recent call last):
    ...
covergames.record.RecordError: event 0: the record stops in the middle of a move
"""

from covergames.analysis.analysis import (
    Analysis,
    GameAnalysis,
    NotAnalysable,
    Progress,
    Sheet,
    analyse,
    analysis_of,
    encode,
    no_progress,
    sheets,
    version_of,
)
from covergames.text import Say

__all__ = [
    "Analysis",
    "GameAnalysis",
    "NotAnalysable",
    "Progress",
    "Say",
    "Sheet",
    "analyse",
    "analysis_of",
    "encode",
    "no_progress",
    "sheets",
    "version_of",
]
