"""Flat rows of integers, as interpreted code sees them; for the compiler, `_rows.pyi` has the real ones."""

from __future__ import annotations

i16 = int
i64 = int
u8 = int


class vec:  # noqa: N801 - the name that librt gives it
    """Interpreted, a row of integers is a list."""

    def __class_getitem__(cls, _item: type[int]) -> type[list[int]]:
        return list
