"""Fit the network to examples, with PyTorch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import torch
from torch import Tensor, nn

from covergames.kernel import _network as n
from covergames.learning.examples import Examples

EPOCHS: Final = 4
BATCH: Final = 256
LEARNING_RATE: Final = 6e-3
WEIGHT_DECAY: Final = 0.1
POINTS: Final = 100
"""Win shares are in points of 100."""
OUTLIER_POINTS: Final = 15.0
"""A larger error counts linearly (Huber loss)."""
CHANCE_WEIGHT: Final = 3.0
"""The weight of the loss of chances, beside that of values in standard deviations."""
HELD_OUT: Final = 0.08
"""The share of the examples that the network does not learn from: the last ones, of other games."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How well the network says the examples that it has not learned from."""

    surprise: float
    """The mean surprise (cross entropy) of the search's choice."""
    ignorant_surprise: float
    """The same if all cards of the hand were equally likely."""
    explained: float
    """The share of the variance of values that the expected gains explain; the noise of the search is in the rest."""


class Model(nn.Module):
    """A network of the kernel in floating point."""

    def __init__(self, rows: int) -> None:
        super().__init__()
        self.rows = nn.Embedding(rows + 1, n.UNITS, padding_idx=rows)
        nn.init.normal_(self.rows.weight, std=0.1)
        self.rows.weight.data[rows] = 0
        self.chance = nn.Parameter(torch.randn(n.UNITS) / 2)
        self.gain = nn.Parameter(torch.randn(n.UNITS) / 2)

    def forward(self, cards: Tensor, tables: Tensor) -> tuple[Tensor, Tensor]:
        """Return the ratings and the gains of all cards."""
        units = torch.relu(self.rows(cards).sum(2) + self.rows(tables).sum(1)[:, None])
        return units @ self.chance, units @ self.gain

    def weights(self, *, with_chances: bool) -> list[int]:
        """Return the weights as the kernel reads them."""
        heads = (self.chance.data, self.gain.data) if with_chances else (self.gain.data,)
        parts = (self.rows.weight.data[:-1].reshape(-1), *heads)
        whole: list[int] = torch.round(torch.cat(parts) * n.ONE).to(torch.int64).tolist()
        return whole


class Batches:
    """The examples as tensors."""

    def __init__(self, examples: Examples, rows: int) -> None:
        self.cards = torch.tensor(np.where(examples.cards < 0, rows, examples.cards), dtype=torch.long)
        self.tables = torch.tensor(examples.tables, dtype=torch.long)
        sizes = torch.tensor(examples.sizes, dtype=torch.long)
        self.is_there = torch.arange(self.cards.shape[1])[None] < sizes[:, None]
        self.sizes = sizes[:, None].float()
        self.chances = torch.tensor(examples.chances) / torch.tensor(examples.chances).sum(1, keepdim=True)
        self.stakes = POINTS * torch.tensor(examples.stakes)[:, None]
        self.values = self.centred(POINTS * torch.tensor(examples.values), slice(None))
        self.spread = float(self.values[self.is_there].std())

    def centred(self, numbers: Tensor, chosen: Tensor | slice) -> Tensor:
        """Return by how much each card exceeds the mean of its hand; places without a card are 0."""
        is_there = self.is_there[chosen]
        mean = numbers.masked_fill(~is_there, 0).sum(1, keepdim=True) / self.sizes[chosen]
        return (numbers - mean).masked_fill(~is_there, 0)

    def surprise(self, ratings: Tensor, chosen: Tensor) -> Tensor:
        """Return the surprise at each choice of the search."""
        is_there = self.is_there[chosen]
        logs = torch.log_softmax(ratings.masked_fill(~is_there, -1e9), 1).masked_fill(~is_there, 0)
        return -(self.chances[chosen] * logs).sum(1)


def train(
    examples: Examples, *, rows: int, with_chances: bool, seed: int, progress: Callable[[float], None]
) -> tuple[list[int], Fit]:
    """Return the weights of a network that has learned from the examples, and how well it does on the last of them.

    Args:
        examples: What it learns from.
        rows: How many features there are.
        with_chances: Whether it says how likely each card is chosen, besides how much it gains.
        seed: Of the first weights and of the order of the examples.
        progress: Is called with the part that is done.
    """
    torch.set_num_threads(1)  # the same sums on every machine
    torch.manual_seed(seed)
    data = Batches(examples, rows)
    learned = round((1 - HELD_OUT) * len(data.sizes))
    model = Model(rows)
    steps = EPOCHS * (learned // BATCH)
    optimizer = torch.optim.AdamW(model.parameters(), weight_decay=WEIGHT_DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, LEARNING_RATE, total_steps=steps + 1)
    order = torch.arange(learned)
    for step in range(steps):
        start = step % (learned // BATCH) * BATCH
        if start == 0:
            order = torch.randperm(learned)
        chosen = order[start : start + BATCH]
        ratings, gains = model(data.cards[chosen], data.tables[chosen])
        expected = data.centred(gains * data.stakes[chosen], chosen)
        errors = nn.functional.huber_loss(expected, data.values[chosen], delta=OUTLIER_POINTS, reduction="none")
        loss = errors.sum() / data.is_there[chosen].sum() / data.spread
        if with_chances:
            loss = loss + CHANCE_WEIGHT * data.surprise(ratings, chosen).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        progress((step + 1) / steps)
    return model.weights(with_chances=with_chances), _fit(model, data, torch.arange(learned, len(data.sizes)))


def _fit(model: Model, data: Batches, chosen: Tensor) -> Fit:
    with torch.no_grad():
        ratings, gains = model(data.cards[chosen], data.tables[chosen])
    errors = data.centred(gains * data.stakes[chosen], chosen) - data.values[chosen]
    return Fit(
        surprise=float(data.surprise(ratings, chosen).mean()),
        ignorant_surprise=float(data.sizes[chosen].log().mean()),
        explained=1 - float((errors**2).sum() / (data.values[chosen] ** 2).sum()),
    )
