"""``covergames verify``: check that the shuffles of live games were fair."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from covergames.commands.failure import FAILED, sentence
from covergames.commands.language import Language, chosen_language
from covergames.commands.replay import load
from covergames.record import Record, RecordError
from covergames.table import NotProven, Proof, prove
from covergames.text import text

if TYPE_CHECKING:
    from collections.abc import Iterator


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="The record of a game at a live table.")],
    *,
    language: Language = None,
) -> None:
    """Prove that the shuffles of recorded games match the commitments of their tables."""
    spoken = chosen_language(language)
    are_proven = [_verify(path, spoken) for path in files]
    if not all(are_proven):
        raise typer.Exit(FAILED)


def _verify(path: Path, language: str) -> bool:
    """Print whether the record is proven, and return whether it is."""
    record = load(path)
    try:
        proof = prove(record)
        if record.result is None:
            raise RecordError("it ends before the game does")
    except RecordError as error:
        reason = text("verify.bad-record", language, reason=sentence(str(error)))
    except NotProven as error:
        event = -1 if error.index is None else error.index
        reason = text(f"verify.{error.flaw.value}", language, event=event)
    else:
        for line in _proof_lines(path, record, proof, language):
            print(line)
        return True
    print(text("verify.not-proven", language, file=str(path), reason=reason))
    return False


def _proof_lines(path: Path, record: Record, proof: Proof, language: str) -> Iterator[str]:
    """Yield what was proven, and what the players have to compare."""
    yield text("verify.proven", language, file=str(path), shuffles=proof.shuffles)
    yield text("verify.lot" if proof.is_drawn else "verify.no-lot", language)
    yield text("verify.commitment", language, commitment=proof.commitment)
    for name, nonce in zip(record.players, proof.nonces, strict=True):
        if nonce is None:
            yield text("verify.derived-nonce", language, name=name)
        else:
            yield text("verify.own-nonce", language, name=name, nonce=nonce)
