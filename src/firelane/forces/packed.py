"""The compiled form of the forces: the parsed values, packed, behind a mark of what they were made from."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import TypeVar

import msgspec

from firelane import documents

T = TypeVar("T")
_HERE = Path(__file__).parent
_SIZE = 32


def target(edition: str) -> Path:
    """Where the compiled form of an edition lies."""
    return _HERE / "data" / f"forces-{edition}.msgpack"


def fingerprint() -> bytes:
    """What any compiled form is made of, in one number: all data files, and the code that reads them."""
    digest = hashlib.sha256()
    for path in (*sorted((_HERE / "data").glob("*.yaml")), *sorted(_HERE.glob("*.py"))):
        digest.update(f"{path.name}\0".encode())
        digest.update(path.read_bytes())
    return digest.digest()


def kept(edition: str, kind: type[T]) -> T | None:
    """The compiled forces of an edition, or None if there are none or they are not of these files."""
    try:
        packed = target(edition).read_bytes()
    except OSError:
        return None
    if packed[:_SIZE] != fingerprint():
        return None
    try:
        with documents.TYPES:
            return msgspec.msgpack.decode(packed[_SIZE:], type=kind)
    except msgspec.DecodeError:
        return None


def keep(edition: str, value: object) -> Path:
    """Write the compiled form in one step, so that a reader never finds half of one."""
    path = target(edition)
    packed = fingerprint() + msgspec.msgpack.Encoder(order="deterministic").encode(value)
    handle, name = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(packed)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return path
