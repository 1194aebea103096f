"""WCAG 2.2, levels A and AA: axe-core over demonstration, gallery and examples, and what no other check measures (docs/accessibility.md).
    accessibility.py FOLDER-OF-PROGRAMS

scripts/setup puts axe-core into the cache. BROWSER_CHECK=REGEX selects checks."""
import glob, json, os, re, sys

from checks import Checks, read
from chromium import browse, serve
from elements import SHOWN, provide
from kiosk import ROOT
import looks
from looks import TEXT, THEMES

CACHE = os.environ.get("TOUCHD_CACHE", f"{os.environ.get('XDG_CACHE_HOME', os.path.expanduser('~/.cache'))}/touchd")
AXE = f"{CACHE}/axe-4.12.1.min.js"
EXAMPLES = [os.path.relpath(name, f"{ROOT}/examples/web").removesuffix(".html") for name in sorted(glob.glob(f"{ROOT}/examples/web/**/*.html", recursive=True))]
#: Parts of pages and of the shadow trees in them.
DEEP = "all('*')"
#: What is asked on every page, by the checks that need it.
ASKED = {
    "media": f"{DEEP}.filter(part => ['audio', 'video', 'object', 'embed', 'input', 'textarea'].includes(part.localName)).length",
    "hover": f"{DEEP}.filter(part => part.hasAttribute('title')).length",
    "sentences": f"""[{DEEP}.filter(part => part.localName === 'image' && !/^data:image|png$/.test(part.getAttribute('href'))).length,
        {DEEP}.filter(part => part.localName === 'text').length]""",
    "targets": f"""(parts => [parts.length, parts.map(part => [part.dataset.widget ?? part.id, part.getBoundingClientRect()])
        .filter(([, {{ width, height }}]) => width && (width < 43.5 || height < 43.5)).map(([id, {{ width, height }}]) => `${{id}} ${{width}} × ${{height}}`)])(
        {DEEP}.filter(part => part.classList?.contains('touchd-widget') && part.getAttribute('role') === 'button' || part.localName === 'touchd-stepper'))""",
    "labels": f"""{DEEP}.filter(part => part.classList?.contains('touchd-button') && part.querySelector('text'))
        .map(part => [part.getAttribute('aria-label'), [...part.querySelectorAll('text')].map(text => text.textContent).join(' ')])
        .filter(([name, label]) => !name?.includes(label))""",
    "flashes": """document.getAnimations().map(one => one.effect.getComputedTiming())
        .filter(({ endTime, duration, iterations }) => endTime > 5000 || iterations > 1 && duration < 500)
        .map(({ endTime, duration, iterations }) => [endTime, duration, iterations].join(' '))""",
}
check = Checks()


class Kit:
    #: Whether pages are opened with the text spacing of 1.4.12.
    spaced = False
    #: What ASKED and axe have found, by page.
    found = None

    def __init__(self, kiosk, browser):
        self.kiosk, self.browser, self.gallery = kiosk, browser, f"http://127.0.0.1:{serve(f'{ROOT}/web').server_port}"
        self.axe = read(AXE)

    def open(self, address, ready, wishes=()):
        """Opens a page in the tab of all of them: it ends the one before."""
        page = self.browser.tab()
        looks.media(page, wishes)
        if self.spaced:
            script = page.call("Page.addScriptToEvaluateOnNewDocument", {"source": """document.addEventListener('readystatechange', () => {
                const spaced = new CSSStyleSheet();      // before the page's modules run
                spaced.replaceSync('* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; } p { margin-bottom: 2em; }');
                document.adoptedStyleSheets = [...document.adoptedStyleSheets, spaced]; }, { once: true })"""})
        page.go(address)
        if self.spaced:
            page.call("Page.removeScriptToEvaluateOnNewDocument", script)
        page.wait(ready)
        page.value("document.fonts.ready.then(() => null)")
        page.rests()
        return page

    def demo(self, options="", wishes=()):
        return self.open(f"{self.kiosk.origin}/#{options}", "document.documentElement?.dataset.tab && one('.touchd-widget')", wishes)

    def element_page(self, name):
        return self.open(f"{self.kiosk.origin}/{name}.html", f"{SHOWN} || document.querySelector('[data-widget]')")

    def each_page(self, asked, names=""):
        """What was found, by page. Each page is opened once, for all that is asked."""
        if not self.found:
            found = {}
            for name, opened in self.pages():
                page = opened()
                found[name] = {what: page.value(expression) for what, expression in ASKED.items()} | {"axe": violations(self, page)}
            self.found = found
        return {name: found[asked] for name, found in self.found.items() if re.search(names, name)}

    def nowhere(self, asked, names=""):
        """Checks that nothing is found on any page."""
        bad = {name: found for name, found in self.each_page(asked, names).items() if found}
        assert not bad, bad

    def pages(self):
        """Every page that is looked at, by what it is."""
        for tab in ("lock", "controls", "live"):
            yield f"demonstration, {tab}", lambda: self.demo(f"tab={tab}")
        for theme, (options, wishes) in THEMES.items():
            yield f"demonstration, {theme}", lambda: self.demo(options, wishes)
        for options in ("language=ar", "captcha=gesture", "secret=pin&user=nobody", "language=ar&captcha=gesture&theme=light"):
            yield f"demonstration, {options}", lambda: self.demo(options)
        for theme, (options, wishes) in THEMES.items():
            yield f"gallery, {theme}", lambda: self.open(f"{self.gallery}/gallery/#{options}", "document.documentElement?.dataset.ready === ''", wishes)
        for options in ("language=ar", "language=de"):
            yield f"gallery, {options}", lambda: self.open(f"{self.gallery}/gallery/#{options}", "document.documentElement?.dataset.ready === ''")
        yield "gallery, try", lambda: self.open(f"{self.gallery}/gallery/try.html", f"document.documentElement?.dataset.ready === '' && {SHOWN}")
        yield "start page", lambda: self.open(f"{self.gallery}/start.html", "document.readyState === 'complete'")
        for name in EXAMPLES:
            yield f"examples/web/{name}.html", lambda: self.element_page(name)


def violations(kit, page):
    page.value(f"{kit.axe}; null")
    found = page.value("""axe.run(document, { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
        .then(({ violations }) => violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map(node => node.target.join(' ')).join(', ')}`))""")
    return found


@check("axe-core finds nothing in the demonstration, the gallery, the start page and the examples")
def axe(kit):
    assert len(kit.each_page("axe")) > 20, kit.found
    kit.nowhere("axe")


@check("axe-core is able to find something: a button without a name, an image without a text")
def finds(kit):
    page = kit.open("data:text/html,<html lang=en><title>x</title><main><h1>x</h1><button></button><img src=data:,></main>", "document.readyState === 'complete'")
    found = [line.split(":")[0] for line in violations(kit, page)]
    assert {"button-name", "image-alt"} <= set(found), found


def in_sources(pattern):
    """Files of the kit that a pattern matches, and what."""
    texts = {name: open(name, encoding="utf-8").read() for ending in ("js", "css") for name in glob.glob(f"{ROOT}/web/**/*.{ending}", recursive=True)}
    return [(name, found) for name, text in texts.items() if (found := re.findall(pattern, text))]


@check("no page has sound, video, frames or text fields")
def media(kit):
    kit.nowhere("media")


@check("nothing appears on hover or focus, and no page reads motion")
def hover(kit):
    kit.nowhere("hover", "lock|dark|try|examples")
    assert not (found := in_sources(r":hover|devicemotion|deviceorientation|Accelerometer|Gyroscope")), found


@check("sentences name things and do not only say where they are or which color they have; texts in drawings are texts")
def sentences(kit):
    known = json.loads(read(f"{ROOT}/interfaces/prompts.json"))["en"]
    alone = [sentence for sentence in known.values() if re.search(r"\b(on the (left|right)|red|green|blue|round|square)\b", sentence.lower())]
    assert not alone, alone
    for name, (images, texts) in kit.each_page("sentences", "dark|try").items():
        assert images == 0 and texts > 0, (name, images, texts)


@check("at 320 pixels the gallery needs no second scroll bar")
def reflow(kit):
    page = kit.browser.page(f"{kit.gallery}/gallery/", 320, 640)
    page.wait("document.documentElement?.dataset.ready === ''")
    assert page.value("document.documentElement.scrollWidth <= innerWidth"), page.value("document.documentElement.scrollWidth")
    page.close()


@check("with the text spacing of 1.4.12, labels stay within their parts")
def spacing(kit):
    for name, opened in kit.pages():
        if not re.search("dark|try|plain", name):
            continue
        kit.spaced = True
        page = opened()
        kit.spaced = False
        bad, size = page.value(TEXT), page.value(f"getComputedStyle({DEEP}.find(part => part.localName === 'text')).letterSpacing")
        assert size != "normal" and not bad, (name, size, bad)


@check("every widget that a finger presses or drags is at least 44 pixels wide and high")
def targets(kit):
    found = kit.each_page("targets", "demonstration|try|examples|start")
    assert sum(count for count, _ in found.values()) > 60 and not any(bad for _, bad in found.values()), found


@check("the name of a button is its label")
def labels(kit):
    kit.nowhere("labels", "demonstration|try|examples|start")


@check("nothing moves for longer than five seconds by itself, or flashes more than twice a second")
def flashes(kit):
    kit.nowhere("flashes", "demonstration, (lock|controls|live)|gallery, dark|try")
    assert not (found := in_sources(r"animation[^;]*infinite|iterations: Infinity")), found


@check("a digit alone is no shortcut; with Alt it shows the tab")
def shortcuts(kit):
    page = kit.demo()
    page.key("3", code="Digit3")
    assert page.value("document.documentElement.dataset.tab") == "lock"
    page.key("3", code="Digit3", modifiers=1)
    page.wait("document.documentElement.dataset.tab === 'live'")


@check("Tab goes through elements with keyboard in the order of the page and leaves them; each shows its focus, which nothing covers and which changes nothing")
def order(kit):
    kit.kiosk.page("order", """<main><h1>Order</h1><a id="first" href="#first">First</a><touchd-screen>
        <touchd-slider id="tip" label="Tip" keyboard></touchd-slider><touchd-button id="pay" label="Pay" variant="primary" keyboard></touchd-button>
        <touchd-stepper id="cups" label="Cups" keyboard></touchd-stepper></touchd-screen><a id="last" href="#last">Last</a></main>""",
                   css="touchd-screen { grid: none; gap: 20px; width: 400px; height: auto; padding: 0 } touchd-screen > * { height: 80px; grid-area: auto !important } h1 { position: static }")
    page = kit.element_page("order")
    page.wait(f"{DEEP}.filter(part => part.getAttribute('tabindex') === '0').length === 4")
    page.value("globalThis.changed = 0; for (const name of ['touchd-changed', 'touchd-pressed', 'hashchange']) addEventListener(name, () => changed++, true)")
    seen, outlines = [], []
    for _ in range(6):
        page.key("Tab", code="Tab")
        seen.append(page.value("document.activeElement.id"))
        outlines.append(page.value("""(() => { let part = document.activeElement; while (part.shadowRoot?.activeElement) part = part.shadowRoot.activeElement;
            const { x, y, width, height } = part.getBoundingClientRect(); let top = document.elementFromPoint(x + width / 2, y + height / 2);
            return [parseFloat(getComputedStyle(part).outlineWidth), getComputedStyle(part).outlineStyle, document.activeElement === top, getComputedStyle(part).outlineColor]; })()"""))
    assert seen == ["first", "tip", "pay", "cups", "cups", "last"], seen
    assert all(width >= 1 and style != "none" and isSeen for width, style, isSeen, _ in outlines), outlines
    assert len({color for *_, color in outlines[1:5]}) == 1, "whatever color an element has, its outline has that of texts"
    assert page.value("changed") == 0


@check("a screen with another language than its page says its sentences in that one, and is marked with it")
def parts(kit):
    kit.kiosk.page("parts", '<main><touchd-screen lang="de"><h1>Tür</h1><touchd-captcha id="lock" style="grid-area: lock"></touchd-captcha></touchd-screen></main>')
    page = kit.element_page("parts")
    wanted = json.loads(read(f"{ROOT}/interfaces/prompts.json"))["de"]["slide"]
    page.wait(f"document.querySelector('#lock').shadowRoot.querySelector('[part=prompt]').textContent === {json.dumps(wanted)}")
    assert page.value("document.querySelector('#lock').closest('[lang]').lang") == "de"


if __name__ == "__main__":
    if not os.path.exists(AXE):
        sys.exit(f"FAILED: {AXE}: no such file (run scripts/setup)")
    sys.exit(browse(check, Kit, provide))
