"""The package in python/ with the real daemon: python.py FOLDER-OF-PROGRAMS

Its wheel, installed into an environment of its own; its types, by mypy; calls, streams, errors, for asyncio too."""
import asyncio, hashlib, os, re, subprocess, sys, threading

from checks import Checks, write
from kiosk import PATIENCE, ROOT, fails_with, ran, until, with_kiosk
from touchd import AsyncTouchd, Disconnected, Touchd, TouchdError

BUTTON = {"id": "a", "kind": "button", "x": 100, "y": 100, "width": 200, "height": 100}
#: Lines that mypy has to refuse, with a word of its reason.
MISTAKES = {
    'touchd.call("io.touchd.unlock.Userz")': "call-overload",
    'touchd.call("io.touchd.unlock.Users", nam="anna")': "call-overload",
    'touchd.call("io.touchd.unlock.Users", name=7)': "call-overload",
    'touchd.call("io.touchd.scene.Present", widgets=[])': "call-overload",
    'touchd.call("io.touchd.unlock.Users")["userz"]': "typeddict-item",
    'next(touchd.stream("io.touchd.unlock.Verify", user="a", scene="s", widget="b"))["outcome"] == "pased"': "comparison-overlap",
    'widget: scene.Widget = {"id": "a", "kind": "buton", "x": 0, "y": 0, "width": 1, "height": 1}': "typeddict-item",
}
check = Checks()


@check("the wheel is the same each time and works where it is installed")
def wheel(kiosk):
    sums = set()
    for name in ("one", "two"):
        os.mkdir(f"{kiosk.folder}/{name}")
        wheel = ran(sys.executable, f"{ROOT}/python/backend/wheel.py", f"{kiosk.folder}/{name}").stdout.strip()
        with open(f"{kiosk.folder}/{name}/{wheel}", "rb") as file:
            sums.add(hashlib.sha256(file.read()).hexdigest())
    assert len(sums) == 1, sums
    version = ran("dpkg-parsechangelog", "-l", f"{ROOT}/debian/changelog", "-S", "Version").stdout.strip()
    assert wheel == f"touchd-{version}-py3-none-any.whl", wheel
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", f"{kiosk.folder}/env"], check=True)
    for source in (f"{kiosk.folder}/one/{wheel}", f"{ROOT}/python"):      # as pip builds it, too
        subprocess.run([sys.executable, "-m", "pip", "--python", f"{kiosk.folder}/env/bin/python", "install", "-q", "--no-index", "--force-reinstall", "--disable-pip-version-check", source], check=True, cwd=kiosk.folder)
    program = "import touchd, touchd.wire.scene; print(touchd.__file__, touchd.Touchd().call('io.touchd.manage.Status')['panels']['count'])"
    told = ran(f"{kiosk.folder}/env/bin/python", "-c", program, env={"TOUCHD_SOCKET": kiosk.socket}, cwd=kiosk.folder)
    assert re.fullmatch(rf"{kiosk.folder}/env/.*/touchd/__init__.py 1\n", told.stdout), told


@check("types accept the package and the examples and refuse mistakes")
def types(kiosk):
    # In an example what is called may be untyped. With one configuration the package is read once.
    write(f"{kiosk.folder}/mypy.ini", "[mypy]\nstrict = True\n[mypy-unlock,greeter]\n"
          + "".join(f"allow_{what} = True\n" for what in ("untyped_defs", "incomplete_defs", "untyped_calls")))
    mypy = lambda *words, expected=0: ran("mypy", "--config-file", f"{kiosk.folder}/mypy.ini", "--cache-dir", f"{kiosk.folder}/mypy",
                                          "--no-error-summary", *words, expected=expected, env=os.environ | {"MYPYPATH": f"{ROOT}/python"}).stdout
    mypy(f"{ROOT}/python/touchd", *(f"{ROOT}/examples/{example}.py" for example in ("unlock", "greeter")))
    write(f"{kiosk.folder}/mistakes.py", "from touchd import Touchd\nfrom touchd.wire import scene\ntouchd = Touchd()\n" + "".join(f"{line}\n" for line in MISTAKES))
    told = "\n".join(line for line in mypy(f"{kiosk.folder}/mistakes.py", expected=1).splitlines() if ": error:" in line)
    for number, (line, reason) in enumerate(MISTAKES.items(), 4):
        assert re.search(rf"mistakes\.py:{number}: error: .*\[{reason}\]", told), f"{line} is not refused with {reason}:\n{told}"


@check("a call a stream and an error")
def calls(kiosk):
    touchd = Touchd(kiosk.socket, timeout=PATIENCE)
    with touchd.stream("io.touchd.scene.Present", widgets=[BUTTON]) as events:
        assert next(events)["layout"][0]["widget"] == "a"
        kiosk.finger("tap", "200,150")
        names = [reply["event"]["name"] for _, reply in zip(range(2), (reply for reply in events if "event" in reply))]
        assert names == ["began", "pressed"], names
    until(lambda: touchd.call("io.touchd.manage.Status")["screen"]["scenes"] == 0, "the scene ends with its stream")
    with fails_with(TouchdError, "io.touchd.unlock.Remove.*nobody") as caught:
        touchd.call("io.touchd.unlock.Remove", user="nobody")
    assert caught.exception.name == "io.touchd.unlock.NoSuchUser", caught.exception
    # None is left out, and a word of Python's ends in _.
    assert touchd.call("io.touchd.unlock.Users", name=None)["users"] == []
    assert isinstance(touchd.call("io.touchd.monitor.Recording", from_=0), dict)
    with fails_with(FileNotFoundError, f"{kiosk.folder}/none"):
        Touchd(f"{kiosk.folder}/none").call("io.touchd.manage.Status")


@check("a stream that another thread closes ends")
def closed(kiosk):
    events = Touchd(kiosk.socket).stream("io.touchd.device.Watch")
    assert next(events)["devices"]
    left = []
    reader = threading.Thread(target=lambda: left.extend(events))
    reader.start()
    events.close()
    reader.join(PATIENCE)
    assert not reader.is_alive() and left == []


@check("the same for asyncio where a cancelled task ends its call")
def tasks(kiosk):
    async def all_of_it():
        touchd = AsyncTouchd(kiosk.socket)
        async with touchd.stream("io.touchd.scene.Present", widgets=[BUTTON]) as events:
            shown = await anext(events)
            assert shown["layout"][0]["widget"] == "a"
            kiosk.finger("tap", "200,150")
            names = []
            async for reply in events:
                names += [reply["event"]["name"]] if "event" in reply else []
                if len(names) == 2:
                    break
            assert names == ["began", "pressed"], names

        async def watch():
            async for _ in touchd.stream("io.touchd.scene.Present", widgets=[BUTTON]):
                started.set()
        async def count_of_scenes_is(count):
            while (await touchd.call("io.touchd.manage.Status"))["screen"]["scenes"] != count:
                await asyncio.sleep(0.02)
        await count_of_scenes_is(0)
        started, task = asyncio.Event(), asyncio.create_task(watch())
        await started.wait()
        await count_of_scenes_is(1)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await count_of_scenes_is(0)
        with fails_with(TouchdError, "io.touchd.unlock.NoSuchUser"):
            await touchd.call("io.touchd.unlock.Remove", user="nobody")
    asyncio.run(asyncio.wait_for(all_of_it(), PATIENCE))


@check("a daemon that ends is a lost connection")
def disconnected(kiosk):
    events, told = Touchd(kiosk.socket).stream("io.touchd.device.Watch"), "^io.touchd.device.Watch: touchd closed the connection$"
    next(events)

    async def lost():
        stream = AsyncTouchd(kiosk.socket).stream("io.touchd.device.Watch")
        await anext(stream)
        kiosk.stop()
        with fails_with(Disconnected, told):
            async for _ in stream:
                pass
    try:
        asyncio.run(lost())
        with fails_with(Disconnected, told):
            for _ in events:
                pass
    finally:
        kiosk.start()


sys.exit(with_kiosk(check))
