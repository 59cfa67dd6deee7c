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
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

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


@cache
def _address() -> str:
    """The address of a server that is started once for all tests of this process."""
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
    control = (programs / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options)
    run(*control, "start")

    def stop() -> None:
        run(*control, "-m", "immediate", "stop", check=False)
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(stop)
    return f"postgresql://firelane@127.0.0.1:{port}"


@contextmanager
def fresh_address() -> Iterator[str]:
    """The address of an empty database."""
    server = _address()
    name = f"games_{uuid.uuid4().hex}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    yield f"{server}/{name}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
