"""The daemon touchd, from Python, with only the standard library.

    from touchd import Touchd
    scene = Touchd().stream("io.touchd.scene.Present", widgets=[...])

`Touchd` waits, `AsyncTouchd` is for asyncio. Methods, parameters and replies are those of the interface files, and checked by a type
checker; `touchd.wire` has their types.
"""

from .client import AsyncTouchd, Touchd
from .connection import AsyncStream, Disconnected, Stream, TouchdError

__all__ = ["AsyncStream", "AsyncTouchd", "Disconnected", "Stream", "Touchd", "TouchdError"]
