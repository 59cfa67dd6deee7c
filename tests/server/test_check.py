"""`firelane check`: every fault is told with its room, in a line; nothing in the store is changed."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from ambush.game import FIRST
from firelane.cli.main import main
from server.databases import fresh_address
from server.owners import killed
from server.running import play_out, running

GAMES = 3


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A store with games under way, one of them over, and their rooms."""
    path = tmp_path_factory.mktemp("played") / "games.sqlite"
    return path, play(str(path))


def play(store: str) -> list[str]:
    with running(store) as server:
        games = [server.new() for _ in range(GAMES)]
        for game in games:
            with server.client(game["blue"]) as blue, server.client(game["red"]) as red:
                for client in (blue, red):
                    assert client.answer()["type"] == "accepted"
        with server.client(games[0]["blue"]) as blue, server.client(games[0]["red"]) as red:
            play_out([blue, red], seed=1)
    return [game["room"] for game in games]


@pytest.fixture
def store(played, tmp_path):
    path = tmp_path / "games.sqlite"
    path.write_bytes(played[0].read_bytes())
    return path


def check(capsys, store: object, *more: str) -> tuple[int, list[str], str]:
    """Run the command; its exit code, what it printed in lines, and what it complained of."""
    arguments = ["--lang", "en", "check", str(store), *(more or ("--with", "ambush.game:FIRST"))]
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    said = capsys.readouterr()
    assert isinstance(ended.value.code, int)
    return ended.value.code, said.out.splitlines(), said.err


def change(store: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(store)) as connection, connection:
        assert connection.execute(statement, values).rowcount == 1


def test_a_whole_store_is_told_so_and_left_alone(store, capsys):
    before = store.read_bytes()
    code, lines, err = check(capsys, store)
    assert (code, err) == (0, "")
    assert lines == [f"{store}: the database is whole, and all {GAMES} games replay."]
    assert store.read_bytes() == before
    assert [place.name for place in store.parent.iterdir()] == [store.name]


def test_it_speaks_japanese(store, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--lang", "ja", "check", str(store), "--with", "ambush.game:FIRST"])
    assert ended.value.code == 0
    assert f"全{GAMES}ゲームを再現できました" in capsys.readouterr().out


def test_an_altered_line_is_named_with_its_room(store, played, capsys):
    room = played[1][1]
    change(
        store,
        'UPDATE lines SET line = replace(line, \'"sum":"\', \'"sum":"00\') WHERE room = ? AND number = 2',
        room,
    )
    code, lines, _ = check(capsys, store)
    assert code == 1
    assert lines[0].startswith(f"room {room}: the game does not replay. room {room}, line 3: ")
    assert lines[1:] == [f"{store}: 1 problems in a store of {GAMES} games."]


@pytest.mark.parametrize("number", [1, 2])
def test_a_line_that_is_gone_is_noticed(store, played, capsys, number):
    room = played[1][2]
    change(store, "DELETE FROM lines WHERE room = ? AND number = ?", room, number)
    code, lines, _ = check(capsys, store)
    assert code == 1
    assert lines[0].startswith(f"room {room}: ")
    assert len(lines) == 2


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE rooms SET outcome = '' WHERE id = ?", "the list of games has another outcome"),
        ("UPDATE rooms SET header = '{' WHERE id = ?", "does not replay. "),
        ("UPDATE rooms SET header = '{}' WHERE id = ?", "does not replay. "),
        ("UPDATE rooms SET ruleset = 'nothing' WHERE id = ?", "its ruleset nothing is not known here"),
        ("UPDATE rooms SET header = x'ff00' WHERE id = ?", "room {room}: "),
        ("UPDATE lines SET line = x'ff00' WHERE number = 1 AND room = ?", "room {room}: "),
    ],
)
def test_each_fault_of_a_game_is_a_line(store, played, capsys, statement, words):
    room = played[1][0]
    change(store, statement, room)
    code, lines, _ = check(capsys, store)
    assert code == 1
    assert words.format(room=room) in lines[0]
    assert lines[0].startswith(f"room {room}: ")
    assert len(lines) == 2


def test_rows_of_games_that_are_gone_are_counted(store, played, capsys):
    room = played[1][1]
    with closing(sqlite3.connect(store)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM lines WHERE room = ?", (room,)).fetchone()
    assert count > 1
    change(store, "DELETE FROM rooms WHERE id = ?", room)
    code, lines, _ = check(capsys, store)
    assert code == 1
    assert lines[:3] == [
        "The table seats has 3 rows of games that are not there.",
        "The table origins has 1 rows of games that are not there.",
        f"The table lines has {count} rows of games that are not there.",
    ]


def test_no_complaint_tells_a_seed_or_a_hash(store, played, capsys):
    with closing(sqlite3.connect(store)) as connection:
        headers = [json.loads(header) for (header,) in connection.execute("SELECT header FROM rooms")]
        hashes = [found for (found,) in connection.execute("SELECT secret FROM seats")]
        connection.execute("UPDATE rooms SET header = replace(header, '\"seed\"', '\"sead\"')")
        connection.execute("UPDATE lines SET line = replace(line, '\"n\":2', '\"n\":7')")
        connection.commit()
    code, lines, err = check(capsys, store)
    assert (code, len(lines)) == (1, GAMES + 1)
    secrets = [*hashes, *(header["seed"] for header in headers)]
    assert len(secrets) == 4 * GAMES
    assert not [secret for secret in secrets if secret in "\n".join(lines) + err]


def test_games_that_can_still_be_read_are_told_from_those_that_cannot(store, played, capsys):
    """Of a database that is cut short: its tables are there, some of the rows are not."""
    with closing(sqlite3.connect(store, isolation_level=None)) as connection:
        for number in range(60):
            connection.execute(
                "INSERT INTO lines (room, number, line, at, said) VALUES (?, ?, ?, 1.0, '')",
                (f"zz-{number}", 1, "x" * 3000),
            )
    os.truncate(store, store.stat().st_size - 20 * 4096)
    code, lines, _ = check(capsys, store)
    assert code == 1
    assert lines[0].startswith("The database is damaged: ")
    assert not [line for line in lines if "Traceback" in line]
    assert lines[-1].startswith(f"{store}: ")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "there is no such file"),
        (b"no database " * 500, "file is not a database"),
        (b"", "is no store of Firelane"),
    ],
)
def test_what_cannot_be_checked_is_said_and_leaves_with_2(tmp_path, capsys, content, words):
    path = tmp_path / "games.sqlite"
    if content is not None:
        path.write_bytes(content)
    code, lines, err = check(capsys, path)
    assert (code, lines) == (2, [])
    assert words in err
    assert str(path) in err


def test_the_rulesets_of_this_program_are_known_without_being_named(store, capsys):
    code, lines, _ = check(capsys, store, "--with", "ambush.game:SECOND")
    assert code == 1
    assert len([line for line in lines if "--with" in line]) == GAMES


def test_a_store_that_was_killed_is_checked_as_the_next_start_would_have_it(tmp_path, capsys):
    path = tmp_path / "games.sqlite"

    async def write(store):
        from firelane.server.hub import Hub
        from firelane.server.making import RoomMaker
        from firelane.server.messages import NewGame

        hub = Hub(store, {FIRST.name: FIRST})
        for _ in range(4):
            await RoomMaker(hub).make(NewGame(ruleset=FIRST.name))

    killed(path, write)
    log = path.with_name("games.sqlite-wal")
    os.truncate(log, 5000)
    code, lines, err = check(capsys, path)
    assert (code, err) == (0, "")
    assert lines == [f"{path}: the database is whole, and all 4 games replay."]
    assert log.stat().st_size == 5000


def test_a_postgresql_store_is_checked_too(capsys):
    with fresh_address() as address:
        code, lines, err = check(capsys, address)
        assert (code, lines) == (2, [])
        assert "is no store of Firelane" in err
        rooms = play(address)
        code, lines, _ = check(capsys, address)
        assert (code, len(lines)) == (0, 1)
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("UPDATE lines SET line = '{' WHERE room = %s AND number = 2", (rooms[1],))
        code, lines, _ = check(capsys, address)
        assert code == 1
        assert lines[0].startswith(f"room {rooms[1]}: ")
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("UPDATE schema_version SET number = number + 1")
        code, lines, err = check(capsys, address)
        assert (code, lines) == (2, [])
        assert "tables of version" in err
