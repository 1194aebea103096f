"""Measures pages: latency from finger to frame and from mouse to frame through bridge and Chromium, memory and size.

    page.py FOLDER-OF-PROGRAMS [OTHER-FOLDER-OF-PROGRAMS]

With a second folder, the bridges of both take turns. Prints one line per figure; times in milliseconds, median and p95.
`scripts/bench page` has the same as rows."""
import os, sys, time

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), ".."))
sys.path.insert(0, f"{ROOT}/Tests/Outsiders")
sys.dont_write_bytecode = True
from chromium import Chromium   # noqa: E402
from kiosk import Kiosk   # noqa: E402
import shutil   # noqa: E402

STROKES, MOVES = 6, 40
# Measures from the timestamp of the mouse event to the frame that draws it: the kit draws in the frame's callback.
LISTEN = """globalThis.mouse = null; globalThis.delays = [];
    addEventListener('pointermove', event => { mouse = event.timeStamp; }, true);
    new MutationObserver(() => {
      if (mouse !== null) delays.push(performance.now() - mouse);
      mouse = null;
    }).observe(one('[data-widget=volume] .touchd-thumb'), { attributes: true, attributeFilter: ['x'] })"""
# One move at a time, so that no frame counts for another; one that was lost is left out.
DRAWN = """new Promise(done => {
    const end = performance.now() + 500, look = () => mouse === null || performance.now() > end ? done(mouse = null) : setTimeout(look, 2);
    setTimeout(look, 5); })"""


def middle(page):
    return page.value("(box => [box.x + box.width / 2, box.y + box.height / 2])(one('[data-widget=volume] .touchd-thumb').getBoundingClientRect())")


def mouse(kiosk, browser):
    """Mouse to frame: the browser's mouse event, touchsim, evdev, libinput, touchd, the bridge, the page's frame."""
    page = browser.page(f"{kiosk.origin}/#tab=controls&pointer", 1280, 800)
    page.wait("one('[data-widget=volume] .touchd-thumb')")
    time.sleep(0.5)
    page.value(LISTEN)
    for stroke in range(STROKES):
        x, y = middle(page)
        page.mouse("mousePressed", x, y)
        for step in range(MOVES):
            page.mouse("mouseMoved", x + (step % 20) * 4 + 1, y)
            page.value(DRAWN)
        page.mouse("mouseReleased", x, y)
        time.sleep(0.2)
    found = page.value("delays")
    page.close()
    return found


def finger(kiosk, browser):
    """Finger to frame, as the Live tab measures it: from the panel's report until the frame is drawn."""
    page = browser.page(f"{kiosk.origin}/#tab=controls", 1280, 800)
    page.wait("one('[data-widget=volume] .touchd-thumb')")
    page.value("""import('./touchd.js').then(({ Touchd }) => new Touchd().call('io.touchd.result.List', { limit: 1 }))""")
    time.sleep(0.5)
    for stroke in range(STROKES):
        x, y = middle(page)
        way = 160 if stroke % 2 == 0 else -160
        kiosk.finger("line", f"{x},{y}", f"{x + way},{y}", "speed", 150, "rate", 60)
    figures = page.value("[...document.querySelectorAll('#latency .figures b')].map(part => +part.textContent)")
    page.close()
    return figures


def page_size(kiosk, browser, name, ready):
    """Bytes of the JS heap after GC, DOM nodes, bytes transferred, KiB of the largest renderer's private memory."""
    page = browser.page("about:blank", 1280, 800)
    page.call("Network.enable")
    page.call("Network.setCacheDisabled", {"cacheDisabled": True})
    page.call("Page.navigate", {"url": f"{kiosk.origin}/{name}"})
    page.wait(ready)
    time.sleep(1)
    page.call("HeapProfiler.collectGarbage")
    page.call("HeapProfiler.collectGarbage")
    heap = page.call("Runtime.getHeapUsage")["usedSize"]
    nodes = page.call("Memory.getDOMCounters")["nodes"]
    size = sum(event["params"]["encodedDataLength"] for event in browser.events
               if event.get("sessionId") == page.session and event["method"] == "Network.loadingFinished")
    private = max((renderer_private(pid) for pid in renderers(browser.process.pid)), default=0)
    page.close()
    return heap, nodes, size, private


def renderers(group):
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline") as file:
                if "--type=renderer" in file.read() and os.getpgid(int(pid)) == group:
                    yield int(pid)
        except OSError:
            pass


def renderer_private(pid):
    try:
        with open(f"/proc/{pid}/smaps_rollup") as file:
            return sum(int(line.split()[1]) for line in file if line.startswith("Private_"))
    except OSError:
        return 0


def part(values, share):
    return sorted(values)[int((len(values) - 1) * share)]


def measure(programs, others=()):
    """The delays from mouse to frame and the figures from finger to frame by the bridge's name, and the sizes by the page's."""
    kiosk, browser, mice, fingers, sizes = Kiosk(programs), Chromium(), {}, {}, {}
    shutil.copytree(f"{ROOT}/examples/web", f"{kiosk.folder}/page", dirs_exist_ok=True)
    own = kiosk.web_program
    bridges = [("bridge", own)] + [("other bridge", shutil.copy2(f"{other}/touchd-web", f"{kiosk.folder}/other-web")) for other in others]
    try:
        kiosk.call("io.touchd.captcha.Create", profile="given", given={"targetValue": 0.5}, timeoutUSec=1000000)
        time.sleep(1.5)     # its timeout is a result, whose two timestamps give the page the kernel's clock
        for _ in range(2):
            for name, program in bridges:
                if len(bridges) > 1:
                    kiosk.bridge.terminate()
                    kiosk.bridge.wait(10)
                    kiosk.web_program = program
                    kiosk.bridge = kiosk.start_bridge()
                mice.setdefault(name, []).extend(mouse(kiosk, browser))
                fingers.setdefault(name, []).extend(filter(None, [finger(kiosk, browser)]))
        sizes["#captcha=given"] = page_size(kiosk, browser, "#captcha=given", "document.documentElement?.dataset.tab")
        sizes["mix.html"] = page_size(kiosk, browser, "mix.html", "document.querySelector('touchd-screen')?.presentation?.scene")
    finally:
        browser.close()
        kiosk.close()
    return mice, fingers, sizes


def main():
    mice, fingers, sizes = measure(sys.argv[1], sys.argv[2:])
    for name, found in fingers.items():
        for middle, most, largest in found:
            print(f"{name}, finger to frame: median {middle}, p95 {most}, max {largest}")
    for name, values in mice.items():
        print(f"{name}, mouse to frame: median {part(values, .5):.1f}, p95 {part(values, .95):.1f} of {len(values)}")
    for name, (heap, nodes, size, private) in sizes.items():
        print(f"{name}: JS heap {heap / 1e6:.2f} MB after GC, {nodes} DOM nodes, {size / 1000:.0f} kB transferred, "
              f"largest renderer {private / 1024:.1f} MiB private")


if __name__ == "__main__":
    main()
