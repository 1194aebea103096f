"""The pay page of examples/web/pay, without a framework, with React and with Vue, in Chromium: pay.py FOLDER-OF-PROGRAMS

Whatever happens to the page, what it shows, what its elements have and what the daemon has are the same. What cannot be reached: elements.py.
BROWSER_CHECK selects checks, BROWSER_PICTURES=FOLDER keeps screenshots."""
import sys

from checks import Checks
from chromium import browse
from elements import SHOWN, Kit, provide
from kiosk import until

check = Checks()
ORDER = ["list", "tip", "receipt", "help", "next"]


class Pay:
    """One of the three pages."""

    def __init__(self, kit, name):
        self.kit, self.name, self.page = kit, name, kit.open(f"pay/{name}.html")
        self.page.value("""globalThis.$ = id => document.getElementById(id);
            globalThis.part = (id, selector) => $(id).shadowRoot?.querySelector(selector);
            listen('began', 'changed', 'ended', 'cancelled', 'pressed', 'dropped', 'lifted', 'released')""")
        self.drawn()

    def drawn(self, ids=ORDER):
        """Waits until widgets are drawn where the page has them, and answer."""
        self.page.wait(f"{SHOWN} && {ids}.every(id => part(id, '.touchd-widget') && $(id).dataset.mood !== 'away')")
        self.kit.settles(self.page, "#help")
        self.page.rests()

    def place(self, id, selector):
        """The middle of a part of an element. touchsim counts as CSS does, whatever the view."""
        return self.page.center(f"part('{id}', '{selector}')")

    def finger(self, *command, id, selector):
        self.kit.kiosk.finger(*command, "{},{}".format(*self.place(id, selector)))

    def hears(self, id, name):
        self.page.wait(f"heard.some(([target, what]) => target === '{id}' && what === '{name}')")

    def pressed(self, id):
        self.page.value("heard.length = 0")
        self.finger("tap", id=id, selector=".touchd-widget")
        self.hears(id, "pressed")

    def state(self):
        """What the elements have, as the page would show it."""
        return self.page.value("`${$('list').order.join(', ')} · tip ${Math.round($('tip').value * 100) / 100} %${$('receipt').checked ? ' · receipt' : ''}`")

    def agree(self, when, expected=None):
        """The page, its elements and the daemon have the same: a finger is told the daemon's value where it lands, and changes nothing."""
        self.drawn()
        state = self.state()
        until(lambda: self.page.value("$('sum').textContent") == state, lambda: f"{self.name}, {when}: the page charges {self.page.value('$(`sum`).textContent')}, its elements have {state}")
        assert expected in (None, state), f"{self.name}, {when}: it is {state}, not {expected}"
        before = self.page.value("$('tip').value")
        told = self.kit.grasp(self.page, "tip", ".touchd-thumb")["slider"]["value"]
        assert abs(told - before) < .06, f"{self.name}, {when}: the daemon's tip is {told}, the page's {before}"
        # A held row is the daemon's first one.
        rows = "[...$('list').shadowRoot.querySelectorAll('.touchd-row')].sort((a, b) => a.getBoundingClientRect().y - b.getBoundingClientRect().y)"
        self.kit.finger(self.page, "down", 0, at=f"{rows}[0]")
        self.hears("list", "lifted")
        self.kit.kiosk.finger("up", 0)
        self.page.wait("heard.some(([id, name]) => id === 'list' && ['dropped', 'cancelled', 'ended'].includes(name))")
        lifted = self.page.value("heard.find(([id, name]) => id === 'list' && name === 'lifted')[2].reorderList.id")
        assert lifted == self.page.value("$('list').order[0]"), f"{self.name}, {when}: {lifted} is first for the daemon"
        # A thumb that was only touched may have moved by the part of a pixel.
        return self.state()

    def resize(self, ratio=1, width=1280, height=800):
        """A panel with more pixels on the same screen, or one of another size."""
        self.kit.kiosk.call("io.touchd.manage.SetView", width=round(width * ratio), height=round(height * ratio))
        self.page.place(width, height, ratio)
        self.page.wait(f"devicePixelRatio === {ratio} && innerWidth === {width} && document.querySelector('touchd-screen').presentation?.view?.width === {width}")


def drives(kit, name):
    pay = Pay(kit, name)
    page, kiosk = pay.page, kit.kiosk
    pay.agree("at first", "tea, coffee, cocoa · tip 5 % · receipt")
    # What the customer does.
    x, y = pay.place("tip", ".touchd-thumb")
    kiosk.finger("line", f"{x},{y}", f"{x + 130},{y}")
    pay.hears("tip", "ended")
    pay.pressed("receipt")
    pay.agree("used by fingers")
    assert page.value("$('tip').value") > 6 and not page.value("$('receipt').checked"), pay.state()
    page.value("heard.length = 0")
    x, y = pay.place("list", ".touchd-row")
    kiosk.finger("tap", f"{x},{y}")
    pay.hears("list", "lifted")
    kiosk.finger("tap", f"{x},{y + 70}")
    pay.hears("list", "dropped")
    used = pay.agree("in another order")
    assert not used.startswith("tea, coffee, cocoa"), used
    page.keep(f"pay-{name}")
    # The next step and back.
    pay.pressed("next")
    page.wait("part('lock', '.touchd-dot') && part('puzzle', 'image') && !part('tip', '.touchd-thumb')")
    page.keep(f"pay-{name}-proof")
    pay.pressed("next")
    used = pay.agree("hidden and shown", used)
    said = "document.querySelector('touchd-screen').presentation.words('pressed')"
    for when, act, ready in (
            ("taken away", "globalThis.next = $('tip').nextElementSibling; document.body.append($('tip'))", "!part('tip', '.touchd-thumb')"),
            ("put back", "next.before($('tip'))", "part('tip', '.touchd-thumb')"),
            ("with its screen", "globalThis.screen = document.querySelector('touchd-screen'); globalThis.around = screen.parentNode; screen.remove(); around.append(screen)", SHOWN),
            ("relabeled", "$('tip').setAttribute('label', 'Gratuity'); $('list').setAttribute('label', 'Cups')",
             "part('tip', '.touchd-widget').getAttribute('aria-label') === 'Gratuity'"),
            ("in German", "document.documentElement.lang = 'de'", f"{SHOWN} && {said} === 'Gedrückt'"),
            ("from right to left", "document.documentElement.dir = 'rtl'; document.documentElement.lang = 'ar'",
             f"{SHOWN} && part('tip', '.touchd-thumb') && getComputedStyle(part('tip', '.touchd-widget')).direction === 'rtl'"),
            ("in English again", "document.documentElement.dir = 'ltr'; document.documentElement.lang = 'en'", f"{SHOWN} && {said} === 'Pressed'")):
        page.value(f"{act}; null")
        page.wait(ready)
        used = used if when == "taken away" else pay.agree(when, used)
    # Help by fingers: a button in a modal dialog.
    pay.pressed("help")
    page.wait("$('ask').open && part('close', '.touchd-face')")
    page.rests()
    pay.pressed("close")
    page.wait("!$('ask').open")
    used = pay.agree("after a dialog", used)
    # The machine.
    for when, begin, end in (("a replug", lambda: kiosk.finger("unplug"), lambda: kiosk.finger("plug")), ("a restart of the daemon", kiosk.stop, kiosk.start),
                             ("a restart of the bridge", kiosk.stop_bridge, kiosk.start_bridge)):
        begin()
        page.wait("$('tip').dataset.mood === 'away'")
        end()
        used = pay.agree(f"after {when}", used)
    drawn = "[part('tip', '.touchd-thumb'), part('help', '.touchd-label')].map(shape => shape.getBoundingClientRect()).map(({ width, height }) => [Math.round(width), height])"
    [thumb, (_, text)] = page.value(drawn)
    for ratio in (1.5, 2, 3, 1):
        pay.resize(ratio)
        used = pay.agree(f"at devicePixelRatio {ratio}", used)
        assert page.value(drawn)[0] == thumb and abs(page.value(drawn)[1][1] - text) <= 1, (ratio, page.value(drawn), thumb, text)
        # Just inside the edges, where it is switched and switched back, and just outside.
        x, y, width, height = page.value("(box => [box.x, box.y, box.width, box.height])(part('receipt', '[part=area]').getBoundingClientRect())")
        page.value("heard.length = 0")
        for place in ((x + 1, y + 2), (x + width - 1, y + height - 2), (x + width + 4, y + height / 2)):
            kiosk.finger("tap", "{},{}".format(*place))
        page.wait("heard.filter(([, name]) => name === 'pressed').length > 1")
        kit.settles(page, "#help")
        assert page.value("heard.filter(([, name]) => name === 'pressed').map(([id]) => id)") == ["receipt"] * 2, (ratio, page.value("heard"))
    page.value("document.documentElement.style.fontSize = '40px'; null")
    page.wait(f"{drawn}[1][1] > {1.6 * text} && {drawn}[0].join() === '{thumb[0]},{thumb[1]}'")
    page.value("document.documentElement.style.fontSize = ''; null")
    # Paid for what is shown.
    page.value("$('pay').requestSubmit()")
    page.wait("document.body.dataset.paid")
    paid = page.value("[...new URLSearchParams(document.body.dataset.paid)].map(pair => pair.join('=')).join('&')")
    assert paid == page.value("$('list').order.map(id => `drink=${id}`).join('&') + `&tip=${$('tip').value}` + ($('receipt').checked ? '&receipt=on' : '')"), paid
    page.value("$('pay').reset()")
    pay.agree("reset", "tea, coffee, cocoa · tip 5 % · receipt")
    known = ("touches have", "has to be inside a <touchd-screen>", "touchd-web", "WebSocket", "Failed to load", "does not lie over", "outside the window")
    assert not (found := [line for line in page.complaints() if not any(part in line for part in known)]), found
    kit.leave(page)


@check("the pay page without a framework: page, elements and daemon have the same after each step")
def plain(kit):
    drives(kit, "plain")


@check("the pay page with React, which writes its state back to the elements: the same")
def react(kit):
    drives(kit, "react")


@check("the pay page with Vue: the same")
def vue(kit):
    drives(kit, "vue")


@check("the pay page fits five sizes, also from right to left: every widget is on screen, and none covers another")
def sizes(kit):
    pay = Pay(kit, "plain")
    try:
        for language, direction in (("en", "ltr"), ("ar", "rtl")):
            pay.page.value(f"Object.assign(document.documentElement, {{ lang: '{language}', dir: '{direction}' }}); null")
            for width, height in ((1280, 800), (1920, 1080), (1024, 600), (800, 1280), (480, 800)):
                pay.resize(1, width, height)
                pay.drawn()
                bad = pay.page.value(f"""{ORDER}.map(id => [id, $(id).getBoundingClientRect()]).flatMap(([id, one], index, all) => all.slice(index + 1)
                    .filter(([, other]) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1)
                    .map(([other]) => `${{id}} and ${{other}}`))""")
                assert not bad and pay.page.value("document.documentElement.scrollWidth <= innerWidth"), (language, width, height, bad)
                pay.page.keep(f"pay-{language}-{width}x{height}")
    finally:
        kit.kiosk.call("io.touchd.manage.SetView", width=1280, height=800)
    kit.leave(pay.page)


def prepare(kiosk):
    provide(kiosk)
    kiosk.enroll("visitor")


if __name__ == "__main__":
    sys.exit(browse(check, Kit, prepare))
