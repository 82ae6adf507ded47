"""Learn Cover Me: masked PPO with a small network, from nothing against players of the kernel, or on against any bots.

    pip install 'covergames[envs,train]'
    python examples/ppo.py --minutes 20 --seed 1 --out ppo-1

The folder gets `weights.pt` and `curve.csv`. The learner is then a bot like any other, and plays on duplicate deals:

    PPO_WEIGHTS=ppo-1/weights.pt covergames tournament cover-me --players 4 --games 400 --bots examples/ppo.py:Learner,trend

It can go on learning, also against bots that are not of the kernel. These take much longer, so that several processes help:

    python examples/ppo.py --minutes 60 --weights ppo-1/weights.pt --against champion:8p --games 128 --processes 2 --out ppo-2
"""

from __future__ import annotations

import argparse
import csv
import os
import random
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeAlias

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # more threads would only wait for each other

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from covergames.coverme import Clothes, Hair, Length, Pattern
from covergames.coverme.cards import CLOTHES, HAIR, LENGTH, PATTERN, PRESTIGE
from covergames.envs import VectorEnv, make_vec, one_seat
from covergames.envs.coverme import FEATURES, PolicyBot
from covergames.envs.feature import Bytes, Mask
from covergames.kernel import _knowledge as place

Array: TypeAlias = npt.NDArray[Any]

GAMES = 512
"""Games at the same time, equally many against each kind of opponent."""
OPPONENTS = ("kernel-plan", "kernel-trend")
STEPS = 48
"""Decisions of each game between two updates."""
EPOCHS = 3
MINIBATCH = 2048
LEARNING_RATE = 1e-3
DISCOUNT = 0.995
SMOOTHING = 0.9
"""Of the advantages (GAE)."""
CLIP = 0.2
ENTROPY = 0.01
POINT = 0.1
"""What a point more than the rivals' average is worth; the win is worth 1."""

# --- what the network is given

AT = {feature.name: feature.place for feature in FEATURES}
CARDS = len(PRESTIGE)
NO_CARD = CARDS
SHOWN: tuple[object, ...] = (*Hair, *Length, *Pattern, *Clothes)
"""In the order of the features `tracks` and `trends`."""
NOTHING = len(SHOWN)
SHOWS = np.full((CARDS + 1, 4), NOTHING)
"""The numbers in `SHOWN` of what each card shows, by trait; `NO_CARD` shows nothing."""
WORTH = np.zeros(CARDS + 1, np.float32)
for card, each in enumerate(zip(HAIR, LENGTH, PATTERN, CLOTHES, strict=True)):
    SHOWS[card] = [SHOWN.index(shown) for shown in each]
    WORTH[card] = PRESTIGE[card] / 5
IS_SHOWN = np.eye(NOTHING + 1, dtype=np.float32)[SHOWS[:CARDS]].sum(1)
TRAITS = (range(3), range(3, 6), range(6, 9), range(9, 15))
COUNTING = np.array([[0, 1, 2, 3], [0, 1, 3, 2], [0, 1, 3, 2], [0, 1, 2, 3]])
"""By season: the three traits that have a track, and the one that has none."""
KINSHIP = np.zeros((2, CARDS + 1, CARDS + 1), np.int64)
"""On how many tracks two cards count alike: in fall and winter, and in spring and summer."""
for half, traits in enumerate((COUNTING[0], COUNTING[1])):
    for trait in traits[:3]:
        KINSHIP[half, :CARDS, :CARDS] += SHOWS[:CARDS, None, trait] == SHOWS[None, :CARDS, trait]
HALF = np.array([0, 1, 1, 0])
PLACES = (
    [place.IN_HAND],
    range(place.IN_HAND + 1, place.IN_HAND + 5),
    [place.UNSEEN],
    [place.OPEN_TOP],
    range(place.COVER, place.COVER + 3),
    range(place.COVER + 3, place.COVER + 15),
)
"""Own hand, what is known of other hands, unseen, the tops of the open piles, own covers, the others': as codes of cards."""
PLACE_OF = np.full(256, len(PLACES))
for number, codes in enumerate(PLACES):
    PLACE_OF[codes] = number
LEADS = 4
"""Larger leads on a track, and larger arrears, are cut."""
HAND_SIZE = 16
KINDS = 8
"""Card, four sources, stay, two votes."""
TABLE_SIZE = 7 + 4 + 4 + (len(PLACES) + 2) * len(SHOWN) + 21
ONE_HOT = 2 * LEADS + 2
CHOICE_SIZE = KINDS + 3 + 9 * ONE_HOT + 6 + 4 * len(PLACES) + 6


@dataclass(frozen=True, slots=True)
class Situations:
    """What the network knows of some decisions: of each table, and of each legal choice."""

    tables: Array
    choices: Array
    """The choices of all decisions one after the other."""
    actions: Array
    """The action of each choice."""
    counts: Array
    """How many choices each decision has."""

    def some(self, numbers: Array) -> Situations:
        """Return some of the decisions."""
        counts = self.counts[numbers]
        ends = np.cumsum(counts)
        starts = np.cumsum(self.counts)[numbers] - self.counts[numbers]
        lines = np.arange(ends[-1]) + np.repeat(starts - ends + counts, counts)
        return Situations(self.tables[numbers], self.choices[lines], self.actions[lines], counts)


def joined(parts: list[Situations]) -> Situations:
    """Return all decisions of the parts."""
    names = ("tables", "choices", "actions", "counts")
    return Situations(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def situations(seen: Bytes, masks: Mask) -> Situations:
    """Return what the network knows of each decision.

    A choice is described by its card, and that by its traits: how many cards like it are where, and by how much it would lead on the
    tracks. Which hair colour it is, for example, makes no difference.
    """
    codes = seen[:, AT["cards"]]
    places = PLACE_OF[codes]
    counts = np.stack([(places == number).astype(np.float32) @ IS_SHOWN for number in range(len(PLACES))], 1)
    tracks = np.zeros((len(seen), NOTHING + 1), np.float32)
    tracks[:, :NOTHING] = seen[:, AT["tracks"]]
    rivals = np.zeros_like(tracks)
    """The highest count on the track of other characteristics."""
    for trait in TRAITS:
        for shown in trait:
            rivals[:, shown] = tracks[:, [other for other in trait if other != shown]].max(1)
    rows, actions = np.nonzero(masks)
    season = seen[:, AT["season"].start]
    about = cards_of(codes, rows, actions)
    kinds = np.maximum(0, actions - CARDS + 1)
    shows = np.take_along_axis(SHOWS[about], COUNTING[season][rows], 1)
    row = rows[:, None]

    def leads(card: Array) -> Array:
        """Return as one-hot by how much a card leads on the three tracks once that of the choice is placed."""
        x, y = np.take_along_axis(SHOWS[card], COUNTING[season][rows], 1)[:, :3], shows[:, :3]
        lead = tracks[row, x] + (x == y) - np.maximum(rivals[row, x], (tracks[row, y] + 1) * (x != y))
        lead = np.where((x == NOTHING) | (y == NOTHING), LEADS + 1, lead.clip(-LEADS, LEADS))
        return np.eye(ONE_HOT, dtype=np.float32)[lead.astype(np.int64) + LEADS].reshape(len(card), -1)

    covers = [card_at(codes, place.COVER + month)[rows] for month in range(2)]
    hand = listed(places == 0)[rows]
    half = HALF[season][rows, None]
    alike = [KINSHIP[(half + other) % 2, about[:, None], hand] * (about[:, None] != hand) for other in (0, 1)]
    kin = [(like == number).sum(1) / 4 for like in alike for number in (1, 2, 3)]
    features = [
        np.eye(KINDS)[kinds],
        *(WORTH[card, None] for card in (about, *covers)),
        *(leads(card) for card in (about, *covers)),
        tracks[row, shows[:, :3]] / 5,
        np.pad(seen[:, AT["trends"]], ((0, 0), (0, 1)))[row, shows[:, :3]],
        *(counts[row, number, shows] / 5 for number in range(len(PLACES))),
        np.stack(kin, 1),
    ]
    choices = np.concatenate(features, 1).astype(np.float32)
    return Situations(table_features(seen, counts), choices, actions, masks.sum(1))


def table_features(seen: Bytes, counts: Array) -> Array:
    """Return what the network knows of each table: counts of what cards show, wherever they are, and where the game is."""
    numbers: list[Array] = [
        seen[:, AT["prestige"]] / 20,
        seen[:, AT["hands"]] / 10,
        seen[:, AT["to_act"]],
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
        counts[:, :, :NOTHING].reshape(len(seen), -1) / 5,
        seen[:, AT["tracks"]] / 5,
        seen[:, AT["trends"]],
        *numbers,
    ]
    return np.concatenate(features, 1).astype(np.float32)


def cards_of(codes: Array, rows: Array, actions: Array) -> Array:
    """Return the card that each choice is about: that on top of an open pile, if it is a source."""
    tops = np.full((len(codes), 4), NO_CARD)
    tables, cards = np.nonzero(codes == place.OPEN_TOP)
    tops[tables, SHOWS[cards, 0]] = cards
    cards = np.minimum(actions, NO_CARD)
    is_source = (actions >= CARDS) & (actions < CARDS + 4)
    cards[is_source] = tops[rows[is_source], actions[is_source] - CARDS]
    return cards


def card_at(codes: Array, code: int) -> Array:
    """Return the card with that code at each table."""
    found = codes == code
    return np.where(found.any(1), found.argmax(1), NO_CARD)


def listed(there: Array) -> Array:
    """Return the cards that are there at each table, and `NO_CARD` behind them."""
    tables, cards = np.nonzero(there)
    counts = there.sum(1)
    cards_listed = np.full((len(there), HAND_SIZE), NO_CARD)
    cards_listed[tables, np.arange(len(tables)) - np.repeat(np.cumsum(counts) - counts, counts)] = cards
    return cards_listed


# --- the network


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

    def forward(self, given: Situations) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the log probability of each choice, one row for each decision, and the values of the tables."""
        tables = torch.from_numpy(given.tables)
        counts = given.counts
        rows = np.repeat(np.arange(len(counts)), counts)
        columns = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
        where = torch.from_numpy(rows)
        rated = self.rating(self.table(tables)[where] + self.choice(torch.from_numpy(given.choices)))
        logits = torch.full((len(counts), int(counts.max())), -1e9)
        logits = logits.index_put((where, torch.from_numpy(columns)), rated[:, 0])
        return logits.log_softmax(1), self.value(tables)[:, 0]


class BotGames:
    """Games against three bots that decide from views. They are stepped as those of `make_vec`, but take much longer."""

    def __init__(self, bot: str, *, games: int, seed: str) -> None:
        self.plays = [one_seat("cover-me", players=4, opponents=bot, reward="progress").play for _ in range(games)]
        self.chance = random.Random(seed)
        for play in self.plays:
            play.reset(self.chance.getrandbits(62))
        self.look()

    def look(self) -> None:
        """Write down what the learner sees of each game."""
        seen = [play.observe(0) for play in self.plays]
        self.observations: Bytes = np.stack([each["observation"] for each in seen])
        self.masks: Mask = np.stack([each["action_mask"] for each in seen])

    def step(self, actions: Array) -> tuple[Bytes, Array, Array, Array, dict[str, Any]]:
        """Carry out the learner's action in each game, and deal again where the game is over."""
        rewards = np.array([play.step({0: int(action)}) for play, action in zip(self.plays, actions, strict=True)])
        self.scores = np.array([play.table.scores() for play in self.plays])
        terminated = np.array([play.is_over for play in self.plays])
        for play in self.plays:
            if play.is_over:
                play.reset(self.chance.getrandbits(62))
        self.look()
        return self.observations, rewards, terminated, np.zeros_like(terminated), {}


def games_against(name: str, *, games: int, seed: str) -> VectorEnv | BotGames:
    """Return games against three players of that name, in the kernel if they are its players."""
    if not name.startswith("kernel-"):
        return BotGames(name, games=games, seed=seed)
    opponents = [None, name, name, name]
    return make_vec("cover-me", games=games, players=4, opponents=opponents, reward="progress", seed=seed)


class Collector:
    """Plays, and gathers what an update needs."""

    seconds = 0.0
    """Of the processor time of other processes."""

    def __init__(self, seed: int | str, *, against: Sequence[str], games: int) -> None:
        self.size = games // len(against)
        """The number of games against each kind of opponent."""
        self.envs = {name: games_against(name, games=self.size, seed=f"{seed} {name}") for name in against}
        self.wins: dict[str, list[float]] = {name: [] for name in against}
        """The share of the win in each finished game, by opponent."""

    def look(self) -> Situations:
        """Return what the network knows of all games."""
        envs = self.envs.values()
        return situations(
            np.concatenate([env.observations for env in envs]), np.concatenate([env.masks for env in envs])
        )

    def collect(self, network: Network) -> tuple[Situations, dict[str, Array]]:
        """Play `STEPS` decisions in every game; return the decisions, and by name what else is known of each of them."""
        met: list[Situations] = []
        kept: dict[str, list[Array]] = {name: [] for name in ("chosen", "logs", "values", "rewards", "ends")}
        for _ in range(STEPS):
            met.append(self.look())
            with torch.no_grad():
                logs, values = network(met[-1])
            chosen = torch.multinomial(logs.exp(), 1)
            counts = met[-1].counts
            rewards, ends = self.step(met[-1].actions[np.cumsum(counts) - counts + chosen[:, 0].numpy()])
            kept["chosen"].append(chosen[:, 0].numpy())
            kept["logs"].append(logs.gather(1, chosen)[:, 0].numpy())
            kept["values"].append(values.numpy())
            kept["rewards"].append(rewards)
            kept["ends"].append(ends)
        with torch.no_grad():
            kept["values"].append(network(self.look())[1].numpy())
        by_step = {name: np.stack(arrays) for name, arrays in kept.items()}
        advantages = advantages_of(by_step)
        by_step["advantages"], by_step["returns"] = advantages, advantages + by_step["values"][:-1]
        return joined(met), {name: by_step[name].ravel() for name in ("chosen", "logs", "advantages", "returns")}

    def step(self, actions: Array) -> tuple[Array, Array]:
        """Carry out the learner's actions; return the rewards and which games are over."""
        rewards, ends = [], []
        for number, (name, env) in enumerate(self.envs.items()):
            _, gained, terminated, _, _ = env.step(actions[number * self.size : (number + 1) * self.size])
            reward = POINT * (gained[:, 0] - gained[:, 1:].mean(1))
            finals = env.scores[terminated]
            winners = finals == finals.max(1, initial=0, keepdims=True)
            shares = winners[:, 0] / np.maximum(1, winners.sum(1))
            reward[terminated] += shares - 1 / 4
            self.wins[name] += shares.tolist()
            rewards.append(reward)
            ends.append(terminated.copy())
        return np.concatenate(rewards), np.concatenate(ends)


class Team:
    """Collectors in processes of their own, which play at the same time."""

    def __init__(self, seed: int, *, against: Sequence[str], games: int, processes: int) -> None:
        spawn = get_context("spawn")
        self.pools = [
            ProcessPoolExecutor(1, spawn, begin, (f"{seed} {number}", against, games // processes))
            for number in range(processes)
        ]
        self.wins: dict[str, list[float]] = {name: [] for name in against}
        self.seconds = 0.0

    def collect(self, network: Network) -> tuple[Situations, dict[str, Array]]:
        """Let all processes collect; return the same as each of them."""
        weights = {name: tensor.numpy() for name, tensor in network.state_dict().items()}
        futures = [pool.submit(collected, weights) for pool in self.pools]
        parts = [future.result() for future in futures]
        for _, _, wins, _ in parts:
            for name, shares in wins.items():
                self.wins[name] += shares
        self.seconds = sum(seconds for _, _, _, seconds in parts)
        kept = {name: np.concatenate([arrays[name] for _, arrays, _, _ in parts]) for name in parts[0][1]}
        return joined([met for met, _, _, _ in parts]), kept


here: list[Collector] = []
"""The collector of a process of a `Team`."""


def begin(seed: str, against: Sequence[str], games: int) -> None:
    """Prepare a process of a `Team`."""
    torch.manual_seed(random.Random(seed).getrandbits(32))
    torch.set_num_threads(1)
    here.append(Collector(seed, against=against, games=games))


def collected(
    weights: dict[str, Array],
) -> tuple[Situations, dict[str, Array], dict[str, list[float]], float]:
    """Collect in this process; return also the shares of wins since the last time, and all its processor time in seconds."""
    network = Network()
    network.load_state_dict({name: torch.from_numpy(array) for name, array in weights.items()})
    met, kept = here[0].collect(network)
    wins = {name: list(shares) for name, shares in here[0].wins.items()}
    for shares in here[0].wins.values():
        shares.clear()
    return met, kept, wins, time.process_time()


def advantages_of(kept: dict[str, Array]) -> Array:
    """Return how much better each decision turned out than the value said (GAE)."""
    advantages = np.zeros_like(kept["rewards"], np.float32)
    later = np.zeros_like(advantages[0])
    for step in reversed(range(STEPS)):
        goes_on = 1 - kept["ends"][step]
        surprise = kept["rewards"][step] + DISCOUNT * goes_on * kept["values"][step + 1] - kept["values"][step]
        later = surprise + DISCOUNT * SMOOTHING * goes_on * later
        advantages[step] = later
    return advantages


def update(network: Network, optimizer: torch.optim.Optimizer, met: Situations, kept: dict[str, Array]) -> None:
    """Improve the network by what was gathered: clipped PPO."""
    advantages, returns = kept["advantages"], torch.from_numpy(kept["returns"])
    scaled = torch.from_numpy((advantages - advantages.mean()) / (advantages.std() + 1e-6))
    chosen, logs = torch.from_numpy(kept["chosen"]), torch.from_numpy(kept["logs"])
    for _ in range(EPOCHS):
        for part in np.array_split(np.random.permutation(len(chosen)), max(1, len(chosen) // MINIBATCH)):
            now, values = network(met.some(part))
            ratio = (now.gather(1, chosen[part, None])[:, 0] - logs[part]).exp()
            gain = torch.min(ratio * scaled[part], ratio.clamp(1 - CLIP, 1 + CLIP) * scaled[part]).mean()
            entropy = -(now.exp() * now).sum(1).mean()
            loss = (values - returns[part]).square().mean() - gain - ENTROPY * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def train(
    *,
    minutes: float,
    seed: int,
    folder: Path,
    against: Sequence[str] = OPPONENTS,
    games: int = GAMES,
    rate: float = LEARNING_RATE,
    weights: Path | None = None,
    processes: int = 1,
) -> None:
    """Learn for so many minutes of processor time, and write weights and curve every 10 updates.

    Args:
        minutes: How long; the learning rate falls to the end of them.
        seed: Of the games and of the network.
        folder: Where weights and curve are written.
        against: Who plays on the other three seats; several names get equally many games.
        games: How many are played at the same time.
        rate: The learning rate at the start.
        weights: What the network begins with; None: with nothing.
        processes: How many play; more than one are processes besides this one, which only learns then.
    """
    torch.manual_seed(seed)
    np.random.seed(seed)
    torch.set_num_threads(1)
    folder.mkdir(parents=True, exist_ok=True)
    network = Network()
    if weights is not None:
        network.load_state_dict(torch.load(weights, weights_only=True))
    collector: Collector | Team
    if processes == 1:
        collector = Collector(seed, against=against, games=games)
    else:
        collector = Team(seed, against=against, games=games, processes=processes)
    optimizer = torch.optim.Adam(network.parameters(), rate, eps=1e-5)
    start = time.process_time()
    with (folder / "curve.csv").open("w", newline="") as file:
        curve = csv.writer(file)
        curve.writerow(["minutes", "decisions", *against])
        number = decisions = 0
        while (spent := (time.process_time() - start + collector.seconds) / 60) < minutes:
            optimizer.param_groups[0]["lr"] = rate * max(0.05, 1 - spent / minutes)
            met, kept = collector.collect(network)
            update(network, optimizer, met, kept)
            number += 1
            decisions += len(met.counts)
            if number % 10 == 0:
                shares = [f"{np.mean(wins or [0]):.4f}" for wins in collector.wins.values()]
                curve.writerow([f"{spent:.2f}", decisions, *shares])
                file.flush()
                print(f"{spent:6.1f} min, {decisions:,} decisions, share of wins: {shares}", flush=True)
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
        given = situations(observation[None], mask[None])
        with torch.no_grad():
            logs, _ = self._network(given)
        return int(given.actions[logs[0].argmax()])


def main() -> None:
    """Learn as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=20, help="how long to learn, in minutes of processor time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("ppo"), help="a folder for the weights and the curve")
    parser.add_argument(
        "--against", nargs="+", default=OPPONENTS, metavar="BOT", help=f"default: {' '.join(OPPONENTS)}"
    )
    parser.add_argument("--games", type=int, default=GAMES, help="how many are played at the same time")
    parser.add_argument("--rate", type=float, default=LEARNING_RATE, help="the learning rate at the start")
    parser.add_argument("--weights", type=Path, help="go on with the weights of this file")
    parser.add_argument("--processes", type=int, default=1, help="how many play; their processor time counts too")
    given = parser.parse_args()
    train(
        minutes=given.minutes,
        seed=given.seed,
        folder=given.out,
        against=given.against,
        games=given.games,
        rate=given.rate,
        weights=given.weights,
        processes=given.processes,
    )


if __name__ == "__main__":
    main()
