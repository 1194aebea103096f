"""Headless Chromium, driven by the DevTools protocol over a pipe: JSON messages, each ended by a NUL byte."""
import base64, json, os, select, shutil, signal, subprocess, tempfile, time


class BrowserFailed(Exception):
    """Chromium did not start, or the page did not do what was expected."""


class Chromium:
    """A browser; `page(address)` opens a tab."""

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
        self.buffer, self.last, self.events = b"", 0, []
        self.version = self.call("Browser.getVersion", wait=30)["product"]

    def send(self, method, parameters=None, session=None):
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters or {}}
        if session:
            message["sessionId"] = session
        os.write(self.commands, json.dumps(message).encode() + b"\0")

    def call(self, method, parameters=None, session=None, wait=10):
        self.send(method, parameters, session)
        for answer in self.messages(wait):
            if answer.get("id") == self.last:
                if "error" in answer:
                    raise BrowserFailed(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)
        raise BrowserFailed(f"{method}: no reply within {wait} s")

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
        self.session = browser.call("Target.attachToTarget", {"targetId": self.target, "flatten": True})["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False,
                                                        "screenWidth": width, "screenHeight": height, "positionX": 0, "positionY": 0})
        self.call("Emulation.setFocusEmulationEnabled", {"enabled": True})
        self.call("Page.navigate", {"url": address})

    def call(self, method, parameters=None):
        return self.browser.call(method, parameters, self.session)

    def value(self, expression):
        """The value of an expression in the page; promises are awaited."""
        answer = self.call("Runtime.evaluate", {"expression": expression, "returnByValue": True, "awaitPromise": True})
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserFailed(f"{expression}: {details.get('exception', {}).get('description', details['text'])}")
        return answer["result"].get("value")

    def wait(self, expression, seconds=30):
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
        end = time.monotonic() + seconds
        while True:
            try:
                if value := self.value(look):
                    return value
            except BrowserFailed as failure:
                if "navigated" not in str(failure) and "context" not in str(failure):
                    raise
            if time.monotonic() > end:
                raise BrowserFailed(f"not true within {seconds} s: {expression}")

    def mouse(self, kind, x, y):
        self.call("Input.dispatchMouseEvent", {
            "type": kind, "x": x, "y": y, "button": "none" if kind == "mouseMoved" else "left",
            "buttons": 0 if kind == "mouseReleased" else 1, "clickCount": 1})

    def hold(self, x, y, seconds=1.2):
        """A long press by the browser's gesture emulation: its touch emulation has none."""
        self.call("Emulation.setEmitTouchEventsForMouse", {"enabled": True, "configuration": "mobile"})
        for kind, wait in (("mousePressed", seconds), ("mouseReleased", 0.3)):
            # The reply comes after the gesture.
            self.browser.send("Input.dispatchMouseEvent", {
                "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1}, self.session)
            time.sleep(wait)
        self.call("Emulation.setEmitTouchEventsForMouse", {"enabled": False})

    def picture(self, path):
        data = self.call("Page.captureScreenshot", {"format": "png"})["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

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

    def whole(self, path):
        """A picture of the whole page, including what is below the window."""
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        data = self.call("Page.captureScreenshot", {"format": "png", "captureBeyondViewport": True, "clip": {**size, "scale": 1}})["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def complaints(self):
        """Console messages and exceptions of the page."""
        found = []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            if event["method"] == "Runtime.exceptionThrown":
                found.append(event["params"]["exceptionDetails"].get("exception", {}).get("description", "exception"))
            if event["method"] == "Runtime.consoleAPICalled":
                found.append(" ".join(str(part.get("value", part.get("description"))) for part in event["params"]["args"]))
            if event["method"] == "Log.entryAdded":
                found.append(event["params"]["entry"]["text"])
        return found

    def close(self):
        self.browser.call("Target.closeTarget", {"targetId": self.target})
