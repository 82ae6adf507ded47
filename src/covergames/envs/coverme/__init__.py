"""Cover Me for environments: actions as numbers, observations as bytes."""

from covergames.coverme import NAME, Options
from covergames.envs.coverme.actions import ACTIONS, NAMES, STAY, action_ids, action_of, legal_mask
from covergames.envs.coverme.agent import PolicyBot, examples
from covergames.envs.coverme.features import FEATURES, LOCATIONS, observe
from covergames.envs.coverme.pictures import picture, text
from covergames.envs.coverme.tables import KERNEL_PLAYERS, new_table
from covergames.envs.coverme.vector import VectorCoverMe, new_vector
from covergames.envs.table import EnvGame

GAME = EnvGame(
    name=NAME,
    features=FEATURES,
    actions=ACTIONS,
    score_sign=1,
    new_table=new_table,
    options=Options,
    examples=examples,
    text=text,
    picture=picture,
    new_vector=new_vector,
)

__all__ = [
    "ACTIONS",
    "FEATURES",
    "GAME",
    "KERNEL_PLAYERS",
    "LOCATIONS",
    "NAMES",
    "STAY",
    "PolicyBot",
    "VectorCoverMe",
    "action_ids",
    "action_of",
    "legal_mask",
    "observe",
]
