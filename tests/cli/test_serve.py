"""`firelane serve`: what it says, what it opens, what it keeps to itself."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys

import pytest

from firelane.server.serve import is_loopback
from hanging import HANG_SECONDS


def start(*options: str, **environ: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "firelane", "serve", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "FIRELANE_LANG": "en", **environ},
    )


def stopped(process: subprocess.Popen[str]) -> str:
    process.send_signal(signal.SIGINT)
    return "".join(process.communicate(timeout=HANG_SECONDS))


def test_it_says_where_it_stands_and_serves_there(tmp_path):
    process = start("--port", "0", FIRELANE_STORE=str(tmp_path / "mine.sqlite"))
    assert process.stdout is not None
    said = process.stdout.readline()
    assert "mine.sqlite" in said
    port = int(said.partition("127.0.0.1:")[2].partition("/")[0])
    asking = http.client.HTTPConnection("127.0.0.1", port, timeout=HANG_SECONDS)
    asking.request("GET", "/api/rules/search?words=in-the-address")
    assert asking.getresponse().status == 200
    asking.close()
    rest = stopped(process)
    assert "NOTICE" not in rest
    assert "in-the-address" not in rest
    assert (tmp_path / "mine.sqlite").exists()


def test_an_address_for_others_is_told_of(tmp_path):
    process = start("--port", "0", "--host", "0.0.0.0", "--store", str(tmp_path / "games.sqlite"))
    assert process.stdout is not None
    port = process.stdout.readline().partition("0.0.0.0:")[2].partition("/")[0]
    rest = stopped(process)
    assert "NOTICE: 0.0.0.0 is not this machine alone" in rest
    assert f"port {port}" in rest


@pytest.mark.parametrize(
    ("host", "alone"),
    [
        ("127.0.0.1", True),
        ("localhost", True),
        ("::1", True),
        ("0.0.0.0", False),
        ("::", False),
        ("example.org", False),
    ],
)
def test_which_addresses_are_this_machine_alone(host, alone):
    assert is_loopback(host) is alone


def test_a_port_in_use_is_told_without_a_traceback(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        process = start("--port", str(port), "--store", str(tmp_path / "games.sqlite"))
        _, said = process.communicate(timeout=HANG_SECONDS)
    assert process.returncode == 2
    assert f"port {port}: it cannot be opened" in said
    assert "Traceback" not in said


def test_a_store_that_cannot_be_opened_is_told_without_its_password():
    process = start("--port", "0", "--store", "postgresql://me:hush@127.0.0.1:1/games")
    _, said = process.communicate(timeout=HANG_SECONDS)
    assert process.returncode == 2
    assert "the store cannot be opened" in said
    assert "hush" not in said
    assert "Traceback" not in said
