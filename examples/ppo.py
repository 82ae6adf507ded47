"""Learn Cover Me from nothing: masked PPO with a small network, against players of the kernel.

    pip install 'covergames[envs,train]'
    python examples/ppo.py --minutes 60 --seed 1 --out ppo-1

The folder gets `weights.pt` and `curve.csv`. The learner is then a bot like any other, and plays on duplicate deals:

    PPO_WEIGHTS=ppo-1/weights.pt covergames tournament cover-me --players 4 --games 400 --bots examples/ppo.py:Learner,trend
"""

from __future__ import annotations

import argparse
import csv
import os
import random
import time
from pathlib import Path
from typing import Any, TypeAlias

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # more threads would only wait for each other

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from covergames.coverme import Clothes, Hair, Length, Pattern
from covergames.coverme.cards import CLOTHES, HAIR, LENGTH, PATTERN, PRESTIGE
from covergames.envs import make_vec
from covergames.envs.coverme import ACTIONS, FEATURES, PolicyBot
from covergames.envs.feature import Bytes, Mask
from covergames.kernel import _knowledge as place

Array: TypeAlias = npt.NDArray[Any]

GAMES = 512
"""Games at the same time, half of them against each kind of opponent."""
OPPONENTS = ("kernel-plan", "kernel-trend")
STEPS = 48
"""Decisions of each game between two updates."""
EPOCHS = 3
MINIBATCH = 4096
LEARNING_RATE = 7e-4
DISCOUNT = 0.995
SMOOTHING = 0.95
"""Of the advantages (GAE)."""
CLIP = 0.2
ENTROPY = 0.01
POINT = 0.1
"""What a point more than the rivals' average is worth; the win is worth 1."""

AT = {feature.name: feature.place for feature in FEATURES}
SHOWN = (*Hair, *Length, *Pattern, *Clothes)
"""In the order of the features `tracks` and `trends`."""
SHOWS = np.zeros((ACTIONS + 1, len(SHOWN)), np.float32)
"""What each card shows; the other actions, and the last line, show nothing."""
WORTH = np.zeros(ACTIONS + 1, np.float32)
for card, each in enumerate(zip(HAIR, LENGTH, PATTERN, CLOTHES, strict=True)):
    SHOWS[card, [SHOWN.index(shown) for shown in each]] = 1
    WORTH[card] = PRESTIGE[card] / 5
CARDS = len(PRESTIGE)
HAIRS = SHOWS[:CARDS, :3].argmax(1)
KINDS = 9
"""Card, four sources, stay, two votes, and whether the card was the first of two."""
TABLE_SIZE = 7 + 4 + 4 + 7 * len(SHOWN) + 16
CHOICE_SIZE = 6 * len(SHOWN) + 2 + KINDS


PLACES = [
    [place.IN_HAND],
    [*range(place.IN_HAND + 1, place.IN_HAND + 5)],
    [place.UNSEEN],
    [place.OPEN_TOP],
    [*range(place.COVER, place.COVER + 3)],
]
"""Own hand, what is known of other hands, unseen, the tops of the open piles, own covers: as codes of cards."""
IS_THERE = np.zeros((len(PLACES), 256), np.float32)
for number, codes in enumerate(PLACES):
    IS_THERE[number, codes] = 1


def shown_at(seen: Bytes) -> Array:
    """Return for each table and each of `PLACES` how many cards there show what."""
    cards = seen[:, AT["cards"]]
    return np.stack([there[cards] @ SHOWS[:CARDS] / 5 for there in IS_THERE], 1)


def table_features(seen: Bytes, counts: Array) -> Array:
    """Return what the network knows of each table: counts of what cards show, wherever they are, and where the game is."""
    numbers: list[Array] = [
        seen[:, AT["prestige"]] / 20,
        seen[:, AT["hands"]] / 10,
        seen[:, AT["year"]] / 3,
        seen[:, AT["influence_row"]] / 5,
        seen[:, AT["next_clothes"]] / 6,
        seen[:, AT["start"]] / 5,
        seen[:, AT["due"]],
        np.ones((len(seen), 1)),
    ]
    one_hot: list[Array] = [
        np.eye(size)[seen[:, AT[name].start]] for name, size in (("decision", 7), ("season", 4), ("month", 4))
    ]
    features: list[Array] = [
        *one_hot,
        counts.reshape(len(seen), -1),
        seen[:, AT["tracks"]] / 5,
        seen[:, AT["trends"]],
        *numbers,
    ]
    return np.concatenate(features, 1).astype(np.float32)


def choice_features(seen: Bytes, masks: Mask, counts: Array) -> tuple[Array, Array, Array]:
    """Return the tables and the actions of all legal choices, and what the network knows of each."""
    rows, actions = np.nonzero(masks)
    codes = seen[:, AT["cards"]]
    tops = np.full((len(seen), 4), ACTIONS)
    tables, cards = np.nonzero(codes == place.OPEN_TOP)
    tops[tables, HAIRS[cards]] = cards
    is_source = (actions >= CARDS) & (actions < CARDS + 4)
    about = actions.copy()
    about[is_source] = tops[rows[is_source], actions[is_source] - CARDS]
    shows = SHOWS[about]
    kinds = np.zeros((len(rows), KINDS), np.float32)
    kinds[np.arange(len(rows)), np.maximum(0, actions - CARDS + 1)] = 1
    own, known, _, _, mine = counts.swapaxes(0, 1)
    tracks = seen[:, AT["tracks"]].astype(np.float32) / 5
    features = [
        shows,
        shows * tracks[rows],
        shows * seen[:, AT["trends"]][rows],
        shows * own[rows],
        shows * known[rows],
        shows * mine[rows],
        WORTH[about, None],
        (shows * tracks[rows]).sum(1, keepdims=True),
        kinds,
    ]
    return rows, actions, np.concatenate(features, 1).astype(np.float32)


class Network(nn.Module):
    """Rates each legal choice from what it is about and from the table, and the table by itself."""

    def __init__(self, width: int = 128) -> None:
        super().__init__()
        self.table = nn.Linear(TABLE_SIZE, width)
        self.choice = nn.Linear(CHOICE_SIZE, width)
        self.rating = nn.Sequential(nn.ReLU(), nn.Linear(width, 64), nn.ReLU(), nn.Linear(64, 1))
        self.value = nn.Sequential(
            nn.Linear(TABLE_SIZE, width), nn.ReLU(), nn.Linear(width, 64), nn.ReLU(), nn.Linear(64, 1)
        )

    def forward(self, seen: Bytes, masks: Mask, counts: Array) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the logits of all actions, illegal ones at minus a billion, and the values of the tables."""
        tables = torch.from_numpy(table_features(seen, counts))
        rows, actions, choices = choice_features(seen, masks, counts)
        where = torch.from_numpy(rows)
        rated = self.rating(self.table(tables)[where] + self.choice(torch.from_numpy(choices)))
        logits = torch.full((len(seen), ACTIONS), -1e9)
        logits = logits.index_put((where, torch.from_numpy(actions)), rated[:, 0])
        return logits, self.value(tables)[:, 0]


class Collector:
    """Plays, and gathers what an update needs."""

    def __init__(self, seed: int) -> None:
        self.envs = [
            make_vec(
                "cover-me",
                games=GAMES // len(OPPONENTS),
                players=4,
                opponents=[None, name, name, name],
                reward="progress",
                seed=f"{seed} {name}",
            )
            for name in OPPONENTS
        ]
        self.wins: dict[str, list[float]] = {name: [] for name in OPPONENTS}
        """The share of the win in each finished game, by opponent."""

    def collect(self, network: Network) -> dict[str, Array]:
        """Play `STEPS` decisions in every game."""
        names = ("seen", "masks", "counts", "actions", "logs", "values", "rewards", "ends")
        kept: dict[str, list[Array]] = {name: [] for name in names}
        for _ in range(STEPS):
            seen = np.concatenate([env.observations for env in self.envs])
            masks = np.concatenate([env.masks for env in self.envs])
            counts = shown_at(seen)
            with torch.no_grad():
                logits, values = network(seen, masks, counts)
                chosen = torch.distributions.Categorical(logits=logits)
                actions = chosen.sample()
                logs = chosen.log_prob(actions)
            rewards, ends = self.step(actions.numpy())
            for name, array in (
                ("seen", seen),
                ("masks", masks),
                ("counts", counts),
                ("actions", actions.numpy()),
                ("logs", logs.numpy()),
                ("values", values.numpy()),
                ("rewards", rewards),
                ("ends", ends),
            ):
                kept[name].append(array)
        with torch.no_grad():
            seen = np.concatenate([env.observations for env in self.envs])
            masks = np.concatenate([env.masks for env in self.envs])
            kept["values"].append(network(seen, masks, shown_at(seen))[1].numpy())
        return {name: np.stack(arrays) for name, arrays in kept.items()}

    def step(self, actions: Array) -> tuple[Array, Array]:
        """Carry out the learner's actions; return the rewards and which games are over."""
        rewards, ends = [], []
        size = GAMES // len(OPPONENTS)
        for number, (name, env) in enumerate(zip(OPPONENTS, self.envs, strict=True)):
            _, gained, terminated, _, _ = env.step(actions[number * size : (number + 1) * size])
            reward = POINT * (gained[:, 0] - gained[:, 1:].mean(1))
            finals = env.scores[terminated]
            winners = finals == finals.max(1, initial=0, keepdims=True)
            shares = winners[:, 0] / np.maximum(1, winners.sum(1))
            reward[terminated] += shares - 1 / 4
            self.wins[name] += shares.tolist()
            rewards.append(reward)
            ends.append(terminated.copy())
        return np.concatenate(rewards), np.concatenate(ends)


def advantages_of(kept: dict[str, Array]) -> Array:
    """Return how much better each decision turned out than the value said (GAE)."""
    advantages = np.zeros((STEPS, GAMES), np.float32)
    later = np.zeros(GAMES, np.float32)
    for step in reversed(range(STEPS)):
        goes_on = 1 - kept["ends"][step]
        surprise = kept["rewards"][step] + DISCOUNT * goes_on * kept["values"][step + 1] - kept["values"][step]
        later = surprise + DISCOUNT * SMOOTHING * goes_on * later
        advantages[step] = later
    return advantages


def update(network: Network, optimizer: torch.optim.Optimizer, kept: dict[str, Array]) -> None:
    """Improve the network by what was gathered: clipped PPO."""
    advantages = advantages_of(kept).ravel()
    returns = torch.from_numpy(advantages + kept["values"][:-1].ravel())
    scaled = torch.from_numpy((advantages - advantages.mean()) / (advantages.std() + 1e-6))
    flat = {
        name: kept[name].reshape(STEPS * GAMES, *kept[name].shape[2:])
        for name in ("seen", "masks", "counts", "actions", "logs")
    }
    actions, logs = torch.from_numpy(flat["actions"]), torch.from_numpy(flat["logs"])
    for _ in range(EPOCHS):
        for part in np.array_split(np.random.permutation(STEPS * GAMES), STEPS * GAMES // MINIBATCH):
            logits, values = network(flat["seen"][part], flat["masks"][part], flat["counts"][part])
            chosen = torch.distributions.Categorical(logits=logits)
            ratio = (chosen.log_prob(actions[part]) - logs[part]).exp()
            gain = torch.min(ratio * scaled[part], ratio.clamp(1 - CLIP, 1 + CLIP) * scaled[part]).mean()
            loss = (values - returns[part]).square().mean() - gain - ENTROPY * chosen.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def train(*, minutes: float, seed: int, folder: Path) -> None:
    """Learn for so many minutes of processor time, and write weights and curve every 20 updates."""
    torch.manual_seed(seed)
    np.random.seed(seed)
    torch.set_num_threads(1)
    folder.mkdir(parents=True, exist_ok=True)
    network, collector = Network(), Collector(seed)
    optimizer = torch.optim.Adam(network.parameters(), LEARNING_RATE, eps=1e-5)
    start = time.process_time()
    with (folder / "curve.csv").open("w", newline="") as file:
        curve = csv.writer(file)
        curve.writerow(["minutes", "decisions", *OPPONENTS])
        number = 0
        while (spent := (time.process_time() - start) / 60) < minutes:
            optimizer.param_groups[0]["lr"] = LEARNING_RATE * max(0.05, 1 - spent / minutes)
            update(network, optimizer, collector.collect(network))
            number += 1
            if number % 20 == 0:
                shares = [f"{np.mean(collector.wins[name] or [0]):.4f}" for name in OPPONENTS]
                curve.writerow([f"{spent:.2f}", number * STEPS * GAMES, *shares])
                file.flush()
                print(f"{spent:6.1f} min, {number * STEPS * GAMES:,} decisions, share of wins: {shares}", flush=True)
                for wins in collector.wins.values():
                    wins.clear()
                torch.save(network.state_dict(), folder / "weights.pt")
    torch.save(network.state_dict(), folder / "weights.pt")


class Learner(PolicyBot):
    """The learner as a bot, with the weights of the file that the environment variable `PPO_WEIGHTS` names."""

    def __init__(self, chance: random.Random) -> None:  # noqa: ARG002 - it decides without chance
        torch.set_num_threads(1)
        self._network = Network()
        self._network.load_state_dict(torch.load(os.environ["PPO_WEIGHTS"], weights_only=True))
        super().__init__(self._best)

    def _best(self, observation: Bytes, mask: Mask) -> int:
        with torch.no_grad():
            logits, _ = self._network(observation[None], mask[None], shown_at(observation[None]))
        return int(logits[0].argmax())


def main() -> None:
    """Learn as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60, help="how long to learn, in minutes of processor time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("ppo"), help="a folder for the weights and the curve")
    given = parser.parse_args()
    train(minutes=given.minutes, seed=given.seed, folder=given.out)


if __name__ == "__main__":
    main()
