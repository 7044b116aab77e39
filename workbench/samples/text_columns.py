"""Scores and classes from the bytes of delimited text, by array arithmetic.

Text is taken in blocks of whole lines. The separators of a block are found all at once; they must make as many fields
in every line. A score's digits are read eight at a time, as one 64-bit word. None is answered wherever there is
anything else than plain decimals of up to 18 digits (26 when they are taken as wide) and classes 0 and 1, and the
caller then looks again, in the end line by line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, BinaryIO, NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from workbench.samples.columns import class_of
from workbench.samples.decimals import TEN, Decimals
from workbench.samples.wide_decimals import LOW, WideDecimals

Bytes: TypeAlias = npt.NDArray[np.uint8]
Words: TypeAlias = npt.NDArray[np.uint64]
Places: TypeAlias = npt.NDArray[np.int64]
Bounds: TypeAlias = tuple[Places, Places]

SIZE = 1 << 18
MAX_LINE = 100_000
BEFORE = b"\n" * 24
AFTER = b"\n" * 8
SPACES = 4
KINDS = 16

ZEROS, ABOVE_NINE, HIGH_BITS, LOW_BITS = (np.uint64(byte * 0x0101010101010101) for byte in (0x30, 0x76, 0x80, 0x01))
DOTS = np.uint64(ord(".") * 0x0101010101010101)
# a word's last n bytes, for n from 0 to 8
LAST = np.array([((1 << 8 * n) - 1) << 8 * (8 - n) for n in range(9)], dtype=np.uint64)
FOLDS = [
    (np.uint64(mask), np.uint64(1 + (10**width << 8 * width)), np.uint64(8 * width))
    for mask, width in ((0x0F0F0F0F0F0F0F0F, 1), (0x00FF00FF00FF00FF, 2), (0x0000FFFF0000FFFF, 4))
]


class Layout(NamedTuple):
    """What separates the columns, how many there are, which hold the scores and the classes, and what is not plain."""

    delimiter: str
    width: int
    score: int
    label: int
    odd: bytes = b""


class NotPlain(Exception):
    """There is something that only a look at each line can tell."""


Block = TypeVar("Block", Decimals, WideDecimals)


def read_text(
    source: BinaryIO,
    layout: Callable[[str], Layout] | Layout,
    take: Callable[[Bytes, Bounds, Bounds, bool], Block],
    advance: Callable[[int], None] | None = None,
) -> list[Block] | None:
    """The examples in ``source``; None if they are not plain.

    The first line that is not blank goes to ``layout``, unless that is known and rows begin at once.
    ``take`` is `decimals` or `wide_decimals`.
    """
    try:
        return list(text_blocks(source, layout, take, advance)) or None
    except NotPlain:
        return None


def text_blocks(
    source: BinaryIO,
    layout: Callable[[str], Layout] | Layout,
    take: Callable[[Bytes, Bounds, Bounds, bool], Block],
    advance: Callable[[int], None] | None = None,
) -> Iterator[Block]:
    """The same some lines at a time; `NotPlain` where they are not plain."""
    blocks = _blocks(source, advance)
    rest = next(blocks, b"").removeprefix(b"\xef\xbb\xbf")
    try:
        if isinstance(layout, Layout):
            form = layout
        else:
            header = b""
            while rest and not header.strip():
                header, _, rest = rest.partition(b"\n")
            header = header.removesuffix(b"\r")
            if b"\r" in header or b"\0" in header or len(header) >= MAX_LINE:
                raise NotPlain
            form = layout(header.decode())
        for text in chain([rest], blocks):
            block = _examples(text, form, take)
            if block is not None:
                yield block
    except UnicodeDecodeError:
        raise NotPlain from None


def _blocks(source: BinaryIO, advance: Callable[[int], None] | None) -> Iterator[bytes]:
    """Runs of whole lines; the last one ends with a line feed even if the source does not."""
    rest, done = b"", 0
    while chunk := source.read(SIZE):
        done += len(chunk)
        if advance is not None:
            advance(done)
        end = chunk.rfind(b"\n") + 1
        if end:
            yield rest + chunk[:end]
            rest = chunk[end:]
        else:
            rest += chunk
        if len(rest) > MAX_LINE:
            raise NotPlain
    if rest:
        yield rest + b"\n"


def _examples(text: bytes, form: Layout, take: Callable[[Bytes, Bounds, Bounds, bool], Block]) -> Block | None:
    """The examples of a block; None where it has blank lines only."""
    if b"\0" in text or any(byte in text for byte in form.odd):
        raise NotPlain
    if not text.isascii():
        text.decode()
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n")
        if b"\r" in text:
            raise NotPlain
    buffer, fields = _fields(text, form)
    if fields is None:
        buffer, fields = _fields(re.sub(rb"\n\n+", b"\n", text).lstrip(b"\n"), form)
        if fields is None:
            raise NotPlain
    if not len(fields):
        return None
    quotes = b'"' in text
    if quotes:
        _check_quotes(buffer, fields)
    ends = fields[:, -1]
    if int(np.diff(ends, prepend=len(BEFORE) - 1).max()) > MAX_LINE:
        raise NotPlain
    score, label = (
        (fields[:, column - 1] + 1 if column else np.concatenate(([len(BEFORE)], ends[:-1] + 1)), fields[:, column])
        for column in (form.score, form.label)
    )
    if quotes or b" " in text:
        score, label = (trimmed(buffer, *bounds, quotes) for bounds in (score, label))
    return take(buffer, score, label, b"e" in text or b"E" in text)


def decimals(buffer: Bytes, score: Bounds, label: Bounds, exponents: bool) -> Decimals:
    """The examples with scores and classes between such places of ``buffer``."""
    m, places = scores_in_text(buffer, *score, exponents)
    m <<= 1
    m |= ones_in_text(buffer, *label)
    return Decimals(m, places)


def wide_decimals(buffer: Bytes, score: Bounds, label: Bounds, exponents: bool) -> WideDecimals:
    """The same with scores of up to 26 digits."""
    return WideDecimals(*wide_scores(buffer, *score, exponents), ones_in_text(buffer, *label))


def _fields(text: bytes, form: Layout) -> tuple[Bytes, Places | None]:
    """The text between some line feeds, and where the fields of each of its lines end; None if lines differ."""
    buffer = np.frombuffer(b"".join((BEFORE, text, AFTER)), dtype=np.uint8)
    inner = buffer[len(BEFORE) : -len(AFTER)]
    ends = np.flatnonzero((inner == ord("\n")) | (inner == ord(form.delimiter)))
    if len(ends) % form.width:
        return buffer, None
    fields = ends.reshape(-1, form.width)
    closing = inner[fields]
    if not (closing[:, -1] == ord("\n")).all() or (closing[:, :-1] == ord("\n")).any():
        return buffer, None
    return buffer, fields + len(BEFORE)


def _check_quotes(buffer: Bytes, fields: Places) -> None:
    """Every quote must open a field, or close the same field at its end."""
    quotes = np.flatnonzero(buffer == ord('"'))
    if len(quotes) % 2:
        raise NotPlain
    opening, closing = quotes[::2], quotes[1::2]
    ends = np.concatenate(([len(BEFORE) - 1], fields.ravel()))
    at = np.searchsorted(ends, opening)
    if not ((ends[at - 1] == opening - 1) & (ends[at] == closing + 1)).all():
        raise NotPlain


def trimmed(buffer: Bytes, start: Places, stop: Places, quotes: bool = False) -> tuple[Places, Places]:
    """The fields without quotes and without some spaces around."""
    if quotes:
        quoted = buffer[start] == ord('"')
        start, stop = start + quoted, stop - quoted
    for _ in range(SPACES):
        space = (buffer[start] == ord(" ")) & (start < stop)
        if not space.any():
            break
        start = start + space
    for _ in range(SPACES):
        space = (buffer[stop - 1] == ord(" ")) & (start < stop)
        if not space.any():
            break
        stop = stop - space
    return start, stop


def _words(buffer: Bytes) -> Words:
    """The eight bytes from each byte on."""
    return np.ndarray((len(buffer) - 7,), dtype="<u8", buffer=buffer.data, strides=(1,))


def ones_in_text(buffer: Bytes, start: Places, stop: Places) -> npt.NDArray[np.bool_]:
    """Where the text between two places of ``buffer`` says class 1; `NotPlain` if it may say neither class."""
    length = stop - start
    if (length == 1).all():
        ones: npt.NDArray[np.bool_] = buffer[start] == ord("1")
        if (ones | (buffer[start] == ord("0"))).all():
            return ones
    if length.min() < 1:
        raise NotPlain
    if length.max() > 8:
        return _ones_in_numbers(buffer, start, stop)
    texts = _words(buffer)[start] & (LAST[8] >> (8 * (8 - length)).astype(np.uint64))
    ones = np.zeros(len(texts), dtype=bool)
    rest = texts
    for _ in range(KINDS):
        if not len(rest):
            return ones
        kind = rest[0]
        try:
            if class_of(int(kind).to_bytes(8, "little").rstrip(b"\0").decode()):
                ones |= texts == kind
        except ValueError:
            raise NotPlain from None
        rest = rest[rest != kind]
    raise NotPlain


def _ones_in_numbers(buffer: Bytes, start: Places, stop: Places) -> npt.NDArray[np.bool_]:
    high, low, places = wide_scores(buffer, start, stop, True)
    ones: npt.NDArray[np.bool_] = (high == TEN.take(places - LOW, mode="clip")) & (places >= LOW) & (low == 0)
    if not (ones | ((high == 0) & (low == 0))).all() or (places > LOW + 18).any():
        raise NotPlain
    return ones


def wide_scores(
    buffer: Bytes, start: Places, stop: Places, exponents: bool
) -> tuple[Places, Places, npt.NDArray[np.int16]]:
    """The parts of `WideDecimals`: where there are more than 18 characters, the last eight are the lower part."""
    power: Any = 0
    if exponents:
        stop, power = _exponents(buffer, start, stop)
    cut = np.where(stop - start > 18, LOW, 0)
    digits = (_words(buffer)[stop - LOW] ^ ZEROS) & LAST.take(cut)
    if (((digits + ABOVE_NINE) | digits) & HIGH_BITS).any():
        raise NotPlain
    low = _folded(digits)
    np.negative(low, out=low, where=buffer[start] == ord("-"))
    high, places = scores_in_text(buffer, start, stop - cut, False)
    return high, low, (places + LOW - power).astype(np.int16)


def scores_in_text(
    buffer: Bytes, start: Places, stop: Places, exponents: bool = True
) -> tuple[Places, npt.NDArray[np.int16]]:
    """The ``m`` and the ``places`` of scores ``m / 10**places`` written between two places of ``buffer``.

    There must be 24 bytes before the first and 8 after the last. `NotPlain` if some text may be no such score.
    """
    words = _words(buffer)
    first = buffer[start]
    negative = first == ord("-")
    signed = negative | (first == ord("+"))
    if signed.any():
        start = start + signed
    power: Any = 0
    if exponents:
        stop, power = _exponents(buffer, start, stop)
    length = stop - start
    if length.min() < 1:
        raise NotPlain
    head = words[start]
    if ((head >> np.uint64(8)) & np.uint64(0xFF) == ord(".")).all() and length.min() > 1:
        point: Any = 1
    else:
        dots = head ^ DOTS
        dots = (dots - LOW_BITS) & ~dots & HIGH_BITS
        lowest = (dots & (~dots + np.uint64(1))) - np.uint64(1)
        point = ((lowest & LOW_BITS) * LOW_BITS >> np.uint64(56)).astype(np.int64)
        point -= dots != 0
        point = np.minimum(point, length)
    decimals = np.maximum(length - point - 1, 0)
    most = int(decimals.max())
    if ((point == 8) & (length > 8)).any() or (point + decimals).min() < 1 or most > 24:
        raise NotPlain
    digits = (head ^ ZEROS) << np.asarray(8 * (8 - point), dtype=np.uint64)
    odd = (digits + ABOVE_NINE) | digits
    m = _folded(digits)
    if m.max() >= TEN[max(18 - most, 0)] and (m >= TEN.take(np.maximum(18 - decimals, 0))).any():
        raise NotPlain
    m *= TEN.take(decimals, mode="clip")
    for i in range(0, most, 8):
        digits = (words[stop - i - 8] ^ ZEROS) & LAST.take(decimals - i, mode="clip")
        above = digits + ABOVE_NINE
        above |= digits
        odd |= above
        part = _folded(digits)
        if i == 16 and part.max() >= 100:
            raise NotPlain
        part *= 10**i
        m += part
    if (odd & HIGH_BITS).any():
        raise NotPlain
    np.negative(m, out=m, where=negative)
    return m, (decimals - power).astype(np.int16)


def has_exponents(buffer: Bytes) -> bool:
    """Whether some byte is an e."""
    return bool(((buffer | 0x20) == ord("e")).any())


def _exponents(buffer: Bytes, start: Places, stop: Places) -> tuple[Places, Places]:
    """Where the digits before the exponents stop, and the exponents, of up to three digits and with a sign."""
    found, power = stop.copy(), np.zeros_like(stop)
    for length in (1, 2, 3):
        at = stop - length - 2
        rows = np.flatnonzero(((buffer[at] | 0x20) == ord("e")) & (at > start))
        at = at[rows]
        sign, size = buffer[at + 1], np.zeros_like(at)
        for i in range(length):
            digit = buffer[at + 2 + i].astype(np.int64) - ord("0")
            if ((digit < 0) | (digit > 9)).any():
                raise NotPlain
            size = 10 * size + digit
        if not ((sign == ord("-")) | (sign == ord("+"))).all():
            raise NotPlain
        power[rows] = np.where(sign == ord("-"), -size, size)
        found[rows] = at
    return found, power


def _folded(digits: Words) -> Places:
    """The numbers whose eight digits are the bytes, the most significant one first, in place."""
    for mask, factor, shift in FOLDS:
        digits &= mask
        digits *= factor
        digits >>= shift
    return digits.view(np.int64)
