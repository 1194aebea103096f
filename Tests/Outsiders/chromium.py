"""Headless Chromium, driven by the DevTools protocol over a pipe: JSON messages, each ended by a NUL byte."""
import base64, contextlib, functools, http.server, itertools, json, os, select, shutil, signal, subprocess, sys, tempfile, threading, time

from kiosk import PATIENCE, Kiosk


#: In a page: where a part of an SVG picture is, [x, y, width, height] in pixels of the view.
PLACE = """(part => {
    const own = part.getBBox(), at = part.getCTM(), view = part.ownerSVGElement.getCTM();
    return [(at.e - view.e + own.x * at.a) / view.a, (at.f - view.f + own.y * at.d) / view.a, own.width, own.height];
})"""
#: The same for its middle, [x, y].
MIDDLE = f"(part => (([x, y, width, height]) => [x + width / 2, y + height / 2])({PLACE}(part)))"

#: In every page: `all(selector)` finds parts in shadow trees, too, `one` the first of them; what follows ` >>> ` is in a part's own tree.
#: `listen(names)` keeps [id, name, detail] of events of elements as `heard`, and messages of errors as `errors`.
PIERCING = """globalThis.all = selector => {
    const [first, ...rest] = selector.split(' >>> '), roots = [document];
    for (const root of roots) for (const part of root.querySelectorAll('*')) if (part.shadowRoot) roots.push(part.shadowRoot);
    const found = roots.flatMap(root => [...root.querySelectorAll(first)]);
    return rest.reduce((parts, inner) => parts.flatMap(part => [...part.shadowRoot?.querySelectorAll(inner) ?? []]), found);
};
globalThis.one = selector => all(selector)[0] ?? null;
globalThis.listen = (...names) => {
    globalThis.heard = []; globalThis.errors = [];
    for (const name of names) addEventListener(`touchd-${name}`, ({ target, detail }) => heard.push([target.id, name, detail]), true);
    addEventListener('error', ({ error }) => errors.push(error?.message));
};"""


def miss(kiosk, page, of):
    """Drags the piece of a captcha, once it is there, into the corner that is farther away: no gap touches the edge. `of` begins what
    `one` finds in the page."""
    (x, y, width, height), (left, top, breadth, _) = page.wait(f"""(parts => parts.every(Boolean) && !parts[0].closest('[data-mood=wrong]')
        && parts.map(part => (box => [box.x, box.y, box.width, box.height])(part.getBoundingClientRect())))(
        ['.touchd-rim', '.touchd-picture'].map(name => one(`{of} ${{name}}`)))""")
    kiosk.finger("line", f"{x + width / 2},{y + height / 2}", f"{left + (breadth - 3 if x < left + breadth / 2 else 3)},{top + 3}")


class BrowserFailed(Exception):
    """Chromium did not start, or the page did not do what was expected."""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def serve(folder):
    """A server of a folder's files, on a port of its own, that is already running."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def watched(check, browser, kit):
    """Runs checks, each with `kit`. A failed check's pages are closed: they would stay on the screen and fail the next checks too."""
    pages, seen = [], []

    def act(test):
        pages[:], seen[:] = browser.pages, [len(browser.events)]
        test(kit)

    def failed():
        print(*(line[:200] for line in complaints(browser.events[seen[0]:])[-4:]), sep="\n    ")
        for page in [page for page in browser.pages if page not in pages]:
            with contextlib.suppress(BrowserFailed, OSError):
                page.close()
    print(browser.version)
    return check.run(act, failed)


def started():
    """A browser. Without one the program ends."""
    try:
        return Chromium()
    except BrowserFailed as error:
        sys.exit(f"FAILED: {error}")


def browse(check, made, prepare=lambda kiosk: None, processes=1):
    """Runs checks in a browser, with a kiosk of the programs in the first argument; each gets what `made(kiosk, browser)` returns. Checks
    that do not depend on each other may run in several processes, each with a browser and a kiosk of its own.

    Returns: the exit status.
    """
    if processes > 1:
        is_one, failed = check.share(processes)
        if not is_one:
            return 1 if failed else 0
    browser, kiosk = started(), Kiosk(sys.argv[1])
    try:
        prepare(kiosk)
        failed = watched(check, browser, made(kiosk, browser))
        if failed:
            os.system(f"tail -n 20 {kiosk.folder}/log")
    finally:
        browser.close()
        kiosk.close()
    return 1 if failed else 0


def complaints(events):
    """Console messages and exceptions among the browser's events."""
    found = []
    for event in events:
        if event["method"] == "Runtime.exceptionThrown":
            found.append(event["params"]["exceptionDetails"].get("exception", {}).get("description", "exception"))
        if event["method"] == "Runtime.consoleAPICalled":
            found.append(" ".join(str(part.get("value", part.get("description"))) for part in event["params"]["args"]))
        if event["method"] == "Log.entryAdded":
            found.append(event["params"]["entry"]["text"])
    return found


class Chromium:
    """A browser; `page(address)` opens a tab, `pages` are the open ones."""

    def __init__(self):
        path = shutil.which("chromium")
        if not path:
            raise BrowserFailed("chromium is not installed")
        self.profile = tempfile.mkdtemp(prefix="touchd-chromium.")
        to_browser, self.commands = os.pipe()
        self.answers, from_browser = os.pipe()
        self.process = subprocess.Popen(
            # It reads descriptor 3 and writes descriptor 4.
            ["bash", "-c", f'exec "$@" 3<&{to_browser} 4>&{from_browser}', "bash", path, "--headless=new", "--no-sandbox", "--disable-gpu",
             "--remote-debugging-pipe", "--no-first-run", "--disable-background-networking", "--hide-scrollbars",
             "--disable-extensions", f"--user-data-dir={self.profile}", "about:blank"],
            pass_fds=(to_browser, from_browser), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True)
        os.close(to_browser), os.close(from_browser)
        self.buffer, self.last, self.events, self.pages = b"", 0, [], []
        self.version = self.call("Browser.getVersion")["product"]

    def tab(self):
        """The first tab, for pages one after another, or a new one; blank, so that a page is loaded although only what follows its # is another."""
        if not self.pages:
            return self.page("about:blank")
        self.pages[0].go("about:blank")
        return self.pages[0]

    def send(self, method, parameters=None, session=None):
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters or {}}
        if session:
            message["sessionId"] = session
        os.write(self.commands, json.dumps(message).encode() + b"\0")

    def call(self, method, parameters=None, session=None):
        self.send(method, parameters, session)
        for answer in self.messages(PATIENCE):
            if answer.get("id") == self.last:
                if "error" in answer:
                    raise BrowserFailed(f"{method}: {answer['error']['message']}")
                return answer["result"]
            if "method" in answer:      # otherwise the reply to a call that was not waited for
                self.events.append(answer)
        raise BrowserFailed(f"{method}: no reply within {PATIENCE} s: {str(parameters)[:200]}")

    def messages(self, wait):
        end = time.monotonic() + wait
        while True:
            while b"\0" in self.buffer:
                message, self.buffer = self.buffer.split(b"\0", 1)
                yield json.loads(message)
            if not select.select([self.answers], [], [], max(end - time.monotonic(), 0))[0]:
                return
            data = os.read(self.answers, 1 << 20)
            if not data:
                raise BrowserFailed("chromium ended")
            self.buffer += data

    def page(self, address, width=1280, height=800):
        return Page(self, address, width, height)

    def close(self):
        # Its helper processes are in its process group.
        try:
            self.call("Browser.close")
            self.process.wait(5)
        except (BrowserFailed, OSError, subprocess.TimeoutExpired):
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


class Page:
    """One tab."""

    def __init__(self, browser, address, width, height):
        self.browser = browser
        self.target = browser.call("Target.createTarget", {"url": "about:blank", "newWindow": True})["targetId"]
        browser.pages.append(self)
        self.session = browser.call("Target.attachToTarget", {"targetId": self.target, "flatten": True})["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.place(width, height)
        self.call("Emulation.setFocusEmulationEnabled", {"enabled": True})
        self.call("Page.addScriptToEvaluateOnNewDocument", {"source": PIERCING})
        self.go(address)

    def go(self, address):
        """Opens an address; returns when it is loaded. Earlier, a reply of the page would also wait for the start of its renderer."""
        seen = len(self.browser.events)
        self.call("Page.navigate", {"url": address})
        self.hears("Page.loadEventFired", seen)

    def hears(self, method, seen):
        """Waits for an event after the first `seen` ones."""
        end = time.monotonic() + PATIENCE
        while not any(event.get("sessionId") == self.session and event["method"] == method for event in self.browser.events[seen:]):
            if time.monotonic() > end:
                raise BrowserFailed(f"no {method} within {PATIENCE} s")
            self.browser.events += itertools.islice(self.browser.messages(0.1), 1)

    @contextlib.contextmanager
    def paused(self):
        """No script of the page runs meanwhile; what arrives waits."""
        self.call("Debugger.enable")
        seen = len(self.browser.events)
        self.value("setTimeout(() => { debugger; })")
        self.hears("Debugger.paused", seen)
        try:
            yield
        finally:
            self.call("Debugger.resume")
            self.call("Debugger.disable")

    def call(self, method, parameters=None):
        return self.browser.call(method, parameters, self.session)

    def value(self, expression):
        """The value of an expression in the page; promises are awaited."""
        answer = self.call("Runtime.evaluate", {"expression": expression, "returnByValue": True, "awaitPromise": True})
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserFailed(f"{expression}: {details.get('exception', {}).get('description', details['text'])}")
        return answer["result"].get("value")

    def wait(self, expression):
        """Waits until the expression is true in the page and the page has drawn; returns the expression's value."""
        # The page itself polls, so that a short-lived state is seen even if this process is slow.
        look = f"""new Promise((tell, fail) => {{
            const end = performance.now() + 2000;
            const drawn = value => {{ requestAnimationFrame(() => tell(value)); setTimeout(tell, 500, value); }};
            const look = () => {{
                try {{
                    const found = {expression};
                    if (found) drawn(found instanceof Node ? true : found);
                    else if (performance.now() > end) tell(null);
                    else setTimeout(look, 10);
                }} catch (error) {{ if (performance.now() > end) fail(error); else setTimeout(look, 10); }}  // not there yet
            }};
            look(); }})"""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                if value := self.value(look):
                    return value
            except BrowserFailed as failure:
                if "navigated" not in str(failure) and "context" not in str(failure):
                    raise
            if time.monotonic() > end:
                raise BrowserFailed(f"not true within {PATIENCE} s: {expression}")

    def center(self, part):
        """The middle of a part of the page, which an expression names, in pixels of the window."""
        return self.value(f"(box => [box.x + box.width / 2, box.y + box.height / 2])({part}.getBoundingClientRect())")

    def rests(self):
        """Waits until no part of the page moves: a finger would land beside a place that was read meanwhile."""
        self.value("Promise.allSettled(document.getAnimations().filter(one => one instanceof CSSTransition).map(one => one.finished)).then(() => null)")

    @contextlib.contextmanager
    def sees(self, expression):
        """Waits until the expression has been true after any change of the document since the body began, however short."""
        number = self.value(f"""(() => {{
            const sight = {{ isSeen: false }};
            const look = () => {{ try {{ sight.isSeen ||= {expression}; }} catch {{}} }};   // not there yet
            sight.observer = new MutationObserver(look);
            for (const root of [document, ...all('*').map(part => part.shadowRoot).filter(Boolean)])
                sight.observer.observe(root, {{ subtree: true, childList: true, attributes: true, characterData: true }});
            look();
            return (globalThis.sights ??= []).push(sight) - 1; }})()""")
        yield
        try:
            self.wait(f"sights[{number}].isSeen")
        except BrowserFailed as failure:
            raise BrowserFailed(f"{failure}: {expression}") from None
        self.value(f"sights[{number}].observer.disconnect()")

    def place(self, width, height, ratio=1, screen=None, x=0):
        """Gives the window a size in CSS pixels, at a place of a screen of that size or another one."""
        screen_width, screen_height = screen or (width, height)
        self.call("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": ratio, "mobile": False,
                                                        "screenWidth": screen_width, "screenHeight": screen_height, "positionX": x, "positionY": 0})

    def touch(self, kind, *place):
        """A finger of the browser's own emulation: `touchStart`, `touchMove` or `touchEnd`."""
        self.call("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [dict(zip("xy", place))] if place else []})

    def key(self, name, **more):
        code = {"Enter": 13, " ": 32, "Tab": 9, "Escape": 27, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", {"type": kind, "key": name, "windowsVirtualKeyCode": code.get(name, ord(name[0])), **more})

    def mouse(self, kind, x, y):
        self.call("Input.dispatchMouseEvent", {
            "type": kind, "x": x, "y": y, "button": "none" if kind == "mouseMoved" else "left",
            "buttons": 0 if kind == "mouseReleased" else 1, "clickCount": 1})

    def draw(self, dots):
        """Moves the pressed mouse over the dots of a pattern, each once the one before is lit, and releases it."""
        for number, dot in enumerate(dots, 1):
            self.mouse("mouseMoved", *dot)
            self.wait(f"all('.touchd-on').length === {number}")
        self.mouse("mouseReleased", *dots[-1])

    def hold(self, x, y, effect):
        """A long press by the browser's gesture emulation: its touch emulation has none. It lasts until the expression is true."""
        self.call("Emulation.setEmitTouchEventsForMouse", {"enabled": True, "configuration": "mobile"})
        for kind in ("mousePressed", "mouseReleased"):
            # The reply comes after the gesture.
            self.browser.send("Input.dispatchMouseEvent", {
                "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1}, self.session)
            self.wait(effect)
        self.call("Emulation.setEmitTouchEventsForMouse", {"enabled": False})

    def picture(self, path, is_whole=False):
        """A picture of the window, or of the whole page, including what is below the window."""
        size = is_whole and self.call("Page.getLayoutMetrics")["cssContentSize"]
        more = {"captureBeyondViewport": True, "clip": {**size, "scale": 1}} if is_whole else {}
        data = self.call("Page.captureScreenshot", {"format": "png", **more})["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def keep(self, name):
        """Keeps a picture in the folder that BROWSER_PICTURES names, if it does."""
        if folder := os.environ.get("BROWSER_PICTURES"):
            self.rests()
            self.picture(f"{folder}/{name}.png")

    def tree(self):
        """The accessibility tree: nodes with role, name, value, description and properties."""
        self.call("Accessibility.enable")
        nodes = []
        for node in self.call("Accessibility.getFullAXTree")["nodes"]:
            if node.get("ignored"):
                continue
            told = {name: node[name].get("value") for name in ("role", "name", "value", "description") if name in node}
            nodes.append({**told, **{entry["name"]: entry["value"].get("value") for entry in node.get("properties", [])}})
        return nodes

    def complaints(self):
        """Console messages and exceptions of the page."""
        return complaints(event for event in self.browser.events if event.get("sessionId") == self.session)

    def close(self):
        self.browser.pages.remove(self)
        self.browser.call("Target.closeTarget", {"targetId": self.target})
