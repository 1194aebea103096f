"""The daemon's methods. What each takes and returns is in client.pyi, which scripts/interfaces generates."""

from .connection import AsyncStream, Stream, default_path


class Touchd:
    """The daemon. Each call has its own connection, so that none waits for another."""

    def __init__(self, path=None, timeout=None):
        """The path of the socket (default: TOUCHD_SOCKET, or the usual one), and seconds to wait for each reply (default: for ever)."""
        self.path, self.timeout = path or default_path(), timeout

    def call(self, method, **parameters):
        """The only reply of a method."""
        return next(Stream(self.path, method, parameters, False, self.timeout))

    def stream(self, method, **parameters):
        """The replies of a method that has several."""
        return Stream(self.path, method, parameters, True, self.timeout)


class AsyncTouchd:
    """The daemon, for asyncio."""

    def __init__(self, path=None):
        self.path = path or default_path()

    async def call(self, method, **parameters):
        """The only reply of a method."""
        return await anext(AsyncStream(self.path, method, parameters, False))

    def stream(self, method, **parameters):
        """The replies of a method that has several."""
        return AsyncStream(self.path, method, parameters, True)
