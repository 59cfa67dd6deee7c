"""A socket reads a few messages ahead, and no more."""

import asyncio
from types import SimpleNamespace

from firelane.server.serve import AHEAD, _Sockets


class Line:
    """What stands between a socket and the network."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def pause_reading(self) -> None:
        self.told.append("pause")

    def resume_reading(self) -> None:
        self.told.append("resume")


def socket() -> tuple[_Sockets, Line]:
    line, made = Line(), _Sockets.__new__(_Sockets)
    made.queue, made.transport, made.read_paused = asyncio.Queue(), line, False
    made.close_sent, made.frames = False, []
    return made, line


async def _read_ahead() -> None:
    made, line = socket()

    def comes() -> None:
        made.handle_text(SimpleNamespace(data=b"{}", fin=True))

    for _ in range(AHEAD - 1):
        comes()
    assert line.told == []
    comes()
    assert line.told == ["pause"]
    comes()
    assert line.told == ["pause"], "it is read no more: this one had come with the last"
    for _ in range(AHEAD):
        assert (await made.receive())["text"] == "{}"
    assert line.told == ["pause"]
    await made.receive()
    assert line.told == ["pause", "resume"]
    comes()
    await made.receive()
    assert line.told == ["pause", "resume"]


def test_no_more_is_read_of_a_client_than_a_few_messages_ahead() -> None:
    asyncio.run(_read_ahead())
