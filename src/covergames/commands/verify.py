"""``covergames verify``: check that the shuffles of live games were fair, and that a player saw the game of the record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from covergames.commands.failure import FAILED, USAGE, fail, sentence
from covergames.commands.language import Language, chosen_language
from covergames.commands.replay import load
from covergames.record import Record, RecordError
from covergames.table import NotProven, Origin, Proof, prove
from covergames.text import text
from covergames.wire import BadSeenFile, Comparison, Seen, compare, read_seen

if TYPE_CHECKING:
    from collections.abc import Iterator


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="The record of a game at a live table.")],
    *,
    seen: Annotated[
        Path | None,
        typer.Option(metavar="SEEN", help="What you were shown: the file that your client saved. For one record."),
    ] = None,
    original: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The record of the game that this one continues. For one record."),
    ] = None,
    language: Language = None,
) -> None:
    """Prove that the shuffles of recorded games match the commitments of their tables, and that you saw these games."""
    spoken = chosen_language(language)
    for name, file in (("--seen", seen), ("--original", original)):
        if file is not None and len(files) > 1:
            fail(f"{len(files)} files: {name} {file} belongs to one of them", code=USAGE)
    shown = None if seen is None else _load_seen(seen)
    continued = None if original is None else load(original)
    are_proven = [_verify(path, shown, continued, spoken) for path in files]
    if not all(are_proven):
        raise typer.Exit(FAILED)


def _load_seen(path: Path) -> Seen:
    try:
        return read_seen(path.read_bytes())
    except OSError as error:
        fail(f"{path}: {error.strerror}", code=USAGE)
    except BadSeenFile as error:
        fail(f"{path} does not say what a player was shown: {error}", code=FAILED)


def _verify(path: Path, seen: Seen | None, original: Record | None, language: str) -> bool:
    """Print whether the record is proven and is the game that the viewer saw, and return whether it is."""
    record = load(path)
    verdict = check(record, seen, original, file=str(path), language=language)
    for line in verdict.lines:
        print(line)
    if verdict.proof is not None:
        for line in _proof_lines(record, verdict.proof, language, is_compared=seen is not None):
            print(line)
        if verdict.proof.origin is not None:
            print(_origin_line(verdict.proof.origin, language, is_compared=original is not None))
    return verdict.is_good


class Verdict(NamedTuple):
    """Whether a record is proven and is the game that a viewer saw, and the lines that say so."""

    is_good: bool
    lines: tuple[str, ...]
    proof: Proof | None
    """None: the shuffles are not proven."""


def check(record: Record, seen: Seen | None, original: Record | None = None, *, file: str, language: str) -> Verdict:
    """Check the shuffles of the record and, if they are known, what a viewer was shown and the game that it continues."""
    try:
        proof = prove(record, original)
        if record.result is None:
            raise RecordError("it ends before the game does")
    except RecordError as error:
        reason = text("verify.bad-record", language, reason=sentence(str(error)))
    except NotProven as error:
        event = -1 if error.index is None else error.index
        reason = text(f"verify.{error.flaw.value}", language, event=event)
    else:
        compared = None if seen is None else compare(record, seen)
        is_good = compared is None or compared.is_same
        summary = (
            text("verify.proven", language, file=file, shuffles=proof.shuffles)
            if is_good
            else text("verify.seen.failed", language, file=file)
        )
        lines = () if compared is None else _comparison_lines(compared, language)
        return Verdict(is_good, (summary, *lines), proof)
    line = text("verify.not-proven", language, file=file, reason=reason)
    return Verdict(is_good=False, lines=(line,), proof=None)


def _origin_line(origin: Origin, language: str, *, is_compared: bool) -> str:
    """Return whether the beginning of a continued game was compared with that game."""
    key = "verify.origin" if is_compared else "verify.origin.unknown"
    return text(key, language, step=origin.step, seat=origin.seat + 1, anew=str(origin.anew).lower())


def _comparison_lines(compared: Comparison, language: str) -> Iterator[str]:
    """Yield one line for each of the three: the commitment, the nonce and the cards; and what was not compared."""
    yield text(_line("commitment", agrees=compared.commitment), language)
    yield text(_line("nonce", agrees=compared.nonce), language)
    if compared.first is None:
        yield text("verify.seen.no-cards", language)
        return
    if compared.differs is None:
        yield text("verify.seen.cards", language, steps=compared.steps)
    else:
        yield text("verify.seen.differs", language, step=compared.differs)
    if compared.first > 0:
        yield text("verify.seen.from", language, step=compared.first)
    if compared.unseen:
        steps = ", ".join(str(one) if one == last else f"{one}\N{EN DASH}{last}" for one, last in compared.unseen)
        yield text("verify.seen.missed", language, steps=steps)


def _line(name: str, *, agrees: bool | None) -> str:
    return f"verify.seen.{'no-' if agrees is None else '' if agrees else 'other-'}{name}"


def _proof_lines(record: Record, proof: Proof, language: str, *, is_compared: bool) -> Iterator[str]:
    """Yield what else was proven, and what the players have to compare themselves."""
    yield text("verify.lot" if proof.is_drawn else "verify.no-lot", language)
    if not is_compared:
        yield text("verify.commitment", language, commitment=proof.commitment)
    for name, nonce in zip(record.players, proof.nonces, strict=True):
        if nonce is None:
            yield text("verify.derived-nonce", language, name=name)
        else:
            yield text("verify.own-nonce", language, name=name, nonce=nonce)
