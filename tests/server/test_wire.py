"""What is written in one breath is sent at once, in order; and who talks too fast is not read for a while."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.uri import parse_uri

from firelane.server.serve import configured
from firelane.server.wire import WAITING, Together, Wire


class Line(asyncio.Transport):
    """A transport that only remembers."""

    def __init__(self) -> None:
        super().__init__()
        self.done: list[Any] = []

    def write(self, data: Any) -> None:
        self.done.append(bytes(data))

    def close(self) -> None:
        self.done.append("close")

    def is_closing(self) -> bool:
        return "close" in self.done

    def pause_reading(self) -> None:
        self.done.append("pause")

    def resume_reading(self) -> None:
        self.done.append("resume")


def test_what_is_written_in_one_breath_is_sent_at_once() -> None:
    async def write() -> list[Any]:
        line = Line()
        together = Together(line, asyncio.get_running_loop())
        together.write(b"it counts, ")
        together.write(b"and this came of it")
        assert line.done == []
        await asyncio.sleep(0)
        together.write(b"later")
        await asyncio.sleep(0)
        return line.done

    assert asyncio.run(write()) == [b"it counts, and this came of it", b"later"]


def test_nothing_is_written_behind_the_end() -> None:
    async def write() -> list[Any]:
        line = Line()
        together = Together(line, asyncio.get_running_loop())
        together.write(b"good bye")
        together.close()
        await asyncio.sleep(0)
        return line.done

    assert asyncio.run(write()) == [b"good bye", "close"]


def test_reading_stops_when_several_messages_wait_and_goes_on_when_they_are_taken() -> None:
    async def talk() -> None:
        async def app(scope: Any, receive: Any, send: Any) -> None:
            await send({"type": "websocket.accept"})
            await asyncio.sleep(3600)

        line, state = Line(), ServerState()
        wire = Wire(configured(app), state, {})
        wire.connection_made(line)
        client = ClientProtocol(parse_uri("ws://here/play"))
        client.send_request(client.connect())
        wire.data_received(b"".join(client.data_to_send()))
        for _ in range(3):
            await asyncio.sleep(0)
        client.receive_data(b"".join(line.done))
        line.done.clear()
        assert (await wire.receive())["type"] == "websocket.connect"

        def say(*words: str) -> None:
            for word in words:
                client.send_text(word.encode())
            wire.data_received(b"".join(client.data_to_send()))

        async def heard() -> str:
            return str((await wire.receive())["text"])  # type: ignore[typeddict-item]

        for word in "abc":
            say(word)
            assert await heard() == word
        assert line.done == [], "one after the other needs no stop"
        said = [str(number) for number in range(WAITING + 3)]
        say(*said[:-1])
        say(said[-1])
        assert line.done == ["pause"]
        assert [await heard() for _ in said] == said
        assert line.done == ["pause", "resume"]
        for task in state.tasks:
            task.cancel()

    asyncio.run(talk())
