"""Calls on the daemon's socket: Varlink, one message of JSON after another, each ended by a zero byte."""

from __future__ import annotations

import asyncio
import json
import os
import socket
from collections.abc import AsyncIterator, Iterator
from types import TracebackType
from typing import Any, Generic, TypeVar, cast

Reply = TypeVar("Reply")


class TouchdError(Exception):
    """An error of the daemon: its full name, such as io.touchd.unlock.NoSuchUser, and parameters that say what and where."""

    def __init__(self, method: str, name: str, parameters: dict[str, Any]) -> None:
        super().__init__(f"{method}: {name}" + (f" {json.dumps(parameters, ensure_ascii=False)}" if parameters else ""))
        self.method, self.name, self.parameters = method, name, parameters


class Disconnected(ConnectionError):
    """The daemon has closed the connection before its last reply."""


def default_path() -> str:
    """The socket: the environment variable TOUCHD_SOCKET, or the usual one."""
    return os.environ.get("TOUCHD_SOCKET", "/run/touchd/touchd.sock")


def encoded(method: str, parameters: dict[str, Any], more: bool) -> bytes:
    """A call. Parameters that are None are left out; a name that is a word of Python's is given as `from_`."""
    given = {name.removesuffix("_"): value for name, value in parameters.items() if value is not None}
    call = {"method": method, "parameters": given} | ({"more": True} if more else {})
    return json.dumps(call, ensure_ascii=False).encode() + b"\0"


def decoded(method: str, message: bytes) -> tuple[dict[str, Any], bool]:
    """The parameters of a reply, and whether others follow. Throws the error that it is."""
    reply = json.loads(message)
    if "error" in reply:
        raise TouchdError(method, reply["error"], reply.get("parameters") or {})
    return reply.get("parameters") or {}, bool(reply.get("continues"))


class Stream(Generic[Reply], Iterator[Reply]):
    """The replies to a call. Closing it, from any thread, ends the call: a scene leaves the screen, a request is withdrawn."""

    def __init__(self, path: str, method: str, parameters: dict[str, Any], more: bool, timeout: float | None) -> None:
        self.method, self._rest, self._is_over = method, b"", False
        self.socket = socket.socket(socket.AF_UNIX)
        try:
            self.socket.settimeout(timeout)
            self.socket.connect(path)
            self.socket.sendall(encoded(method, parameters, more))
        except OSError as error:
            self.socket.close()
            error.filename = error.filename or path
            raise

    def __next__(self) -> Reply:
        while not self._is_over and b"\0" not in self._rest:
            try:
                data = self.socket.recv(1 << 18)
            except OSError:
                if self._is_over:
                    break
                raise
            if not data and not self._is_over:
                self.close()
                raise Disconnected(f"{self.method}: touchd closed the connection")
            self._rest += data
        if self._is_over:
            raise StopIteration
        message, _, self._rest = self._rest.partition(b"\0")
        try:
            parameters, continues = decoded(self.method, message)
        except TouchdError:
            self.close()
            raise
        if not continues:
            self.close()
        return cast(Reply, parameters)

    def close(self) -> None:
        if self._is_over:
            return
        self._is_over = True
        try:
            self.socket.shutdown(socket.SHUT_RDWR)   # wakes a thread that reads
        except OSError:
            pass
        self.socket.close()

    def __enter__(self) -> Stream[Reply]:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class AsyncStream(Generic[Reply], AsyncIterator[Reply]):
    """The replies to a call, for asyncio. The call is sent with the first reply that is awaited; a cancelled wait ends it."""

    def __init__(self, path: str, method: str, parameters: dict[str, Any], more: bool) -> None:
        self.path, self.method, self._call = path, method, encoded(method, parameters, more)
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._is_over = False

    async def __anext__(self) -> Reply:
        if self._is_over:
            raise StopAsyncIteration
        try:
            if self._reader is None:
                self._reader, self._writer = await asyncio.open_unix_connection(self.path, limit=1 << 26)
                self._writer.write(self._call)
            message = await self._reader.readuntil(b"\0")
            parameters, continues = decoded(self.method, message[:-1])
        except asyncio.IncompleteReadError:
            self.close()
            raise Disconnected(f"{self.method}: touchd closed the connection") from None
        except BaseException:
            self.close()
            raise
        if not continues:
            self.close()
        return cast(Reply, parameters)

    def close(self) -> None:
        self._is_over = True
        if self._writer is not None:
            self._writer.close()

    async def __aenter__(self) -> AsyncStream[Reply]:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
