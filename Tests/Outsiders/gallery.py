"""The kit's gallery in Chromium: every element in every state, without a daemon.

    gallery.py [--accept]
    gallery.py --publish FOLDER    copies it, with what it needs of the kit, into a folder that any web server can serve

Compares its structure with Tests/Fixtures/gallery.json; --accept writes that file. GALLERY_PICTURES=FOLDER keeps screenshots."""
import itertools, json, os, shutil, sys, tempfile

from checks import Checks, read, recorded, write
from chromium import serve, started, watched
from kiosk import ROOT, until
from looks import TEXT, THEMES, contrasts, media

EXPECTED = f"{ROOT}/Tests/Fixtures/gallery.json"
SIZES = ((1280, 800), (1920, 1080), (800, 1280), (480, 800))
LANGUAGES = ("en", "ar")     # one of each direction
check = Checks()


class Gallery:
    def __init__(self):
        self.server, self.browser = serve(f"{ROOT}/web"), started()

    def page(self, options="", size=(1280, 800), wishes=(), font=16):
        is_new = not self.browser.pages
        page = self.browser.tab()
        page.place(*size)
        media(page, wishes)
        page.call("Page.setFontSizes", {"fontSizes": {"standard": font}})
        if is_new:
            page.call("Page.addScriptToEvaluateOnNewDocument", {"source": "const ran = new Set(); addEventListener('transitionrun', run => ran.add(run.propertyName));"})
        page.go(f"http://127.0.0.1:{self.server.server_port}/gallery/#{options}")
        page.wait("document.documentElement?.dataset.ready === ''")
        page.value("document.fonts.ready.then(() => null)")
        page.rests()
        # Expected: a cell of the gallery is not aligned with a panel, and some show that touches have no effect.
        complaints = [line for line in page.complaints() if "the page does not lie over the panel" not in line and "touches have no effect" not in line]
        assert not complaints, complaints
        return page

    def close(self):
        self.browser.close()
        self.server.shutdown()


# Position and size of parts in pixels of the cell; for texts, whose width depends on installed fonts, only the position.
STRUCTURE = """Object.fromEntries([...document.querySelectorAll('.touchd-widget')].map(widget => [widget.dataset.widget, {
  mood: widget.dataset.mood ?? '', role: widget.getAttribute('role'),
  parts: [...widget.querySelectorAll('[class]')].filter(part => !part.closest('[hidden]') && part.tagName !== 'g').map(part => {
    const name = `${part.tagName}.${part.getAttribute('class')}`, at = part.getCTM(), box = part.getBBox();
    const round = value => Math.round(value);
    const own = part.ownerSVGElement.getCTM(), across = own.a;
    const x = (at.e - own.e) / across + box.x * at.a / across, y = (at.f - own.f) / across + box.y * at.d / across;
    if (part.tagName === 'text') return `${name} "${part.textContent}" ${round((at.e - own.e) / across + +part.getAttribute('x'))} ${round((at.f - own.f) / across + +part.getAttribute('y'))}`;
    return `${name} ${[x, y, box.width, box.height].map(round).join(' ')}`;
  }),
}]))"""


def keep(page, name):
    if folder := os.environ.get("GALLERY_PICTURES"):
        page.picture(f"{folder}/gallery-{name}.png", is_whole=True)


@check("every element has its recorded parts at their recorded positions, in four sizes, which the gallery fits")
def structure(gallery):
    found = {}
    for language, size in itertools.product(LANGUAGES, SIZES):
        page = gallery.page(f"language={language}", size=size)
        # Each cell is its own view, so positions in it do not depend on the size of the page.
        page.value("for (const one of document.getAnimations()) one.finish()")    # a captcha's piece pulses
        told = page.value(STRUCTURE)
        assert len(told) > 50, told.keys()
        assert not page.value("ran.has('transform')"), "rows slide to their positions when they are first drawn"
        for widget, parts in told.items():
            name = widget if language == "en" else f"{language} {widget}"
            assert found.setdefault(name, parts) == parts, (language, size, widget)
        rows = page.value("[...document.querySelectorAll('.states')].map(row => getComputedStyle(row).gridTemplateColumns.split(' ').length)")
        assert set(rows) == {{1280: 6, 1920: 9, 800: 3, 480: 2}[size[0]]}, (language, size, rows)
        assert page.value("document.documentElement.scrollWidth <= innerWidth"), (language, size)
        keep(page, f"{language}-{size[0]}x{size[1]}")
        page.close()
    # Both have the same elements; of the second one is recorded what differs.
    assert len(found) == 2 * len(told), found.keys()
    found = {name: parts for name, parts in found.items() if not name.startswith("ar ") or parts != found[name[3:]]}
    recorded(EXPECTED, found, "--accept" in sys.argv, indent=1, ensure_ascii=False)


@check("contrast in four themes, and of elements on a light and on a dark page: 4.5 for text, 3 for parts")
def contrast(gallery):
    bad = []
    for theme, (options, wishes) in THEMES.items():
        page = gallery.page(options, wishes=wishes)
        keep(page, theme.replace(" ", "-"))
        found = contrasts(page)
        assert found["count"] > 300, found["count"]
        bad += [f"{theme}: {line}" for line in found["bad"]]
    # Elements follow the page's `color-scheme`, which leaves it to the user here, also when that changes.
    page = gallery.browser.page("about:blank")
    for scheme, accent in (("light", "rgb(42, 95, 208)"), ("dark", "rgb(125, 155, 255)")):
        media(page, [("prefers-color-scheme", scheme)])
        if scheme == "light":
            page.go(f"http://127.0.0.1:{gallery.server.server_port}/gallery/try.html")
        page.wait(f"getComputedStyle(one('#tip >>> .touchd-thumb')).fill === '{accent}' && one('#captcha >>> .touchd-picture') && one('#lock >>> .touchd-dot-core')")
        page.rests()
        keep(page, f"try-{scheme}")
        found = contrasts(page)
        assert found["count"] > 40, found["count"]
        bad += [f"elements, {scheme}: {line}" for line in found["bad"]]
    page.close()
    assert not bad, "\n".join(bad)


@check("text at 200 % is larger and stays within its part")
def text(gallery):
    size = "parseFloat(getComputedStyle(document.querySelector('.touchd-header, .touchd-row text')).fontSize)"
    page = gallery.page()
    before = page.value(size)
    page = gallery.page(font=32)
    assert page.value(size) >= 1.9 * before, (before, page.value(size))
    bad = page.value(TEXT)
    assert not bad, bad


@check("an untranslated language is English and not mirrored, also if it is written from right to left")
def untranslated(gallery):
    for language in ("he", "fa-IR", "ur", "xx"):
        page = gallery.page(f"language={language}")
        assert page.value("document.documentElement.dir") == "ltr", language
        assert page.value("document.querySelector('[data-widget=pattern-idle]').getAttribute('aria-label')") == "Pattern lock"


@check("the accessibility tree has roles, names and values")
def accessible(gallery):
    page = gallery.page()
    nodes = page.tree()
    def one(role, name, **wanted):
        found = [node for node in nodes if node.get("role") == role and node.get("name") == name]
        assert any(all(str(node.get(key)) == str(value) for key, value in wanted.items()) for node in found), (role, name, wanted, found)
    one("slider", "Volume", value=40, valuemin=0, valuemax=100)
    one("slider", "Volume", value=75)
    one("slider", "Size", value=2, valuemax=2)
    # The DevTools protocol omits the text of a value.
    assert page.value("document.querySelector('[data-widget=step_slider-active]').getAttribute('aria-valuetext')") == "Large"
    one("slider", "Joystick", value=90, valuemax=360)
    one("button", "Controls", pressed="false")
    one("button", "Controls", pressed="true")
    one("image", "Pattern lock")
    one("image", "Slide the piece into the gap")
    one("image", "Touch here in this rhythm: tap twice, hold, tap once")
    one("group", "Enter your PIN")
    one("button", "7")
    one("button", "Delete the last digit")
    lists = [node for node in nodes if node.get("role") == "list" and node.get("name") == "Drinks"]
    assert lists and all(node.get("description") == "More rows: swipe to scroll" for node in lists), lists
    items = [node["name"] for node in nodes if node.get("role") == "listitem"][:5]
    assert items == ["Tea", "Coffee", "Cocoa", "Water", "Juice"], items


def publish(folder):
    """Copies the gallery and the modules of the kit into a folder. It needs no daemon, and nothing of another server."""
    parts = [*json.loads(read(f"{ROOT}/web/package.json"))["files"], "gallery"]
    for part in parts:
        source = os.path.join(ROOT, "web", part)
        if os.path.isdir(source):
            shutil.copytree(source, os.path.join(folder, part), dirs_exist_ok=True)
        elif not part.endswith(".d.ts"):
            shutil.copy(source, folder)
    write(f"{folder}/index.html", '<!doctype html><meta charset="utf-8"><title>touchd</title><link rel="icon" href="data:,"><meta http-equiv="refresh" content="0; url=gallery/index.html">\n')


@check("published, it is a folder that works on its own: all states with the painter's puzzles, and a page to try with the mouse")
def published(gallery):
    with tempfile.TemporaryDirectory() as folder:
        publish(folder)
        served = serve(folder)
        try:
            origin = f"http://127.0.0.1:{served.server_port}"
            page = gallery.browser.page(f"{origin}/", 1280, 800)
            page.wait("location.pathname === '/gallery/index.html' && document.documentElement.dataset.ready === ''")
            sizes = page.value("Promise.all([...document.querySelectorAll('[data-widget^=captcha-] image')].map(async image => { const file = new Image(); file.src = image.href.baseVal; await file.decode(); return file.naturalWidth; }))")
            assert len(sizes) >= 20 and set(sizes[::2]) == {400}, sizes
            seen = len(page.complaints())
            page.go(f"{origin}/gallery/try.html")
            page.wait("document.querySelector('#lock').shadowRoot?.querySelectorAll('.touchd-dot-core').length === 9 && document.querySelector('#lock').shadowRoot.querySelector('[part=prompt]').textContent === 'Draw your pattern' && document.querySelector('#pay').shadowRoot.querySelector('.touchd-face')")
            place = lambda id, part, index=0: page.center(f"document.querySelector('#{id}').shadowRoot.querySelectorAll('{part}')[{index}]")
            def drawn():
                """A page that is being laid out may take its widget from under a finger."""
                dots = [place("lock", ".touchd-dot-core", dot) for dot in (0, 3, 7, 4, 8)]
                page.mouse("mousePressed", *dots[0])
                for dot in dots:
                    page.mouse("mouseMoved", *dot)
                page.mouse("mouseReleased", *dots[-1])
                return page.value("new Promise(done => setTimeout(() => done(document.querySelector('#news').value === 'Come in'), 500))")
            until(drawn, "the pattern unlocks")
            def press(id, part):
                for kind in ("mousePressed", "mouseReleased"):
                    page.mouse(kind, *place(id, part))
            press("pay", ".touchd-face")
            page.wait("document.querySelector('#news').value === '5.04 €, with a receipt'")
            page.value("addEventListener('touchd-declined', () => { globalThis.isDeclined = true; }, true)")
            press("captcha", '[data-widget="captcha decline"]')
            page.wait("globalThis.isDeclined && one('.touchd-pretended').textContent.includes('pretended')")
            found = page.value("performance.getEntriesByType('resource').map(({ name }) => name).filter(name => !name.startsWith(location.origin) && !name.startsWith('data:'))")
            assert found == [], f"it needs {found}"
            keep(page, "try")
            assert page.complaints()[seen:] == [], page.complaints()[seen:]
            page.close()
        finally:
            served.shutdown()


def main():
    if "--publish" in sys.argv:
        return publish(sys.argv[sys.argv.index("--publish") + 1])
    gallery = Gallery()
    try:
        return 1 if watched(check, gallery.browser, gallery) else 0
    finally:
        gallery.close()


sys.exit(main())
