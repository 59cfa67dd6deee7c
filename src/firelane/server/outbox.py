"""What waits to be sent to one client, in order.

As `asyncio.Queue`, for one reader and writers that never wait: whoever has nothing to read waits without
asking the system which event loop this is, which a queue does each time.
"""

from __future__ import annotations

import asyncio
from collections import deque


class Outbox:
    """Messages, and at last the code with which to close."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: deque[bytes | int] = deque()
        self._loop = asyncio.get_running_loop()
        self._wanted: asyncio.Future[None] | None = None

    def put(self, what: bytes | int) -> bool:
        """Put something at the end; or not, if there is no room."""
        if len(self._waiting) >= self._most:
            return False
        self._waiting.append(what)
        if self._wanted is not None and not self._wanted.done():
            self._wanted.set_result(None)
        return True

    def clear(self) -> None:
        """Forget what waits."""
        self._waiting.clear()

    async def get(self) -> bytes | int:
        """The next one, when there is one."""
        while not self._waiting:
            self._wanted = self._loop.create_future()
            await self._wanted
        return self._waiting.popleft()
