"""Cover Up for environments: actions as numbers, observations as bytes, a clock in steps."""

from covergames.coverup import NAME, Options
from covergames.envs.coverup.actions import ACTIONS, WAIT, action_id, action_of, legal_mask, name_of
from covergames.envs.coverup.features import FEATURES, STEP_MILLISECONDS, examples, observe
from covergames.envs.coverup.pictures import picture, text
from covergames.envs.coverup.tables import RulesTable
from covergames.envs.table import EnvGame

GAME = EnvGame(
    name=NAME,
    features=FEATURES,
    actions=ACTIONS,
    score_sign=-1,
    new_table=RulesTable,
    options=Options,
    examples=examples,
    text=text,
    picture=picture,
)

__all__ = [
    "ACTIONS",
    "FEATURES",
    "GAME",
    "STEP_MILLISECONDS",
    "WAIT",
    "action_id",
    "action_of",
    "legal_mask",
    "name_of",
    "observe",
]
