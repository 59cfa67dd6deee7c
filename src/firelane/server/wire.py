"""The sockets of uvicorn with fewer calls to the system, which cost more than what they carry."""

from __future__ import annotations

import asyncio
from asyncio.transports import BaseTransport
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

WAITING = 2
"""So many messages of one client may wait before no more are read."""


class Together:
    """A transport that sends what is written in one breath together: that an answer counts, and the news."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._written: list[bytes] = []

    def write(self, data: bytes) -> None:
        """Have it sent when whoever writes now has done so."""
        if not self._written:
            self._loop.call_soon(self._send)
        self._written.append(data)

    def close(self) -> None:
        """Close behind what was written."""
        self._send()
        self._transport.close()

    def _send(self) -> None:
        if self._written:
            data, self._written = self._written, []
            self._transport.write(data[0] if len(data) == 1 else b"".join(data))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class Wire(WebSocketsSansIOProtocol):
    """One connection. Reading is not stopped and begun again for every single message."""

    def connection_made(self, transport: BaseTransport) -> None:
        """Somebody is there."""
        together = Together(cast(asyncio.Transport, transport), self.loop)
        super().connection_made(cast(asyncio.Transport, together))

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; stop reading only when several wait."""
        paused, self.read_paused = self.read_paused, True  # so that it does not stop by itself
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() >= WAITING:
            self.read_paused = True
            self.transport.pause_reading()
