"""A PostgreSQL server of the tests' own: Debian's package, run as a user of its own, for it refuses root."""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest


def _programs() -> Path | None:
    """Where the server's programs are."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    there = shutil.which("initdb")
    return Path(there).resolve().parent if there else None


def _someone() -> int | None:
    """The user to run it as: oneself, or for root one that is not."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_uid
        except KeyError:
            continue
    raise RuntimeError("there is no user to run PostgreSQL as")


class _Server(NamedTuple):
    address: str
    control: Callable[..., None]
    """Runs `pg_ctl` with these words."""


@cache
def _server() -> _Server:
    """A server that is started once for all tests of this process."""
    programs = _programs()
    if programs is None:
        told = (
            "NOTICE: the store is not tested on PostgreSQL here. To have it: sudo apt-get install postgresql"
        )
        if os.environ.get("CI"):
            raise RuntimeError(told)
        pytest.skip(told)
    user = _someone()
    folder = Path(tempfile.mkdtemp(prefix="firelane-postgres-"))
    if user is not None:
        os.chown(folder, user, -1)
    data = folder / "data"

    def run(*command: object, check: bool = True) -> None:
        subprocess.run(
            [str(word) for word in command], cwd=folder, user=user, check=check, capture_output=True
        )

    run(programs / "initdb", "-D", data, "-U", "firelane", "-A", "trust", "-E", "UTF8", "--locale", "C", "-N")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder}"

    def control(*words: str, check: bool = True) -> None:
        run(programs / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, *words, check=check)

    control("start")

    def stop() -> None:
        control("-m", "immediate", "stop", check=False)
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(stop)
    return _Server(f"postgresql://firelane@127.0.0.1:{port}", control)


@contextmanager
def stopped(mode: str) -> Iterator[None]:
    """Stop the server in a mode of PostgreSQL's (`fast`, `immediate`), and start it again at the end."""
    control = _server().control
    control("-m", mode, "stop")
    try:
        yield
    finally:
        control("start")


@contextmanager
def fresh_address() -> Iterator[str]:
    """The address of an empty database."""
    server = _server().address
    name = f"games_{uuid.uuid4().hex}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    yield f"{server}/{name}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
