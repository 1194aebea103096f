"""Latency of touches while another program calls one method again and again, compared with none. Used by bench.py."""

import itertools
import multiprocessing
import shutil
import time

import methods
from methods import CALLS, Caller
from testbed import Awake

# Frames of each flood, at 125 Hz; floods with calls and without take turns.
FRAMES, TURNS = 100, 3
# Time between two calls.
PAUSE = 0.005
PATTERN = {"id": "w0", "kind": "pattern", "x": 0.0, "y": 0.0, "width": 1280.0, "height": 800.0, "pattern": {"trail": "live"}}


def touches(bench, results, users):
    """Each method with the p99 of the latency in microseconds while it is called, and without; None if it ends touches."""
    from bench import Listener, Wire
    state = bench.store("beside", results, users)
    program = bench.start("touchd", state=state)
    screen = Wire(program.socket)
    screen.send("io.touchd.scene.Present", {"widgets": [PATTERN]}, more=True)
    screen.receive()
    shown = Listener(screen)

    first = itertools.count(200, 200)

    def flood(method=None):
        shown.heard.clear()
        caller = None
        if method:
            names = any(methods.someone in parameters.values() for parameters in CALLS[method])
            caller = multiprocessing.get_context("fork").Process(
                target=again_and_again, args=(program.socket, method, next(first) if names else 0), daemon=True)
            caller.start()
        bench.beds["touchd"].flood(FRAMES, 1, 125)
        if caller:
            caller.terminate()
            caller.join()
        time.sleep(0.1)
        return [at - reply["event"]["timeUSec"] for at, reply in list(shown.heard) if reply.get("event", {}).get("name") == "moved"]

    with Awake():
        for method in CALLS:
            quiet, ours = [], []
            for _ in range(TURNS):
                quiet += flood()
                ours += flood(method)
                Caller(program.socket).call("manage.StopCleaning", {})
            enough = len(ours) > TURNS * FRAMES * 0.8 and quiet
            yield method, p99(ours) if enough else None, p99(quiet) if quiet else None
    program.stop()
    shutil.rmtree(state)


def p99(latencies):
    return sorted(latencies)[int((len(latencies) - 1) * 0.99)]


def again_and_again(path, method, first):
    """Calls a method until the process is ended; users are named from the `first` on."""
    methods.NUMBERS = itertools.count(first)
    caller = Caller(path)
    # The finger lands first: what is presented then covers the scene.
    time.sleep(0.1)
    while True:
        for parameters in CALLS[method]:
            caller.prepare(method)
            caller.call(method, parameters, seconds=0.1)
            # A user may have only so many open challenges.
            if caller.replies.get("captcha.Create"):
                caller.call("captcha.Decline", CALLS["captcha.Decline"][0], seconds=0.1)
                caller.replies.pop("captcha.Create")
            time.sleep(PAUSE)
