"""The compiled form of the forces: the parsed values, packed, with a mark of what they were made from.

`python -m firelane.forces.compile` makes it by hand; building and installing do it too. The file is replaced
in one step, so that a reader never finds half of one.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from pathlib import Path
from typing import TypeVar

import msgspec

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
        return msgspec.msgpack.decode(packed[_SIZE:], type=kind)
    except msgspec.DecodeError:
        return None


def compile_shipped() -> tuple[Path, ...]:
    """Compile all shipped editions."""
    from firelane.forces.library import EDITIONS, read

    encode = msgspec.msgpack.Encoder(order="deterministic").encode
    mark = fingerprint()
    return tuple(_write(target(edition), mark + encode(read(edition))) for edition in EDITIONS)


def _write(path: Path, packed: bytes) -> Path:
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


if __name__ == "__main__":
    for made in compile_shipped():
        sys.stdout.write(f"{made}\n")
