"""The tables of the store, and how an older store becomes one of today."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Float,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    insert,
    inspect,
    select,
    text,
    update,
)

from firelane.problem import Problem

tables = MetaData()

version = Table("schema_version", tables, Column("number", Integer, nullable=False))

rooms = Table(
    "rooms",
    tables,
    Column("id", String(32), primary_key=True),
    Column("ruleset", String(100), nullable=False),
    Column("header", Text, nullable=False),
    Column("house", Text, nullable=False),
    Column("players", Text, nullable=False),
    Column("delay", Integer, nullable=False),
    Column("begun", Float(53), nullable=False),
    Column("changed", Float(53), nullable=False),
    Column("asked", Text, nullable=False),
    Column("outcome", Text, nullable=False),
)

seats = Table(
    "seats",
    tables,
    Column("secret", String(64), primary_key=True),
    Column("room", String(32), nullable=False, index=True),
    Column("seat", String(100), nullable=False),
    Column("own_dice", Integer, nullable=False),
)

lines = Table(
    "lines",
    tables,
    Column("room", String(32), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("line", Text, nullable=False),
    Column("at", Float(53), nullable=False),
    Column("said", String(200), nullable=False),
    Column("news", Text, nullable=False, server_default=""),
)
"""The lines of games. `news`: the seats that read or said something of a line, as a JSON list."""

reasons = Table(
    "reasons",
    tables,
    Column("room", String(32), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("weighed", LargeBinary, nullable=False),
)
"""What machine players weighed, by the line that came of it."""

tickets = Table(
    "tickets",
    tables,
    Column("secret", String(64), primary_key=True),
    Column("room", String(32), nullable=False, index=True),
    Column("seat", String(100), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("used", Integer, nullable=False),
)
"""Links that are exchanged once for a seat's secret: invitations, and links to another device."""

origins = Table(
    "origins",
    tables,
    Column("room", String(32), primary_key=True),
    Column("origin", Text, nullable=False),
)
"""Who set a room up, and with what. Rooms made before these tables have none."""

Migration = Callable[[Connection], None]


def _first(connection: Connection) -> None:
    tables.create_all(connection)


def _with_reasons(connection: Connection) -> None:
    reasons.create(connection, checkfirst=True)


def _with_news(connection: Connection) -> None:
    if not any(column["name"] == "news" for column in inspect(connection).get_columns(lines.name)):
        connection.execute(text("ALTER TABLE lines ADD COLUMN news TEXT NOT NULL DEFAULT ''"))


def _with_tickets(connection: Connection) -> None:
    tickets.create(connection, checkfirst=True)
    origins.create(connection, checkfirst=True)


MIGRATIONS: Sequence[Migration] = (_first, _with_reasons, _with_news, _with_tickets)
"""Each makes the next version of the tables; version 0 is an empty store."""


def migrate(connection: Connection, migrations: Sequence[Migration] = MIGRATIONS) -> int:
    """Bring the store up to the last version, in the connection's transaction; the version that it was."""
    found = 0
    if inspect(connection).has_table(version.name):
        found = connection.execute(select(version.c.number)).scalar_one()
    if found > len(migrations):
        raise Problem("server.newer-store", found=found, known=len(migrations))
    for number, step in enumerate(migrations[found:], start=found + 1):
        step(connection)
        done = update(version) if number > 1 else insert(version)
        connection.execute(done.values(number=number))
    return found
