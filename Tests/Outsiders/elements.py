"""The kit's elements in Chromium, with the pages of examples/web.   elements.py FOLDER-OF-PROGRAMS

Prints one line per check; exit status 0 only if all pass. BROWSER_PICTURES=FOLDER keeps screenshots, BROWSER_CHECK=REGEX selects checks.
"""
import base64, json, os, re, shutil, signal, subprocess, sys, zlib

from checks import Checks, read, write
from chromium import MIDDLE, BrowserFailed, browse, miss, serve
from kiosk import PATIENCE, ROOT, free_port, until
from looks import media

RIGHT, WRONG = "1-4-8-5-9", "1-2-3-6"
LIBRARIES = {
    "react.production.min.js": "/usr/share/nodejs/react/umd/react.production.min.js",
    "react-dom.production.min.js": "/usr/share/nodejs/react-dom/umd/react-dom.production.min.js",
    "vue.runtime.min.js": "/usr/share/javascript/vue/vue.runtime.min.js",
}
#: The style sheet of a page whose widgets fill the cells of a grid.
GRID = "touchd-screen { grid: %s } touchd-screen > * { grid-area: auto !important; width: auto; justify-self: stretch !important }"
check = Checks()


def soon(read, is_right):
    """Waits until what `read` returns is right, and returns it."""
    seen = []
    until(lambda: seen.append(read()) or is_right(seen[-1]), lambda: f"it is {seen[-1]}")
    return seen[-1]


class Kit:
    def __init__(self, kiosk, browser):
        self.kiosk, self.browser = kiosk, browser

    def open(self, name, width=1280, height=800):
        page = self.browser.page(f"{self.kiosk.origin}/{name}", width, height)
        page.wait("document.readyState === 'complete'")
        return page

    def create(self, name, *parts, **more):
        """Creates and opens a page."""
        self.kiosk.page(name, *parts, **more)
        return self.open(f"{name}.html")

    def scenes(self):
        return self.kiosk.call("io.touchd.manage.Status")["screen"]["scenes"]

    def leave(self, page):
        page.close()
        until(lambda: self.scenes() == 0, "the scene of the closed page is gone")

    def end(self, page):
        """Leaves a page that has complained about nothing."""
        assert not page.complaints(), page.complaints()
        self.leave(page)

    def draw(self, page, pattern):
        dots = page.wait(f"""(dots => dots.length === 9 && dots.map({MIDDLE}))(
            [...(document.querySelector('touchd-pattern')?.shadowRoot.querySelectorAll('.touchd-dot-core') ?? [])])""")
        pitch = dots[1][0] - dots[0][0]
        place = f"{dots[0][0] - pitch / 2},{dots[0][1] - pitch / 2},{3 * pitch},{3 * pitch}"
        self.kiosk.finger("pattern", pattern, "in", place, "speed", 3000, "rate", 250)

    def finger(self, page, *words, at):
        """A command to a finger, with the middle of a part of the page as its last word."""
        self.kiosk.finger(*words, "{},{}".format(*page.center(at)))

    def tap(self, page, element):
        self.finger(page, "tap", at=f"document.querySelector({element!r})")

    def grasp(self, page, id, part, first="began", last=("ended",)):
        """A finger lands on a part of an element and lifts. Returns the details of the first event, once one of the last ones has come:
        the page keeps what it hears as `heard`."""
        page.value("heard.length = 0")
        self.finger(page, "down", 0, at=f"one('#{id} >>> {part}')")
        page.wait(f"heard.some(([target, name]) => target === '{id}' && name === '{first}')")
        self.kiosk.finger("up", 0)
        page.wait(f"heard.some(([target, name]) => target === '{id}' && {list(last)}.includes(name))")
        return page.value(f"heard.find(([target, name]) => target === '{id}' && name === '{first}')[2]")

    def settles(self, page, element):
        """Waits until the daemon has what the page has written: it gets all changes at once, so also a later label of an element."""
        label = page.value(f"(label => (document.querySelector({element!r}).setAttribute('label', label), label))(`Label ${{globalThis.labels = (globalThis.labels ?? 0) + 1}}`)")
        page.wait(f"document.querySelector({element!r}).shadowRoot.querySelector('.touchd-widget')?.getAttribute('aria-label') === '{label}'")

    def kinds(self):
        """The kinds of the widgets on screen, sorted."""
        scenes = self.kiosk.call("io.touchd.scene.List")["scenes"]
        return sorted(scenes[0]["kinds"]) if scenes else []

    def has(self, page, kinds, *off, within="document"):
        """Waits until the daemon has widgets of these kinds, of which only the named ones take no touches."""
        until(lambda: self.kinds() == kinds, lambda: f"the daemon has {self.kinds()}")
        page.wait(f"[...new Set([...all('*'), ...{within}.querySelectorAll('*')])].filter(part => part.shown?.widget?.disabled).map(({{ id }}) => id).join() === '{','.join(off)}'")

    def says(self, page, sentence, element="touchd-pattern"):
        page.wait(f"document.querySelector({element!r}).shadowRoot.querySelector('[part=prompt]').textContent === {sentence!r}")


SHOWN = "document.querySelector('touchd-screen')?.presentation?.scene"


@check("a page of elements unlocks, and its button can be pressed")
def plain(kit):
    page = kit.open("plain.html")
    kit.says(page, "Draw your pattern")
    with page.sees("document.querySelector('#lock').dataset.mood === 'wrong'"):
        kit.draw(page, WRONG)
    kit.says(page, "Draw your pattern")
    kit.tap(page, "#help")
    page.wait("document.querySelector('#news').textContent === 'Somebody will come'")
    kit.draw(page, RIGHT)
    page.wait("document.querySelector('#news').textContent === 'Come in, visitor'")
    page.keep("elements")
    kit.end(page)


@check("staff leave the page by a corner that they hold and a PIN; a tap there does nothing, and a wrong PIN leads nowhere")
def staff(kit):
    kit.kiosk.enroll("staff", "8352", "0,0,300,400")
    page = kit.open("staff.html")
    asks = "document.querySelector('#staff').shadowRoot?.querySelector('[part=prompt]')?.textContent === 'Enter your PIN'"
    page.wait("one('#corner >>> .touchd-face')")
    kit.tap(page, "#corner")
    assert page.value("document.querySelector('#staff').hidden"), "a tap is not enough"
    kit.finger(page, "down", 0, at="one('#corner')")
    page.wait("!document.querySelector('#staff').hidden")
    kit.kiosk.finger("up", 0)
    page.wait(asks)
    def enter(digits):
        for name in [*digits, "enter"]:
            kit.finger(page, "tap", at=f"one('#staff >>> .touchd-key-{name}')")
    with page.sees("document.querySelector('#staff').dataset.mood === 'wrong'"):
        enter("1593")
    assert page.value("location.pathname").endswith("staff.html")
    page.wait(asks)
    enter("8352")
    page.wait("location.pathname.endsWith('plain.html')")
    kit.leave(page)


@check("a study waits until a person agrees, keeps a line for each round that the page shows, and stops with the person")
def study(kit):
    file, program = f"{kit.kiosk.folder}/study.jsonl", [f"{kit.kiosk.programs}/touchctl", "--socket", kit.kiosk.socket, "study"]
    page = kit.open("study.html")
    shown = "document.querySelector('[data-widget=\"{}\"]')"
    press = lambda name: kit.kiosk.finger("tap", ",".join(map(str, page.wait(
        f"(box => box && [box.x + box.width / 2, box.y + box.height / 2])({shown.format(name)}?.getBoundingClientRect())"))))
    def agree():
        # The study may not have reached the daemon yet.
        press("agree")
        page.wait(f"{shown.format('round')} || !{shown.format('leave')}")
        return page.value(f"!!{shown.format('round')}")
    def visit(rounds=2):
        run = subprocess.Popen([*program, "captcha", "--rounds", str(rounds), "--to", file], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert run.stdout.readline().startswith("waiting for a person who agrees")
        until(agree, "the study begins")
        assert run.stdout.readline() == f"round 1 of {rounds}\n"
        return run
    def ends(run, status, *outcomes):
        error = run.communicate(timeout=PATIENCE)[1]
        assert run.returncode == status, (run.returncode, error)
        assert [json.loads(line)["outcome"] for line in open(file)] == list(outcomes)
        os.remove(file)
        page.wait(f"{shown.format('agree')} && !{shown.format('round')}")
        return error
    run = visit()
    # Whoever cannot drag is told, as on real pages.
    page.wait("document.querySelector('#text').textContent.includes('Or tap')")
    press("round decline")
    assert run.stdout.readline() == "round 2 of 2\n"
    page.wait(shown.format("round"))
    press("leave")
    run.wait(PATIENCE)
    assert "has gone" in ends(run, 1, "declined", "cancelled")
    # Every participant is asked: after the last round, too.
    run = visit(1)
    press("round decline")
    ends(run, 0, "declined")
    # A page that begins again asks again.
    run = visit()
    page.value("location.reload()")
    ends(run, 1, "cancelled")
    # So does one whose daemon does.
    run = visit()
    kit.kiosk.stop()
    kit.kiosk.start()
    run.communicate(timeout=PATIENCE)
    assert run.returncode == 1, run.returncode
    os.remove(file)
    run = visit(1)
    press("round decline")
    ends(run, 0, "declined")
    # Consent ends when nobody touches for half a minute, which comes at once here.
    run = visit()
    run.send_signal(signal.SIGSTOP)
    page.value("((later, now) => { setTimeout = (act, time, ...more) => later(act, time / 1000, ...more); })(setTimeout)")
    press("round decline")
    page.wait(shown.format("agree"))
    run.send_signal(signal.SIGCONT)
    assert "no longer agrees" in ends(run, 1, "declined")
    kit.leave(page)


@check("elements override no inherited property")
def names(kit):
    page = kit.open("plain.html")
    kit.says(page, "Draw your pattern")
    found = page.value("""(async () => {
        const kit = await import('./elements.js'), found = [];
        for (const [name, element] of Object.entries(kit))
          for (let proto = element.prototype; proto !== HTMLElement.prototype; proto = Object.getPrototypeOf(proto))
            for (const key of Reflect.ownKeys(proto)) if (key !== 'constructor' && key in HTMLElement.prototype) found.push(`${name}.${String(key)}`);
        return { count: Object.keys(kit).length, found }; })()""")
    assert found["count"] > 10 and not found["found"], found
    kit.end(page)


@check("properties set before the elements are defined take effect; an element without a height is reported in the console")
def early(kit):
    page = kit.create("early", """<touchd-screen><touchd-reorder-list id="list" label="List"></touchd-reorder-list>
        <touchd-pattern id="lock" user="visitor"></touchd-pattern></touchd-screen>""", """
        const { PretendedDaemon } = await import('./pretend.js'), list = document.querySelector('#list');
        document.querySelector('touchd-screen').touchd = new PretendedDaemon();
        list.settings = { items: [{ id: 'milk', height: 60 }] };
        list.look = { rows: { milk: 'Milk' } };
        document.querySelector('#lock').style.height = '44px';
        await import('./elements.js');""")
    page.wait("document.querySelector('#list').shadowRoot?.querySelector('.touchd-row .touchd-label')?.textContent === 'Milk'")
    assert kit.scenes() == 0, "the simulated daemon has the scene"
    until(lambda: page.value("true") and any("is not on screen: its drawing is" in line for line in page.complaints()), "the console has the flat lock")
    assert len(page.complaints()) == 1, page.complaints()
    page.close()


@check("a simulated daemon names the setting that a widget lacks")
def needs(kit):
    page = kit.create("needs", """<touchd-screen development><touchd-reorder-list id="list"></touchd-reorder-list></touchd-screen>""", """import './elements.js';
        import { PretendedDaemon } from './pretend.js';
        document.querySelector('touchd-screen').touchd = new PretendedDaemon();""")
    page.wait("document.querySelector('touchd-screen').shadowRoot.querySelector('.touchd-fault')?.textContent.includes('widget list: reorderList.items is missing')")
    page.close()


@check("a long press on any part of a widget opens no menu")
def menus(kit):
    page = kit.create("menu", """<touchd-screen><touchd-pattern id="lock" label="Pattern lock"></touchd-pattern>
        <touchd-button id="help" label="Help"></touchd-button><p id="news">News</p></touchd-screen>""", """import './elements.js';
        globalThis.menus = [];
        addEventListener('contextmenu', event => menus.push([event.target.id, event.defaultPrevented]));""")
    page.wait(SHOWN)
    for part in ("help", "lock", "news"):
        x, y = page.center(f"document.querySelector('#{part}')")
        page.hold(x, y, f"menus.some(([id]) => id === '{part}')")
    assert page.value("menus") == [["help", True], ["lock", True], ["news", False]], page.value("menus")
    kit.leave(page)


@check("elements follow the page's style sheet: moved and resized")
def follows(kit):
    page = kit.open("plain.html")
    kit.says(page, "Draw your pattern")
    box = "(box => [box.x, box.y, box.width, box.height].map(Math.round).join())"
    # The page styles parts of a drawing: examples/web/page.css.
    core = "getComputedStyle(document.querySelector('#lock').shadowRoot.querySelector('.touchd-dot-core')).stroke"
    assert page.value(core) == "rgba(0, 0, 0, 0.533)", page.value(core)
    dashes = "getComputedStyle(document.querySelector('#lock').shadowRoot.querySelector('.touchd-line')).strokeDasharray"
    assert page.value(dashes) == "none"
    page.value("document.querySelector('#lock').dataset.mood = 'wrong'")
    assert page.value(dashes) == "12px, 16px", page.value(dashes)
    page.value("document.querySelector('#lock').dataset.mood = ''")
    drawn = f"{box}(document.querySelector('#help').shadowRoot.querySelector('.touchd-face').getBoundingClientRect())"
    laid = f"{box}(document.querySelector('#help').shadowRoot.querySelector('[part=area]').getBoundingClientRect())"
    page.wait(f"{drawn} === {laid}")
    before = page.value(laid)
    page.value("document.querySelector('#help').style.cssText = 'transform: translate(-300px, -10px); width: 200px'")
    page.wait(f"{laid} !== {before!r} && {drawn} === {laid}")
    def pressed():
        # The daemon gets the new position shortly after the page has drawn it.
        kit.tap(page, "#help")
        return page.value("document.querySelector('#news').textContent === 'Somebody will come'")
    until(pressed, "the button is pressed at its new position")
    assert page.value(SHOWN), "the other widgets work"
    kit.leave(page)


@check("what the page writes to an element counts at any time: equal values do nothing, others wait while a finger is on it, and the next finger continues from there; the daemon has it again after its restart")
def values(kit):
    page = kit.create("values", """<touchd-screen><touchd-slider id="tip" max="10" value="2" label="Tip"></touchd-slider>
        <touchd-step-slider id="size" nodes='["S","M","L"]' index="1" thumb-width="60" margin="40" label="Size"></touchd-step-slider>
        <touchd-reorder-list id="list" label="Drinks"></touchd-reorder-list>
        <touchd-inertial-drag id="puck" object-width="60" object-height="60" position-x="100" position-y="100"></touchd-inertial-drag>
        <touchd-confined-drag id="stick"></touchd-confined-drag>
        <touchd-button id="go" label="Go"></touchd-button></touchd-screen>""", """import './elements.js';
        globalThis.$ = id => document.querySelector(`#${id}`);
        $('list').settings = { pressUSec: 100000, items: ['tea', 'coffee', 'milk'].map(id => ({ id, height: 60 })) };
        globalThis.heard = []; globalThis.sent = []; globalThis.control = null;
        const { touchd } = document.querySelector('touchd-screen'), { call } = touchd;
        touchd.call = function (method, given) {
          if (method.endsWith('Update')) sent.push(...given.widgets.map(({ id }) => id).filter(id => id !== 'go'));
          return call.call(this, method, given);
        };
        for (const name of ['began', 'changed', 'ended', 'cancelled', 'pressed', 'moved', 'lifted', 'dropped', 'released'])
          addEventListener(`touchd-${name}`, event => { control?.(event); heard.push([event.target.id, name, event.detail]); }, true);
        globalThis.state = () => [$('tip').value, $('size').index, $('list').order.join(), $('puck').position.x];""",
              css=GRID % "1fr 1fr / repeat(3, 1fr)")
    drawn = "[...document.querySelectorAll('touchd-screen > *')].every(part => part.shadowRoot.querySelector('.touchd-widget'))"
    page.wait(f"{SHOWN} && {drawn}")
    assert page.value("state()") == [2, 1, "tea,coffee,milk", 100], page.value("state()")
    middle = lambda id, part: page.center(f"document.querySelector('#{id}').shadowRoot.querySelector('{part}')")

    def shows(id, name, value, last="ended"):
        """A finger that lands on the thumb is told the value that the daemon has."""
        page.rests()
        member, _, part = name.partition(".")
        found = kit.grasp(page, id, ".touchd-thumb", last=[last])[member][part]
        assert abs(found - value) < .01, f"the daemon has {found}, the page {value}"

    # A controlled component writes back every change, as an attribute or as a property: the finger goes on.
    for assign in ("target.setAttribute('value', detail.slider.value)", "target.value = detail.slider.value"):
        page.value(f"heard.length = 0; control = ({{ target, detail }}) => {{ if (target.id === 'tip') {assign}; }}; null")
        page.value("document.querySelector('#tip').value = 2; null")
        kit.settles(page, "#go")
        page.value("sent.length = 0")
        x, y = middle("tip", ".touchd-thumb")
        kit.kiosk.finger("line", f"{x},{y}", f"{x + 150},{y}", "hold", 0)
        page.wait("heard.some(([, name]) => name === 'ended' || name === 'cancelled')")
        kit.settles(page, "#go")
        names = page.value("heard.map(([, name]) => name)")
        assert names.count("changed") > 5 and "cancelled" not in names, names
        assert page.value("[sent, document.querySelector('#tip').value]") == [[], page.value("heard.at(-1)[2].slider.value")], page.value("sent")
    page.value("control = null")
    # Another value waits for the lift.
    x, y = middle("tip", ".touchd-thumb")
    page.value("heard.length = 0")
    kit.kiosk.finger("down", 0, f"{x},{y}")
    page.wait("heard.length")
    page.value("document.querySelector('#tip').value = 1; document.querySelector('#tip').setAttribute('label', 'Other'); null")
    kit.settles(page, "#go")
    kit.kiosk.finger("move", 0, f"{x - 30},{y}")
    page.wait("heard.some(([, name]) => name === 'changed')")
    assert page.value("document.querySelector('#tip').value") > 1, "the finger has the value"
    kit.kiosk.finger("up", 0)
    page.wait("heard.some(([, name]) => name === 'ended')")
    assert page.value("document.querySelector('#tip').value") == 1
    page.wait("document.querySelector('#tip').shadowRoot.querySelector('.touchd-widget').getAttribute('aria-label') === 'Other'")
    assert "cancelled" not in page.value("heard.map(([, name]) => name)"), page.value("heard")
    shows("tip", "slider.value", 1)
    # Every kind is written, and read at once.
    page.value("document.querySelector('#tip').value = 7; document.querySelector('#size').index = 2; document.querySelector('#list').order = ['milk', 'tea', 'coffee'];"
               "document.querySelector('#puck').position = { x: 200, y: 80 }; null")
    assert page.value("state()") == [7, 2, "milk,tea,coffee", 200], page.value("state()")
    kit.settles(page, "#go")
    shows("tip", "slider.value", 7)
    shows("size", "stepSlider.index", 2)
    page.value("heard.length = 0")
    x, y = middle("list", ".touchd-row")
    kit.kiosk.finger("tap", f"{x},{y}")
    page.wait("heard.some(([id, name, detail]) => id === 'list' && name === 'lifted' && detail.reorderList.id === 'milk')")
    # Drawn above the frame, not clipped by it.
    assert page.value("!one('#list >>> .touchd-lifted').closest('[clip-path]')")
    kit.kiosk.finger("tap", f"{x},{y + 60}")
    page.wait("heard.some(([id, name]) => id === 'list' && (name === 'dropped' || name === 'cancelled'))")
    assert page.value("document.querySelector('#list').order.join() === heard.at(-1)[2].reorderList.order.join()"), page.value("heard.at(-1)")
    shows("puck", "inertialDrag.x", 200, "released")
    shows("puck", "inertialDrag.y", 80, "released")
    # The handle is where the finger has left it.
    x, y = middle("stick", ".touchd-thumb")
    kit.kiosk.finger("tap", f"{x + 40},{y}")
    page.wait("heard.some(([id, name]) => id === 'stick' && name === 'ended')")
    place = "document.querySelector('#stick').position"
    assert page.value(f"{place}.x === heard.at(-1)[2].confinedDrag.x && {place}.y === heard.at(-1)[2].confinedDrag.y")
    # It is written like a value, and beyond the rim it is on it.
    page.value(f"{place} = {{ x: {place}.x, y: -9e3 }}; null")
    kit.settles(page, "#go")
    page.value("heard.length = 0")
    kit.finger(page, "tap", at="one('#stick >>> .touchd-thumb')")
    page.wait("heard.some(([id, name]) => id === 'stick' && name === 'began')")
    assert page.value(f"Math.hypot({place}.x - heard[0][2].confinedDrag.x, {place}.y - heard[0][2].confinedDrag.y) < 1 && heard[0][2].confinedDrag.distance > .99"), page.value(f"[{place}, heard[0]]")
    # A value beyond the range is its nearest end.
    page.value("document.querySelector('#tip').value = 99; null")
    assert page.value("document.querySelector('#tip').value") == 10
    kit.settles(page, "#go")
    shows("tip", "slider.value", 10)
    # The daemon has them again after its restart, with what was written meanwhile.
    places = page.value("[$('puck').position.x, $('stick').position.x]")
    kit.kiosk.stop()
    page.wait("document.querySelector('#tip').dataset.mood === 'away'")
    page.value("document.querySelector('#tip').value = 4; null")
    kit.kiosk.start()
    page.wait(f"{SHOWN} && {drawn} && document.querySelector('#go').dataset.mood === ''")
    kit.settles(page, "#go")
    for given in (("tip", "slider.value", 4), ("size", "stepSlider.index", 2), ("puck", "inertialDrag.x", places[0], "released"), ("stick", "confinedDrag.x", places[1])):
        shows(*given)
    kit.leave(page)


@check("an idle kiosk is told once, and so is the first touch after it; a wrong time is one error")
def idle(kit):
    page = kit.create("idle", """<touchd-screen><my-part></my-part><touchd-button id="go" label="Go"></touchd-button></touchd-screen>""", """import './elements.js';
        globalThis.heard = [];
        for (const name of ['idle', 'active', 'pressed'])
          addEventListener(`touchd-${name}`, event => { const [{ id, idle = null }] = event.composedPath(); heard.push([id, name, idle]); });
        // In the shadow tree of another component.
        customElements.define('my-part', class extends HTMLElement {
          connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<touchd-idle id="rest" seconds="1"></touchd-idle>'; }
        });""")
    page.wait(f"{SHOWN} && heard.length")
    kit.tap(page, "#go")
    page.wait("heard.length === 4 && one('#rest').idle")
    heard = page.value("heard")
    assert heard[0] == heard[3] == ["rest", "idle", True] and sorted(heard[1:3]) == [["go", "pressed", None], ["rest", "active", False]], heard
    assert not page.complaints(), page.complaints()
    page.value("one('#rest').seconds = .1; null")
    until(lambda: page.value("1") and [line for line in page.complaints() if "InvalidParameter" in line and "afterUSec" in line], page.complaints)
    kit.leave(page)


@check("elements are controls of a form: submitted under their names, reset, disabled with a fieldset, listed, and restored with the page")
def forms(kit):
    kit.kiosk.page("forms", """<touchd-screen><form id="pay" action="formed.html"><input name="plain" value="1"><fieldset id="set"><touchd-slider id="tip" name="tip" max="10" value="2"></touchd-slider>
        <touchd-step-slider id="size" name="size" nodes='["S","M","L"]' index="1" thumb-width="60" margin="40"></touchd-step-slider></fieldset>
        <touchd-reorder-list id="list" name="drink"></touchd-reorder-list><touchd-inertial-drag id="puck" name="puck" position-x="100" position-y="90"></touchd-inertial-drag>
        <touchd-confined-drag id="stick" name="stick"></touchd-confined-drag><touchd-button id="go" label="Go"></touchd-button></form></touchd-screen>""", """import './elements.js';
        const $ = id => document.querySelector(`#${id}`);
        $('list').settings = { items: ['tea', 'coffee'].map(id => ({ id, height: 40 })) };
        listen('began', 'ended', 'pressed');
        globalThis.data = () => [...new FormData($('pay'))].map(([name, value]) => `${name}=${value}`).join('&');""",
              css="touchd-screen { display: block; height: 100vh; padding: 0 } form > *, fieldset > * { height: 100px !important; width: 600px !important } fieldset, input { height: 210px !important; padding: 0; border: 0; margin: 0 } input { height: 30px !important }")
    kit.kiosk.page("formed", "<p>", "")
    page = kit.open("forms.html")
    drawn = "['tip', 'size', 'list', 'puck', 'stick', 'go'].every(id => document.querySelector(`#${id}`).shadowRoot?.querySelector('.touchd-widget'))"
    page.wait(drawn)
    first = "plain=1&tip=2&size=1&drink=tea&drink=coffee&puck.x=100&puck.y=90&stick.x=300&stick.y=50"
    assert page.value("data()") == first, page.value("data()")
    assert page.value("[...document.querySelector('#pay').elements].map(({ id }) => id).join()") == ",set,tip,size,list,puck,stick,go"
    assert page.value("document.querySelector('#tip').form.id") == "pay"
    x, y = page.center("document.querySelector('#tip').shadowRoot.querySelector('.touchd-track')")
    kit.kiosk.finger("tap", f"{x},{y}")
    page.wait("heard.some(([id, name]) => name === 'ended')")
    assert page.value("data() === `plain=1&tip=${heard.at(-1)[2].slider.value}&size=1&drink=tea&drink=coffee&puck.x=100&puck.y=90&stick.x=300&stick.y=50`"), page.value("data()")
    page.value("document.querySelector('#size').index = 2; document.querySelector('#list').order = ['coffee', 'tea']; document.querySelector('#puck').position = { x: 40, y: 50 }; document.querySelector('#tip').name = 'more'")
    assert page.value("data()").split("&", 2)[1].startswith("more=") and page.value("data()").endswith("size=2&drink=coffee&drink=tea&puck.x=40&puck.y=50&stick.x=300&stick.y=50"), page.value("data()")
    page.value("document.querySelector('#tip').name = 'tip'; document.querySelector('#pay').reset()")
    assert page.value("data()") == first, page.value("data()")
    page.value("document.querySelector('#set').disabled = true")
    assert page.value("data()") == "plain=1&drink=tea&drink=coffee&puck.x=100&puck.y=90&stick.x=300&stick.y=50", page.value("data()")
    kit.has(page, ["button", "confined_drag", "inertial_drag", "reorder_list", "slider", "step_slider"], "tip", "size")
    assert page.value("['tip', 'size'].every(id => document.querySelector(`#${id}`).shadowRoot.querySelector('.touchd-disabled'))")
    page.value("heard.length = 0")
    kit.kiosk.finger("tap", f"{x},{y}")
    kit.tap(page, "#go")
    page.wait("heard.some(([id, name]) => name === 'pressed')")
    assert page.value("heard.map(([id]) => id)") == ["go", "go"], page.value("heard")
    # Written by the page, a value changes also while no finger may change it.
    page.value("document.querySelector('#tip').value = 6; null")
    page.wait("document.querySelector('#tip').shadowRoot.querySelector('.touchd-widget').getAttribute('aria-valuenow') === '6'")
    page.value("document.querySelector('#set').disabled = false")
    page.wait("!document.querySelector('#size').shadowRoot.querySelector('.touchd-disabled')")
    # Sent, and restored when the visitor comes back to the page.
    page.value("document.querySelector('#tip').value = 7; document.querySelector('#list').order = ['coffee', 'tea']; document.querySelector('#pay').submit()")
    page.wait("location.pathname === '/formed.html'")
    assert page.value("location.search") == "?plain=1&tip=7&size=1&drink=coffee&drink=tea&puck.x=100&puck.y=90&stick.x=300&stick.y=50", page.value("location.search")
    page.value("history.back()")
    page.wait(f"location.pathname === '/forms.html' && {drawn}")
    page.wait("data().startsWith('plain=1&tip=7&size=1&drink=coffee&drink=tea')")
    kit.end(page)


@check("what every web developer takes for granted: labels name elements, buttons submit and reset, a required toggle keeps a form back, input and change come as from any control, focus() works with keyboard")
def controls(kit):
    page = kit.create("controls", """<touchd-screen><form id="order"><label for="tip" id="name">Tip</label><touchd-slider id="tip" name="tip" max="20" value="5" keyboard></touchd-slider>
        <label>I agree <touchd-toggle id="terms" name="terms" required></touchd-toggle></label><touchd-stepper id="cups" name="cups" aria-label="Cups" keyboard></touchd-stepper>
        <touchd-button id="pay" type="submit" keyboard>Pay</touchd-button><touchd-button id="again" type="reset" aria-label="Start again"></touchd-button></form>
        <touchd-button id="outside" type="submit" form="order" label="Outside"></touchd-button></touchd-screen>""", """import './elements.js';
        const order = document.querySelector('#order');
        globalThis.heard = [];
        order.addEventListener('submit', event => { event.preventDefault(); heard.push(`submit ${new URLSearchParams(new FormData(order))}`); });
        for (const name of ['input', 'change', 'reset', 'invalid']) addEventListener(name, ({ target }) => heard.push(`${name} ${target.id}`), true);""",
              css="touchd-screen, #order { display: block; padding: 0 } #outside, #order > * { display: block; height: 90px; width: 400px } label touchd-toggle { display: flex; height: 60px } :invalid { outline-style: dashed }")
    page.wait(f"{SHOWN} && one('#outside >>> .touchd-widget') && one('#terms >>> .touchd-widget')")
    names = page.value("Object.fromEntries(['tip', 'terms', 'pay', 'again'].map(id => [id, one(`#${id} >>> .touchd-widget`).getAttribute('aria-label')]))")
    assert names == {"tip": "Tip", "terms": "I agree", "pay": "Pay", "again": "Start again"}, names
    page.value("one('#name').textContent = 'Tip in percent'")
    page.wait("one('#tip >>> .touchd-widget').getAttribute('aria-label') === 'Tip in percent'")
    def heard(*wanted):
        assert soon(lambda: page.value("heard"), lambda found: len(found) >= len(wanted)) == [*wanted]
        page.value("heard.length = 0")
    def place(id, part):
        return "{},{}".format(*page.center(f"one('#{id} >>> {part}')"))
    # One that is not checked keeps the form back.
    dashed = "getComputedStyle(one('#terms')).outlineStyle === 'dashed'"
    assert page.value(f"{dashed} && !order.checkValidity() && one('#terms').validity.valueMissing && one('#terms').validationMessage && one('#terms').willValidate && one('#terms').labels.length === 1")
    page.value("heard.length = 0")
    for button in ("pay", "outside"):
        kit.tap(page, f"#{button}")
        heard("invalid terms")
    page.wait("one('#terms').dataset.mood === 'wrong' && one('.touchd-live').textContent === one('#terms').validationMessage")
    page.keep("controls")
    kit.tap(page, "#terms")
    heard("input terms", "change terms")
    assert not page.value(dashed) and page.value("one('#terms').dataset.mood") == ""
    kit.tap(page, "#pay")
    heard("submit tip=5&terms=on&cups=0")
    # A drag is many inputs and one change, and none if nothing has changed; what the page writes is neither.
    x, y = page.center("one('#tip >>> .touchd-thumb')")
    kit.kiosk.finger("line", f"{x},{y}", f"{x + 60},{y}")
    found = soon(lambda: page.value("heard"), lambda found: "change tip" in found)
    assert len(found) > 2 and found == ["input tip"] * (len(found) - 1) + ["change tip"], found
    page.value("heard.length = 0; one('#tip').value = 7; one('#cups').value = 2; one('#terms').checked = true")
    kit.settles(page, "#outside")
    kit.finger(page, "tap", at="one('#cups >>> [part=more]')")
    heard("input cups", "change cups")
    page.value("one('#tip').focus()")
    page.key("ArrowUp", code="ArrowUp")
    heard("input tip", "change tip")
    for id in ("tip", "cups", "pay"):
        page.value(f"document.activeElement.blur(); one('#{id}').focus()")
        assert page.value("document.activeElement.id") == id, id
    page.value("one('#name').click()")
    assert page.value("document.activeElement.id") == "tip", "a label gives its element the focus"
    page.key("Tab", code="Tab")
    assert page.value("document.activeElement.id") == "cups", page.value("document.activeElement.id")
    # A label gives the focus, to a person and to a script, and presses nothing: that is a touch of the browser's.
    page.value("one('#terms').toggleAttribute('keyboard', true); one('#terms').readOnly = true; null")
    page.wait("one('#terms >>> [tabindex]')?.getAttribute('aria-readonly') === 'true'")
    page.value("one('#terms').readOnly = false; null")
    page.wait("one('#terms >>> [tabindex]')?.getAttribute('aria-readonly') === null && !one('#terms').shown.widget.disabled")
    assert page.value("one('#terms >>> .touchd-widget').getAttribute('aria-required')") == "true"
    page.value("heard.length = 0; one('label:not([for])').click(); one('#terms').click()")
    x, y, across, down = page.value("(({ x, y, width, height }) => [x, y, width, height])(one('label:not([for])').getBoundingClientRect())")
    page.mouse("mousePressed", x + 5, y + 5)
    page.mouse("mouseReleased", x + 5, y + 5)
    assert page.value("document.activeElement.id") == "terms"
    page.key(" ", code="Space")
    heard("input terms", "change terms")
    # In a line, it is as small as a touch target, and so is its switch.
    page.value("one('#terms').style.display = 'inline-flex'")
    inside = "((part, area) => part.x >= area.x && part.right <= area.right)(...['.touchd-switch', '[part=area]'].map(part => one(`#terms >>> ${part}`).getBoundingClientRect()))"
    page.wait(f"one('#terms').clientWidth === 44 && {inside}")
    kit.tap(page, "#again")
    heard("reset order")
    assert page.value("one('#tip').value === 5 && !one('#terms').checked") and page.value(dashed)
    # The page's own rule.
    page.value("one('#terms').checked = true; one('#tip').setCustomValidity('Too little')")
    assert page.value("!order.reportValidity() && one('#tip').validationMessage") == "Too little"
    page.value("one('#tip').setCustomValidity(''); heard.length = 0")
    kit.tap(page, "#pay")
    heard("submit tip=5&terms=on&cups=0")
    page.value("one('#terms').checked = false; one('#terms').disabled = true")
    assert page.value("order.checkValidity()"), "what is disabled is not asked for"
    kit.end(page)


@check("what is wrong is told once, whatever else happens, shown in development until it is right, and keeps back its own widget only; hidden and disabled widgets go at once, also while another is being made")
def refuses(kit):
    page = kit.create("refuses", """<touchd-screen development><touchd-button id="a" label="A"></touchd-button><touchd-button id="b" label="B"></touchd-button>
        <touchd-button id="c" label="C"></touchd-button><touchd-slider id="low" max="-5"></touchd-slider><touchd-captcha id="puzzle" profile="none"></touchd-captcha></touchd-screen>""",
              """import './elements.js';
        listen('pressed');""",
              css="touchd-screen { grid: 200px 280px / 200px 200px 200px } touchd-screen > * { grid-area: auto !important; width: auto !important; justify-self: stretch !important }")
    at = lambda id: "{},{}".format(*page.value(f"(box => [box.x + 100, box.y + 100])(document.querySelector('#{id}').getBoundingClientRect())"))
    face = lambda id: f"document.querySelector('#{id}').shadowRoot?.querySelector('.touchd-face')"
    fault = "[...document.querySelector('touchd-screen').shadowRoot.querySelectorAll('.touchd-fault')].map(bar => bar.textContent).join()"

    def once(when):
        page.wait(f"{SHOWN} && {face('a')} && {face('b')}")
        kit.kiosk.finger("tap", at("a"))
        kit.kiosk.finger("tap", at("b"))
        page.wait("heard.length === 2")
        assert page.value("heard.splice(0).map(([id]) => id)") == ["a", "b"], when
        found = page.value("errors")
        assert len(found) == 2 and any("widget low" in error and "max" in error for error in found) and any("widget puzzle" in error and "profile" in error for error in found), (when, found)
        shown = page.value(fault)
        assert all(error in shown for error in found), (when, shown)
    def alone(change):
        """What answers while b is hidden and c disabled, in one step with a change."""
        spots = {id: at(id) for id in "abc"}
        page.value(f"{change} document.querySelector('#b').hidden = document.querySelector('#c').disabled = true")
        page.wait(f"!{face('b')}")
        for id in "bca":
            kit.kiosk.finger("tap", spots[id])
        page.wait("heard.length")
        return page.value("heard.splice(0).map(([id]) => id)")
    once("at first")
    # An attribute that buttons do not have.
    heard = alone("document.querySelector('#a').setAttribute('odd', '1');")
    page.wait("errors.length === 3")
    assert page.value("errors.splice(2).length") == 1 and heard == ["a"], (heard, page.value("errors"))
    page.value("document.querySelector('#a').removeAttribute('odd'); document.querySelector('#b').hidden = document.querySelector('#c').disabled = false")
    kit.settles(page, "#c")
    once("after one had a wrong attribute")
    page.value("document.querySelector('touchd-screen').style.transform = 'translateX(40px)'; null")
    kit.settles(page, "#c")
    once("after all have moved")
    page.value("document.querySelector('touchd-screen').hidden = true")
    until(lambda: kit.scenes() == 0, "nothing is on screen")
    page.value("document.querySelector('touchd-screen').hidden = false")
    once("after all were hidden")
    kit.kiosk.stop()
    page.wait("document.querySelector('#a').dataset.mood === 'away'")
    kit.kiosk.start()
    page.wait("document.querySelector('#a').dataset.mood !== 'away'")
    once("after a restart of the daemon")
    page.value("document.querySelector('#low').setAttribute('max', '5')")
    page.wait(f"document.querySelector('#low').shadowRoot.querySelector('.touchd-thumb') && !{fault}.includes('max')")
    assert "profile" in page.value(fault) or "none" in page.value(fault), page.value(fault)
    # The making of the captcha hangs; meanwhile others are hidden and disabled.
    page.value("""const { touchd } = document.querySelector('touchd-screen'), { call } = touchd;
        globalThis.hangs = new Promise(done => { globalThis.end = done; });
        touchd.call = async function (method, ...rest) { if (method.endsWith('Create')) { globalThis.isHung = true; await hangs; } return call.call(this, method, ...rest); };
        document.querySelector('#puzzle').setAttribute('profile', 'simple'); null""")
    page.wait("globalThis.isHung")
    assert alone("") == ["a"]
    page.value("document.querySelector('#b').hidden = false; end()")
    page.wait(f"{face('b')} && {face('c')} && document.querySelector('#puzzle').shadowRoot.querySelector('.touchd-picture') && !{fault}")
    for id in "cba":
        kit.kiosk.finger("tap", at(id))
    page.wait("heard.length === 2")
    assert page.value("[heard.map(([id]) => id).join(), errors.length]") == ["b,a", 2], page.value("[heard, errors]")
    kit.leave(page)


@check("what the page makes unreachable is unreachable: a widget answers the panel only where a touch of the browser's would reach it")
def reach(kit):
    page = kit.create("reach", """<touchd-screen><section id="part"><touchd-button id="a" label="A"></touchd-button></section><button id="under">Under</button><touchd-slider id="s" max="10" value="4"></touchd-slider>
        <touchd-button id="end" label="End"></touchd-button><button id="plain">Plain</button><dialog id="ask"><button id="ok">OK</button><touchd-button id="sure" label="Sure"></touchd-button></dialog>
        <div id="toast" hidden><button id="dismiss">Dismiss</button></div></touchd-screen>""", """import './elements.js';
        globalThis.heard = [];
        addEventListener('click', ({ target }) => { if (target.localName === 'button') heard.push(target.id); });
        for (const name of ['pressed', 'ended']) addEventListener(`touchd-${name}`, ({ target }) => heard.push(target.id), true);""",
              css="""touchd-screen { display: block; position: relative; height: 100vh; padding: 0 } touchd-button, touchd-slider, button { position: absolute; width: 200px !important; height: 100px; padding: 0 }
            #a { left: 100px; top: 100px } #s, #under { left: 400px; top: 100px } #plain { left: 800px; top: 100px } #end { left: 800px; top: 500px }
            dialog { position: fixed; inset: 0; margin: 0; padding: 0; border: 0; width: 700px; height: 400px; max-width: none } #ok { left: 110px; top: 110px } #sure { left: 400px; top: 100px }
            #toast { position: absolute; left: 0; top: 0; width: 250px; height: 250px } #toast[hidden] { display: none } #dismiss { left: 100px; top: 100px }""")
    page.wait("['a', 's'].every(id => document.querySelector(`#${id}`).shadowRoot?.querySelector('.touchd-widget'))")
    page.call("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 5})

    def touch(x, y):
        page.touch("touchStart", x, y)
        page.touch("touchEnd")
        kit.kiosk.finger("tap", f"{x},{y}")

    def heard(expected, ends=("plain", "end"), marks=((900, 150), (900, 550))):
        """Touches the places of the button and of the slider, under which lies a control, then a control and a widget that answer: what was
        caused before came before."""
        page.value("heard.length = 0")
        for x, y in ((200, 150), (480, 150), *marks):
            touch(x, y)
        page.wait(f"{list(ends)}.every(end => heard.includes(end))")
        assert sorted(page.value("heard")) == sorted(expected), page.value("heard")
    whole, rest = ["button", "button", "slider"], ["button", "slider"]
    def free():
        kit.has(page, whole)
        heard(["a", "s", "plain", "end"])
    free()
    # Drawn, or gone with their drawings.
    ways = (("document.querySelector('#part').inert = true", "document.querySelector('#part').inert = false", whole, ["s", "plain", "end"]),
            ("document.querySelector('#part').style.cssText = 'opacity: 0; pointer-events: none'", "document.querySelector('#part').style.cssText = ''", whole, ["s", "plain", "end"]),
            ("document.querySelector('#part').style.visibility = 'hidden'", "document.querySelector('#part').style.visibility = ''", rest, ["s", "plain", "end"]),
            ("document.querySelector('#part').hidden = true", "document.querySelector('#part').hidden = false", rest, ["s", "plain", "end"]),
            ("document.querySelector('#toast').hidden = false", "document.querySelector('#toast').hidden = true", whole, ["dismiss", "s", "plain", "end"]))
    for cover, uncover, left, expected in ways:
        page.value(f"{cover}; null")
        kit.has(page, left, *["a"] * (left == whole))
        heard(expected)
        page.value(f"{uncover}; null")
        free()
    # A modal dialog: its own control and its own widget work, at the places of the covered ones.
    page.value("document.querySelector('#ask').showModal()")
    kit.has(page, ["button"] * 3 + ["slider"], "a", "s", "end")
    page.wait("document.querySelector('#sure').shadowRoot.querySelector('.touchd-widget')")
    assert page.value("['a', 's'].every(id => document.querySelector(`#${id}`).shadowRoot.querySelector('.touchd-widget'))"), "the covered ones are still drawn"
    heard(["ok", "sure"], ("ok", "sure"), ())
    page.keep("reach")
    page.value("document.querySelector('#ask').close()")
    free()
    # Covered under a finger.
    x, y = page.center("document.querySelector('#s').shadowRoot.querySelector('.touchd-thumb')")
    page.value("globalThis.ends = []; for (const name of ['began', 'cancelled']) addEventListener(`touchd-${name}`, ({ target }) => ends.push(`${name} ${target.id}`), true)")
    kit.kiosk.finger("down", 0, f"{x},{y}")
    page.wait("ends.length")
    page.value("document.querySelector('#ask').showModal()")
    page.wait("ends.join() === 'began s,cancelled s'")
    kit.kiosk.finger("up", 0)
    kit.end(page)


@check("widgets in shadow trees of other components and in slots are part of the scene; a second id and a widget partly outside the window are reported")
def nested(kit):
    page = kit.create("nested", """<my-frame><my-part></my-part><touchd-button id="twice" label="Second" class="third"></touchd-button><touchd-button id="edge" label="Edge"></touchd-button></my-frame>""", """import './elements.js';
        globalThis.heard = [];
        addEventListener('touchd-pressed', event => heard.push(event.composedPath()[0].id), true);
        const part = (name, html) => customElements.define(name, class extends HTMLElement {
          connectedCallback() {
            if (this.shadowRoot) return;
            this.attachShadow({ mode: 'open' }).innerHTML = html;
            this.shadowRoot.adoptedStyleSheets = [own];
          }
        });
        part('my-inner', '<touchd-button id="deep" label="Deep"></touchd-button>');
        part('my-part', '<my-inner></my-inner><touchd-button id="twice" class="second" label="Twice"></touchd-button>');
        part('my-frame', '<touchd-screen><slot></slot></touchd-screen>');""",
              css="""touchd-screen { display: block; position: relative; height: 400px; padding: 0 } touchd-button { position: absolute; width: 150px; height: 80px; left: 10px; top: 10px }
            .second { left: 200px } .third { left: 400px } #edge { left: -40px; top: 150px }""")
    find = {"deep": "document.querySelector('my-part').shadowRoot.querySelector('my-inner').shadowRoot.querySelector('#deep')",
            "twice": "document.querySelector('.third')"}
    page.wait(" && ".join(f"{one}.shadowRoot.querySelector('.touchd-face')" for one in find.values()))

    for id, one in find.items():
        kit.finger(page, "tap", at=one)
        page.wait(f"heard.includes('{id}')")
    told = page.complaints()
    assert sum("another one has its id" in line for line in told) == 1 and sum("outside the window" in line for line in told) == 1 and len(told) == 2, told
    assert page.value("!document.querySelector('my-part').shadowRoot.querySelector('#twice').shadowRoot.querySelector('.touchd-face')")
    # What another component has made inert is unreachable, and what it lays over a widget covers it.
    page.value("document.querySelector('my-part').inert = true")
    kit.has(page, ["button"] * 2, "deep")
    page.value("document.querySelector('my-part').inert = false")
    kit.has(page, ["button"] * 2)
    kit.leave(page)


@check("what no finger may change keeps no other from coming up, whatever its value, and takes its buttons along; 64 widgets are there, also disabled, and one more is one error")
def off(kit):
    page = kit.create("off", """<touchd-screen><touchd-slider id="tip" max="10" disabled></touchd-slider><touchd-reorder-list id="list" readonly></touchd-reorder-list>
        <touchd-captcha id="proof" decline refresh hear disabled></touchd-captcha><touchd-button id="proof-decline" label="No"></touchd-button><touchd-button id="a-guard" label="Go"></touchd-button></touchd-screen>""",
              """import './elements.js';
        const $ = id => document.querySelector(`#${id}`);
        $('list').settings = { items: ['tea', 'coffee'].map(id => ({ id, height: 60 })) };
        $('list').order = ['coffee', 'tea'];
        $('tip').value = 7;
        listen('pressed', 'began', 'declined', 'hear');""", css=GRID % "1fr 1fr / repeat(3, 1fr)")
    kinds = ["button"] * 5 + ["captcha", "reorder_list", "slider"]
    kit.has(page, kinds, "tip", "list", "proof")
    assert page.value("one('#tip >>> .touchd-widget').getAttribute('aria-valuenow')") == "7"
    places = page.value("all('#tip >>> .touchd-thumb').concat(all('#list >>> .touchd-row'), all('#proof >>> .touchd-button')).map(part => (box => `${box.x + box.width / 2},${box.y + box.height / 2}`)(part.getBoundingClientRect()))")
    assert len(places) == 6, places
    for place in places:
        kit.kiosk.finger("tap", place)
    for id in ("proof-decline", "a-guard"):
        kit.tap(page, f"#{id}")
    page.wait("heard.length >= 4")
    assert page.value("heard.map(([id, name]) => [id, name])") == [[id, name] for id in ("proof-decline", "a-guard") for name in ("began", "pressed")], page.value("heard")
    page.value("heard.length = 0; document.querySelector('#proof').disabled = false")
    kit.has(page, kinds, "tip", "list")
    kit.finger(page, "tap", at="all('#proof >>> .touchd-button')[0]")
    page.wait("heard.some(([id, name]) => id === 'proof' && name === 'declined')")
    # The next challenge is off, too, if the element is by then.
    page.value("globalThis.declined = one('#proof').shown.widget.captcha.challengeId; one('#proof').disabled = true")
    page.wait("one('#proof >>> [part=prompt]').textContent.startsWith('Slide') && one('#proof').shown.widget.captcha.challengeId !== declined && one('#proof').shown.widget.disabled")
    assert page.value("errors") == []
    page.value("""document.querySelector('touchd-screen').innerHTML = Array.from({ length: 64 }, (_, index) => `<touchd-button id="b${index}" label="${index}" ${index % 2 ? 'disabled' : ''}></touchd-button>`).join('');
        own.replaceSync('touchd-screen { display: grid; grid: repeat(8, 1fr) / repeat(9, 1fr) } touchd-screen > * { min-height: 0 !important; grid-area: auto !important; width: auto }')""".replace("own.", "document.adoptedStyleSheets[0]."))
    kit.has(page, ["button"] * 64, *[f"b{index}" for index in range(1, 64, 2)])
    assert page.value("errors") == []
    page.value("document.querySelector('touchd-screen').insertAdjacentHTML('beforeend', '<touchd-button id=more></touchd-button>')")
    page.wait("errors.length")
    page.value("document.querySelector('#more').remove()")
    kit.has(page, ["button"] * 64, *[f"b{index}" for index in range(1, 64, 2)])
    assert page.value("errors.length === 1 && /at most 64/.test(errors[0])"), page.value("errors")
    kit.leave(page)


@check("every gesture that begins ends once, on the element on which it began: also when the page is presented anew, the element removed or replaced, or the daemon gone")
def ends(kit):
    page = kit.create("ends", """<touchd-screen><touchd-slider id="tip" max="10" value="5"></touchd-slider><touchd-button id="go" label="Go"></touchd-button></touchd-screen>""", """import './elements.js';
        globalThis.heard = [];
        globalThis.hear = part => { for (const name of ['began', 'ended', 'cancelled']) part.addEventListener(`touchd-${name}`, ({ detail }) => heard.push([part.className, name, detail.slider.value])); };
        hear(document.querySelector('#tip'));""", css=GRID % "1fr 1fr / 1fr")
    again = "document.querySelector('#tip').outerHTML = '<touchd-slider id=tip class=other max=10 value=5></touchd-slider>'; hear(document.querySelector('#tip'))"
    ways = (("presented anew", "document.documentElement.lang = 'de'", ""), ("away and back", "globalThis.kept = document.querySelector('touchd-screen'); kept.remove()", "document.body.append(kept)"),
            ("without a daemon", kit.kiosk.stop, kit.kiosk.start), ("hidden", "document.querySelector('#tip').hidden = true", "document.querySelector('#tip').hidden = false"), ("replaced", again, ""))
    for name, change, back in ways:
        page.wait(f"{SHOWN} && (part => part?.dataset.mood === '' && part.shadowRoot.querySelector('.touchd-thumb'))(document.querySelector('#tip')) && document.querySelector('#go').dataset.mood === ''")
        page.value("heard.length = 0")
        kit.finger(page, "down", 0, at="one('#tip >>> .touchd-thumb')")
        page.wait("heard.length")
        change() if callable(change) else page.value(f"{change}; null")
        page.wait("heard.length > 1")
        back() if callable(back) else page.value(f"{back}; null")
        if name != "without a daemon":
            kit.kiosk.finger("up", 0)
        # The next finger comes after all that this one has caused.
        page.wait(f"{SHOWN} && (part => part?.dataset.mood === '' && part.shadowRoot.querySelector('.touchd-thumb'))(document.querySelector('#tip'))")
        kit.settles(page, "#go")
        first, second = page.value("heard")
        assert (first[:2], second[:2]) == (["", "began"], ["", "cancelled"]) and first[2] == second[2], (name, page.value("heard"))
        page.value("heard.length = 0")
        kit.finger(page, "tap", at="one('#tip >>> .touchd-thumb')")
        page.wait("heard.length === 2")
        assert [event[1] for event in page.value("heard")] == ["began", "ended"], (name, page.value("heard"))
    kit.leave(page)


@check("languages and directions as pages write them: en_US, in any case, unknown or wrong ones, and a part of the page from right to left")
def tongues(kit):
    page = kit.create("tongues", """<touchd-screen><touchd-gesture id="proof"></touchd-gesture><div dir="rtl"><touchd-slider id="tip" max="2" value=".5" bubble value-text="{n} €"></touchd-slider></div>
        <touchd-slider id="plain" max="2" value=".5"></touchd-slider><touchd-stepper id="cups" value="1.5" step=".5"></touchd-stepper></touchd-screen>""", """import './elements.js';
        listen('ended');""", css=GRID % "1fr 1fr / 1fr 1fr")
    holds = {language: json.loads(read(f"{ROOT}/interfaces/prompts.json"))[language]["hold"] for language in ("en", "de")}
    for language, words, value in (("en_US", "en", "0.5 €"), ("de_DE", "de", "0,5 €"), ("DE", "de", "0,5 €"), ("xx", "en", None), ("not a language", "en", None), ("", "en", None), ("de-AT-1996", "de", None)):
        page.value(f"document.documentElement.lang = {language!r}; document.documentElement.append(document.body); null")
        page.wait(f"{SHOWN} && document.querySelector('touchd-screen').presentation.language === {(language or 'en').split()[0]!r} && one('#proof >>> .touchd-widget')?.getAttribute('aria-label').includes('{holds[words]}') && one('#tip >>> .touchd-value')")
        assert value is None or page.value("one('#tip >>> .touchd-value').textContent") == value, (language, page.value("one('#tip >>> .touchd-value').textContent"))
    for language, value in (("de", "1,5"), ("en", "1.5")):
        page.value(f"document.documentElement.lang = {language!r}; null")
        page.wait(f"one('#cups >>> output').value === {value!r}")
    page.value("one('touchd-screen').setAttribute('language', 'de')")
    page.wait("one('#cups >>> output').value === '1,5'")
    page.value("one('touchd-screen').removeAttribute('language')")
    page.wait("one('#cups >>> output').value === '1.5'")
    # Its range begins at the right; the one beside it, and events, are as always.
    thumb = lambda id: page.value(f"((area, thumb) => (thumb.x + thumb.width / 2 - area.x) / area.width)(...['[part=area]', '.touchd-thumb'].map(part => one(`#{id} >>> ${{part}}`).getBoundingClientRect()))")
    assert thumb("tip") > .7 and thumb("plain") < .3, (thumb("tip"), thumb("plain"))
    for id in ("tip", "plain"):
        left, top, width, height = page.value(f"(box => [box.x, box.y, box.width, box.height])(one('#{id} >>> .touchd-track').getBoundingClientRect())")
        kit.kiosk.finger("tap", f"{left + width * .9},{top + height / 2}")
        page.wait(f"heard.some(([id]) => id === '{id}')")
        value = page.value(f"heard.find(([id]) => id === '{id}')[2].slider.value")
        page.rests()
        assert (value < .3 if id == "tip" else value > 1.7) and abs(thumb(id) - .9) < .05, (id, value, thumb(id))
    page.value("one('div').dir = 'ltr'")
    page.wait("Math.abs((({ x, width }, area) => (x + width / 2 - area.x) / area.width)(...['.touchd-thumb', '[part=area]'].map(part => one(`#tip >>> ${part}`).getBoundingClientRect())) - one('#tip').value / 2) < .05")
    # The browser's own: the language has changed again while it still connected.
    assert page.value("errors") == [] and not [line for line in page.complaints() if "closed before the connection" not in line], page.complaints()
    kit.leave(page)


@check("a notice lies above a modal dialog, whichever came first, and so does what is wrong in development")
def above(kit):
    page = kit.create("above", """<touchd-screen development><touchd-button id="go" label="Go"></touchd-button></touchd-screen><dialog></dialog>""",
              css="dialog { width: 1200px; height: 780px; max-width: none; max-height: none; margin: 0; border: 0; padding: 0; background: lime }")
    notice = "document.querySelector('touchd-screen').shadowRoot.querySelector('.touchd-pausing')"
    def is_green(part):
        """Whether the dialog is seen at the left edge of a part, beside its picture or text."""
        x, y, height = page.value(f"(box => [box.x, box.y, box.height])({part}.getBoundingClientRect())")
        clip = {"x": x + 12, "y": y + height / 2, "width": 1, "height": 1, "scale": 1}
        data = base64.b64decode(page.call("Page.captureScreenshot", {"format": "png", "clip": clip})["data"])
        parts = b"".join(data[found.end():found.end() + int.from_bytes(data[found.start() - 4:found.start()])] for found in re.finditer(b"IDAT", data))
        # Of one pixel: a byte for the filter, then its colors. Beside a notice, the dialog is half as green.
        return zlib.decompress(parts)[2] > 100
    def is_above(*parts):
        for order in ("", "that came later"):
            for part in parts:
                until(lambda: not is_green(part), f"{part} is above the dialog {order}")
            page.value("document.querySelector('dialog').close(); document.querySelector('dialog').showModal()")
    page.wait(SHOWN)
    page.value("document.querySelector('dialog').showModal(); document.querySelector('#go').setAttribute('release-margin', '-1')")
    page.wait("one('.touchd-fault')")
    is_above("one('.touchd-fault')")
    page.value("document.querySelector('#go').removeAttribute('release-margin')")
    page.wait(SHOWN)
    kit.kiosk.stop()
    page.wait(f"{notice}?.textContent")
    is_above(f"{notice}.firstElementChild", "one('.touchd-fault')")
    page.keep("above")
    kit.kiosk.start()
    page.wait(f"{notice}.hidden")
    assert page.value(f"!{notice}.matches(':popover-open')")
    kit.leave(page)


@check("what the kit says is heard wherever the page is not inert: beside dialogs, in the uppermost modal one, also in a component or with other contents, and around it again")
def dialogs(kit):
    page = kit.create("dialogs", """<touchd-screen><touchd-button id="go" label="Go"></touchd-button><dialog id="one"><touchd-button id="pay" label="Pay"></touchd-button></dialog></touchd-screen>
        <x-shop></x-shop><dialog id="aside">Open</dialog>""", """import './elements.js';
        customElements.define('x-shop', class extends HTMLElement {
          connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<dialog id="two"><slot></slot><button>Close</button></dialog>'; }
        });""", css=GRID % "100px / 300px" + " dialog { position: fixed; inset: 0 } #pay { width: 200px; height: 100px }")
    page.wait(SHOWN)
    told = []
    def heard(sentence=None):
        """A sentence, or one of its own, is in a live region that a screen reader sees."""
        if not sentence:
            told.append(sentence := f"Sentence {len(told)}")
            page.value(f"document.querySelector('touchd-screen').presentation.announce({sentence!r})")
        def is_there():
            nodes = page.tree()
            return any(node.get("role") == "status" for node in nodes) and any(node.get("name") == sentence for node in nodes)
        until(is_there, f"{sentence} is heard")
    for change in ("null", "one('#aside').show()", "one('#one').showModal()"):
        page.value(change)
        heard()
    kit.has(page, ["button", "button"], "go")
    kit.tap(page, "#pay")
    heard("Pressed")
    for change in ("one('#two').showModal(); document.activeElement.blur()", "one('#two').innerHTML = '<p>Other contents</p>'; null", "one('#two').close()", "one('#one').remove()",
                   # As libraries make dialogs.
                   """one('touchd-screen').inert = true;
                      document.body.insertAdjacentHTML('beforeend', '<div id="cover" role="dialog" aria-modal="true" aria-label="Cover" style="position: fixed; inset: 0">Cover</div>')""",
                   "one('touchd-screen').inert = false; one('#cover').remove()"):
        page.value(change)
        heard()
    assert page.value("all('.touchd-live').length") == 1
    page.value("one('#aside').append(one('touchd-screen')); one('#aside').close(); one('#aside').showModal()")
    page.wait(SHOWN)
    kit.kiosk.finger("unplug")
    heard("No touchscreen is connected")
    assert page.value("one('.touchd-live').getRootNode().host.localName") == "touchd-screen", "a screen in the dialog says it itself"
    kit.kiosk.finger("plug")
    kit.leave(page)


@check("numbers are written as HTML writes them; each wrong one is one error that names it; a readonly control looks as always, a disabled one dim")
def numbers(kit):
    page = kit.create("figures", """<touchd-screen><touchd-slider id="good" min="-.5" max="1e1" value=".25" thumb-width="044"></touchd-slider><touchd-stepper id="cups" min="-.5" max="1e1" step=".25" value=".25"></touchd-stepper>
        <touchd-toggle id="on" label="On" readonly></touchd-toggle><touchd-stepper id="few" min="" max="NaN" step="0" value="many" readonly></touchd-stepper></touchd-screen>""", """import './elements.js';
        listen();
        globalThis.wrong = (id, name, value) => { document.querySelector('touchd-screen').insertAdjacentHTML('beforeend', `<touchd-slider id="${id}" ${name}="${value}"></touchd-slider>`); };""", css=GRID % "repeat(3, 1fr) / 1fr 1fr")
    page.wait(f"{SHOWN} && one('#good >>> .touchd-thumb') && one('#few >>> touchd-button >>> .touchd-face')")
    assert page.value("['min', 'max', 'now'].map(part => one('#good >>> .touchd-widget').getAttribute(`aria-value${part}`)).join()") == "-0.5,10,0.25"
    assert page.value("(({ min, max, step, value }) => [min, max, step, value])(document.querySelector('#cups'))") == [-.5, 10, .25, .25]
    assert page.value("(({ min, max, step, value }) => [min, max, step, value])(document.querySelector('#few'))") == [0, 99, 1, 0]
    told = [line for line in page.complaints() if "is not a number" in line]
    assert len(told) == 3 and len(page.complaints()) == 3, page.complaints()
    dim = lambda: page.value("all('#on >>> .touchd-widget').concat(all('#few >>> touchd-button >>> .touchd-widget')).map(part => part.classList.contains('touchd-disabled'))")
    assert dim() == [False, True, False], f"the lower end is reached: {dim()}"
    for id, (name, value) in enumerate((("value", "NaN"), ("value", ""), ("max", "1."), ("max", "+5"), ("max", "1e999"), ("hit-margin", "wide"), ("z", ""))):
        page.value(f"errors.length = 0; wrong('bad{id}', '{name}', '{value}')")
        page.wait("errors.length")
        kit.settles(page, "#on")
        member = "hitMargin" if name == "hit-margin" else name
        assert page.value(f"errors.length === 1 && errors[0].includes('widget bad{id}') && /\\b{member}\\b/.test(errors[0])"), (name, value, page.value("errors"))
        page.value(f"document.querySelector('#bad{id}').remove()")
    page.value("for (const id of ['on', 'few']) document.querySelector(`#${id}`).disabled = true; document.querySelector('#good').value = NaN")
    page.wait("errors.length && all('#few >>> touchd-button >>> .touchd-disabled').length === 2 && one('#on >>> .touchd-disabled')")
    assert page.value("getComputedStyle(one('#few >>> output')).opacity") == "0.35"
    kit.leave(page)


@check("fingers land where a widget is drawn, also in a scaled part of the page and in a scaled, scrolled frame, which may be inert; a rotated one is reported and takes no touches")
def transforms(kit):
    kit.kiosk.page("inner", "", f"""import './elements.js';
        for (const name of ['pressed', 'ended']) addEventListener(`touchd-${{name}}`, ({{ target, detail }}) => parent.heard.push([target.id, detail.slider?.value]), true);
        document.body.innerHTML = '<touchd-screen url="ws://127.0.0.1:{kit.kiosk.port}/touchd"><touchd-button id="framed" label="Framed"></touchd-button></touchd-screen>';""",
              css="html, body { margin: 0; height: 600px } touchd-screen { display: block; padding: 0; height: 600px } touchd-button { position: absolute; left: 20px; top: 330px; width: 150px; height: 80px }")
    page = kit.create("transforms", """<section><touchd-screen><touchd-button id="half" label="Half"></touchd-button><touchd-slider id="wide" max="10" value="5"></touchd-slider><touchd-inertial-drag id="puck" object-width="40" object-height="40" position-x="90" position-y="45"></touchd-inertial-drag>
        <touchd-button id="turned" label="Turned"></touchd-button></touchd-screen></section>""", """import './elements.js';
        listen('pressed', 'ended', 'released');""",
              css="""touchd-screen { display: block; padding: 0; height: 400px } touchd-screen > * { position: absolute; width: 200px !important; height: 100px } section { transform: translate(100px, 50px) scale(.5); transform-origin: 0 0; width: 900px }
            #half { left: 0; top: 0 } #wide { left: 300px; top: 0; transform: scale(2, 1) } #puck { left: 0; top: 200px } #turned { left: 600px; top: 200px; rotate: 30deg }
            iframe { position: absolute; left: 600px; top: 100px; width: 300px; height: 200px; border: 6px solid; padding: 10px; transform: scale(1.5); transform-origin: 0 0 }""")
    page.wait(f"{SHOWN} && ['half', 'wide', 'puck'].every(id => one(`#${{id}} >>> .touchd-widget`))")
    box = lambda id, part: page.value(f"(box => [box.x, box.y, box.width, box.height])(one('#{id} >>> {part}').getBoundingClientRect())")
    assert all(abs(one - other) < 1 for one, other in zip(box("half", ".touchd-face"), [100, 50, 100, 50])), box("half", ".touchd-face")
    for x, y in ((102, 52), (198, 98), (202, 120)):
        kit.kiosk.finger("tap", f"{x},{y}")
    left, top, width, height = box("wide", ".touchd-track")
    kit.kiosk.finger("tap", f"{left + width * .75},{top + height / 2}")
    page.wait("heard.some(([id]) => id === 'wide')")
    assert page.value("heard.filter(([id]) => id === 'half').length") == 2, page.value("heard")
    x, y = page.center("one('#wide >>> .touchd-thumb')")
    assert abs(x - left - width * .75) < 1 and 7 < page.value("heard.at(-1)[2].slider.value") < 8, (x, page.value("heard"))
    place = page.value("document.querySelector('#puck').position")
    assert place == {"x": 90, "y": 45}, place
    assert sum("rotated" in line for line in page.complaints()) == 1 and page.value("!one('#turned >>> .touchd-widget')"), page.complaints()
    # A frame of the same origin.
    page.value("document.querySelector('section').remove()")
    until(lambda: kit.scenes() == 0, "the page has no widget")
    page.value("""heard.length = 0; document.body.insertAdjacentHTML('beforeend', '<iframe></iframe>');
        document.querySelector('iframe').srcdoc = '<!doctype html><html lang="en"><script type="module" src="inner.js"></script><body>'; null""")
    inner = "document.querySelector('iframe').contentDocument?.querySelector('#framed')"
    page.wait(f"!!{inner}?.shadowRoot")
    assert kit.scenes() == 0, "it is below the edge of its frame"
    page.value("document.querySelector('iframe').contentWindow.scrollTo(0, 300)")
    page.wait(f"!!{inner}.shadowRoot.querySelector('.touchd-face')")
    corner = lambda x, y: f"{600 + 1.5 * (16 + 20 + x)},{100 + 1.5 * (16 + 30 + y)}"
    for x, y in ((-3, 40), (153, 40), (3, 3), (147, 77)):
        kit.kiosk.finger("tap", corner(x, y))
    page.wait("heard.length >= 2")
    assert page.value("heard.map(([id]) => id)") == ["framed"] * 2, page.value("heard")
    page.keep("transforms")
    page.value("document.querySelector('iframe').inert = true")
    within = "document.querySelector('iframe').contentDocument"
    kit.has(page, ["button"], "framed", within=within)
    page.value("document.querySelector('iframe').inert = false")
    kit.has(page, ["button"], within=within)
    page.value("document.querySelector('iframe').style.transform = 'rotate(20deg)'")
    until(lambda: kit.scenes() == 0, "a rotated frame has no widget")
    until(lambda: page.value("1") and sum("rotated" in line for line in page.complaints()) == 2, page.complaints)
    kit.leave(page)


@check("texts that are too long stay legible and within their widgets; a line below a challenge touches no button")
def room(kit):
    page = kit.create("room", """<touchd-screen><touchd-button id="long" label="I cannot solve this puzzle"></touchd-button><touchd-button id="flat" label="An extraordinarily long inscription"></touchd-button>
        <touchd-toggle id="on" label="Read everything aloud to me, please"></touchd-toggle><touchd-stepper id="cups" value="12" value-text="{n} very large cups"></touchd-stepper>
        <touchd-captcha id="proof" decline></touchd-captcha></touchd-screen>""", css="""touchd-screen { display: block; position: relative; padding: 0; height: 100vh } touchd-screen > * { position: absolute; left: 20px }
            #long { top: 10px; width: 130px; height: 80px } #flat { top: 100px; width: 130px; height: 44px } #on { top: 160px; width: 200px; height: 60px } #cups { top: 240px; width: 220px } #proof { top: 330px; width: 420px; height: 440px }""")
    page.wait(f"{SHOWN} && one('#cups >>> touchd-button >>> .touchd-face') && one('#proof >>> .touchd-button') && one('#proof >>> [part=prompt]').textContent && ['long', 'flat', 'on'].every(id => one(`#${{id}} >>> .touchd-label`).style.fontSize)")
    rect = lambda part: page.value(f"(box => [box.left, box.top, box.right, box.bottom])({part}.getBoundingClientRect())")
    for id in ("long", "flat", "on"):
        label, area = rect(f"one('#{id} >>> .touchd-label')"), rect(f"one('#{id} >>> [part=area]')")
        size = page.value(f"parseFloat(getComputedStyle(one('#{id} >>> .touchd-label')).fontSize)")
        assert size >= 12 and label[0] >= area[0] and label[2] <= area[2] + 1 and label[1] >= area[1] and label[3] <= area[3], (id, size, label, area)
    assert page.value("[...one('#long >>> .touchd-label').childNodes].map(part => part.textContent).join('')") == "I cannot solve this puzzle"
    assert page.value("one('#flat >>> .touchd-label').textContent").endswith("…")
    assert page.value("(part => [part.scrollWidth <= part.clientWidth, part.textContent])(one('#cups >>> output'))") == [True, "12 very large cups"]
    less, text, more = (rect(f"one('#cups >>> {part}')") for part in ("[part=less]", "output", "[part=more]"))
    assert less[2] <= text[0] and text[2] <= more[0], (less, text, more)
    assert rect("one('#proof >>> [part=prompt]')")[1] - rect("one('#proof >>> .touchd-button .touchd-face')")[3] >= 4
    page.keep("room")
    kit.end(page)


@check("500 steps, in which widgets are shown, hidden, disabled, covered and relabeled, leave no listeners and no nodes")
def steps(kit):
    page = kit.create("steps", """<touchd-screen><touchd-button id="a" label="A"></touchd-button><touchd-slider id="b" label="B" name="b" keyboard></touchd-slider><dialog></dialog></touchd-screen>""",
              """import './elements.js';
        const { screen, a, b } = { screen: document.querySelector('touchd-screen'), a: document.querySelector('#a'), b: document.querySelector('#b') };
        const until = done => new Promise(end => { const look = () => done() ? end() : (screen.review(), setTimeout(look, 5)); look(); });
        const group = () => b.shadowRoot?.querySelector('.touchd-widget');
        const turns = [
          () => { b.hidden = true; return until(() => !group()); },
          () => { b.hidden = false; return until(group); },
          turn => { b.disabled = turn % 2; return until(() => group()?.hasAttribute('aria-disabled') === b.disabled); },
          turn => { b.setAttribute('label', turn); return until(() => group()?.getAttribute('aria-label') === `${turn}`); },
          turn => { const dialog = document.querySelector('dialog'); if (turn % 2) dialog.showModal(); else dialog.close(); b.value = turn % 7 / 7; return until(() => Math.abs(group()?.getAttribute('aria-valuenow') - b.value) < .01); },
        ];
        // The screen collects changes for no time here.
        const later = setTimeout;
        globalThis.setTimeout = (act, time, ...more) => later(act, time === 40 ? 0 : time, ...more);
        globalThis.go = async (from, to) => { for (let step = from; step < to; step++) await turns[step % 5](Math.floor(step / 5)); };""",
              css="touchd-screen { grid: 200px / 200px 200px } touchd-screen > * { grid-area: auto !important }")
    page.wait(f"{SHOWN} && document.querySelector('#b').shadowRoot?.querySelector('.touchd-thumb') && !!globalThis.go")
    seen = []
    for part in range(0, 520, 20):
        page.value(f"go({part}, {part + 20})")
        if part in (0, 500):
            seen.append(counts(page))
    assert seen[1][0] <= seen[0][0] + 5 and seen[1][1] <= seen[0][1] + 5, f"nodes and listeners after 20 and 520 steps: {seen}"
    print("   ", seen)
    kit.leave(page)


@check("a bundle without prompts.json beside it, or as a classic script, shows English sentences and reports that")
def bundles(kit):
    kit.kiosk.call("io.touchd.unlock.AskEnrollment", user="bundled")
    os.makedirs(f"{kit.kiosk.folder}/page/apart", exist_ok=True)
    for kind, script in (("esm", '<script type="module" src="esm.js"></script>'), ("iife", '<script defer src="iife.js"></script>')):
        folder = f"{kit.kiosk.folder}/page/apart"
        subprocess.run(["esbuild", f"{kit.kiosk.folder}/web/elements.js", "--bundle", f"--format={kind}", "--log-level=error",
                        f"--outfile={folder}/{kind}.js"], check=True)
        write(f"{folder}/{kind}.html", f'<!doctype html><html lang="de"><meta charset="utf-8"><link rel="icon" href="data:,"><link rel="stylesheet" href="../page.css">{script}'
              '<body><touchd-screen><touchd-pattern id="lock" user="bundled" purpose="enroll"></touchd-pattern></touchd-screen></body></html>')
        page = kit.open(f"apart/{kind}.html")
        kit.says(page, "You are asked to enroll: draw a new pattern")
        found = [line for line in page.complaints() if "no prompts.json" in line]
        assert len(found) == 1, page.complaints()
        kit.leave(page)


@check("permanent errors, also of a drawing, reach onerror, the console and, in development, the page, with the rule")
def loud(kit):
    for name, element, text in (("setting", '<touchd-slider id="bad" max="wide"></touchd-slider>', "max"),
                                ("word", '<touchd-pattern id="bad" trail="alive"></touchd-pattern>', "count"),
                                ("kind", '<touchd-odd id="bad"></touchd-odd>', "pattern"),
                                ("user", '<touchd-pattern id="bad" user="nobody-here"></touchd-pattern>', "nobody-here"),
                                ("drawing", '<touchd-flawed id="bad"></touchd-flawed><touchd-button id="help" label="Help"></touchd-button>', "BadDrawing: widget bad: Error: no way")):
        kit.kiosk.page(f"loud-{name}", f"<touchd-screen development>{element}</touchd-screen>", """globalThis.errors = [];
            addEventListener('error', ({ error }) => errors.push(`${error?.name} ${error?.message}`));
            const { TouchdWidget } = await import('./elements/widget.js'), { define } = await import('./elements/screen.js');
            define('touchd-odd', class extends TouchdWidget { static kind = 'odd'; });
            globalThis.made = 0;
            define('touchd-flawed', class extends TouchdWidget { static kind = 'button'; static drawing = class { constructor() { made++; throw new Error('no way'); } }; });
            await import('./elements.js');""")
        page = kit.open(f"loud-{name}.html")
        page.wait("globalThis.errors?.length")
        error = page.value("errors[0]")
        shown = page.wait("document.querySelector('touchd-screen').shadowRoot.querySelector('.touchd-fault')?.textContent")
        assert shown.startswith(error.split(" ", 1)[1]), shown
        assert text in error, error
        assert page.complaints(), "the console shows it"
        assert page.value("errors.length") == 1
        if name == "drawing":
            # The others are shown, and nothing is presented again and again: that was done at least once a second.
            page.wait("document.querySelector('#help').shadowRoot.querySelector('.touchd-face') && document.querySelector('#help').dataset.mood === ''")
            page.value("new Promise(done => setTimeout(done, 1500))")
            assert page.value("[made, errors.length]") == [1, 1], page.value("[made, errors]")
        page.close()
        until(lambda: kit.scenes() == 0, "nothing remains")


def counts(page):
    """Live nodes and listeners once garbage collection changes nothing more."""
    seen = []
    def settled():
        page.call("HeapProfiler.collectGarbage")
        found = page.call("Memory.getDOMCounters")
        seen.append((found["nodes"], found["jsEventListeners"]))
        return len(set(seen[-3:])) == 1 and len(seen) > 2
    until(settled, lambda: f"nodes and listeners settle: {seen[-5:]}")
    return seen[-1]


@check("after 50 mounts and unmounts without a framework, with React and with Vue, nothing leaks")
def leaks(kit):
    for name in ("plain", "react", "vue"):
        page = kit.open(f"{name}.html")
        if name == "plain":
            page.value("""globalThis.saved = document.querySelector('touchd-screen').outerHTML;
                globalThis.mount = isThere => { if (isThere) document.body.innerHTML = saved; else document.body.replaceChildren(); }""")
        seen = []
        for turn in range(50):
            page.value("mount(true)")
            if turn % 10 < 2:
                page.wait(SHOWN)
                kit.says(page, "Draw your pattern")
            page.value("mount(false)")
            if turn % 10 == 1:
                left = page.value("[document.querySelectorAll('[class*=touchd], touchd-screen').length, 0]")
                assert left[0] == 0, left
                until(lambda: kit.scenes() == 0, "the scene ended with the element")
                seen.append(counts(page))
        until(lambda: kit.scenes() == 0, "no scene is left")

        def settled():
            """A closing socket keeps its listeners until it is closed. The first rounds create what is created only once."""
            seen.append(counts(page))
            return seen[-1][0] <= seen[1][0] + 5 and seen[-1][1] <= seen[1][1] + 2
        until(settled, lambda: f"{name}: nodes and listeners are as after the first rounds: {seen[:6]} … {seen[-1]}")
        print("   ", name, seen)
        page.value("globalThis.unlocked = 0; addEventListener('touchd-passed', () => unlocked++, true); mount(true)")
        kit.says(page, "Draw your pattern")
        # The widget may move once more after its mount, which ends the call; a drawing before the next call is ignored.
        until(lambda: kit.draw(page, RIGHT) or page.value("unlocked"), f"{name}: it unlocks")
        kit.leave(page)


@check("HTML controls beside widgets (mix.html): a touch beside widgets scrolls, follows a link or presses, a touch on a widget does none of these, and no long press opens a menu")
def example(kit):
    page = kit.open("mix.html")
    page.wait(SHOWN)
    page.wait("document.querySelector('#open').shadowRoot.querySelector('.touchd-face')")
    page.value("""globalThis.clicks = []; globalThis.menus = [];
        addEventListener('contextmenu', event => menus.push(event.defaultPrevented));
        addEventListener('click', event => { if (event.target.closest('button, a, article')) clicks.push(event.target.id); });""")
    page.call("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 5})

    def place(name, across=.5, down=.5):
        return page.value(f"(box => [box.x + {across} * box.width, box.y + {down} * box.height])(document.querySelector('#{name}').getBoundingClientRect())")

    def touch(start, end=None):
        """A finger as the compositor sends it to the browser, and the same finger on the panel."""
        page.touch("touchStart", *start)
        kit.kiosk.finger("down", 0, "{},{}".format(*start))
        for step in range(1, 9) if end else ():
            x, y = (one + (other - one) * step / 8 for one, other in zip(start, end))
            page.touch("touchMove", x, y)
            kit.kiosk.finger("move", 0, f"{x},{y}")
        page.touch("touchEnd")
        kit.kiosk.finger("up", 0)

    def becomes(clicks, news, scrolls, link):
        """The browser handles touches in order: what those before have caused is there, too."""
        found = "[clicks, document.querySelector('#news').value, document.querySelector('#terms').scrollTop > 50, location.hash]"
        assert soon(lambda: page.value(found), lambda found: found[0] == clicks and found[2] == scrolls) == [clicks, news, scrolls, link]
        page.value("clicks.length = 0")
    touch(place("help"))
    becomes(["help"], "Somebody will come", False, "")
    touch(place("about"))
    becomes(["about"], "touchd and a page", False, "#about")
    touch(place("terms", .5, .8), place("terms", .5, .2))
    becomes([], "touchd and a page", True, "#about")
    touch(place("open"))
    page.wait("document.querySelector('#lock').shadowRoot.querySelector('.touchd-dot-core')")
    touch(place("lock", .5, .02))
    kit.tap(page, "#back")
    page.wait("document.querySelector('#volume').shadowRoot.querySelector('.touchd-thumb')")
    scrolled = page.value("document.querySelector('#terms').scrollTop")
    x, y = page.center("document.querySelector('#volume').shadowRoot.querySelector('.touchd-thumb')")
    touch((x, y), (x + 150, y))
    page.wait("/^Volume (?!40$)/.test(document.querySelector('#news').value)")
    def presses():
        """A touch while the page scrolls only ends that."""
        touch(place("help"))
        return page.value("clicks.length")
    until(presses, "a control is pressed")
    found = page.value("[[...new Set(clicks)], document.querySelector('#terms').scrollTop, location.hash]")
    assert found == [["help"], scrolled, "#about"], found
    assert page.value("scrollY || document.documentElement.scrollTop || visualViewport.scale - 1") == 0
    page.call("Emulation.setTouchEmulationEnabled", {"enabled": False})
    for count, name in enumerate(("open", "help"), 1):
        page.hold(*place(name), f"menus.length >= {count}")
    # A text may have no menu of its own.
    page.hold(*place("terms"), "(globalThis.held ??= performance.now()) + 1200 < performance.now()")
    assert page.value("menus.every(Boolean)"), page.value("menus")
    page.keep("mixed")
    kit.leave(page)


@check("with keyboard, keys press, move and reorder with the events of a finger, and the next finger continues from there; secrets and proofs ignore keys")
def keys(kit):
    page = kit.create("keys", """<touchd-screen><touchd-button id="go" label="Go" keyboard></touchd-button>
        <touchd-button id="mute" label="Mute"></touchd-button>
        <touchd-slider id="volume" max="100" value="40" label="Volume" keyboard></touchd-slider>
        <touchd-step-slider id="size" nodes='["S","M","L"]' index="1" thumb-width="60" margin="40" label="Size" keyboard></touchd-step-slider>
        <touchd-reorder-list id="list" label="Drinks" keyboard></touchd-reorder-list>
        <touchd-pattern id="lock" label="Pattern lock" keyboard></touchd-pattern>
        <touchd-captcha id="puzzle" keyboard></touchd-captcha></touchd-screen>""", """import './elements.js';
        document.querySelector('#list').settings = { items: ['tea', 'coffee', 'milk'].map((id, index) => ({ id, height: 50 + 10 * index })) };
        listen('began', 'pressed', 'changed', 'ended', 'snapped', 'lifted', 'moved', 'dropped', 'cancelled', 'dot');""",
              css=GRID % "1fr 1fr / repeat(4, 1fr)")
    page.wait("[...document.querySelectorAll('touchd-screen > *')].every(part => part.shadowRoot.querySelector('.touchd-widget'))")
    focused = "(host => host?.shadowRoot?.activeElement ? host.id : null)(document.activeElement)"

    def said():
        return [(target, name) for target, name, _ in page.value("heard.splice(0)")]

    page.value("document.querySelector('#lock').shadowRoot.querySelector('.touchd-widget').focus()")
    for name in ("Enter", "ArrowRight", " "):
        page.key(name)
    assert said() == []
    focus = lambda name: page.value(f"document.querySelector('#{name}').shadowRoot.querySelector('.touchd-widget').focus()")
    keep = lambda name: page.value(f"document.querySelector('touchd-screen').presentation.keep('{name}')")
    focus("go")
    page.key("Enter"), page.key(" ")
    assert said() == [("go", "began"), ("go", "pressed")] * 2
    # A key event created by a script presses nothing.
    page.value("document.activeElement.shadowRoot.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true }))")
    assert said() == []
    focus("volume")
    page.key("ArrowRight")
    assert page.value("heard.map(([, name, detail]) => [name, detail.slider.value, detail.input])") == [[name, 41, "key"] for name in ("began", "changed", "ended")]
    page.key("End"), page.key("ArrowLeft")
    page.value("heard.splice(0)")
    keep("volume")
    assert page.value(focused) == "volume", "it keeps the focus while the daemon is updated"
    assert round(kit.grasp(page, "volume", ".touchd-thumb")["slider"]["value"]) == 99
    page.value("heard.splice(0)")
    focus("size")
    page.key("ArrowRight")
    assert page.value("heard.at(-1).slice(1).map(part => part.stepSlider?.node ?? part)") == ["snapped", "L"], page.value("heard")
    page.value("heard.splice(0)")
    focus("list")
    lifted = "document.querySelector('#list').shadowRoot.querySelector('.touchd-lifted').style.transform"
    page.key("ArrowDown"), page.key("Enter")
    before = page.value(lifted)
    keep("volume")
    assert page.value(lifted) == before, "an update of another widget leaves the row lifted"
    page.key("ArrowUp"), keep("list")
    assert page.value(lifted) != before, "it is still lifted when the list has another layout"
    page.key("Enter")
    heard = said()
    assert heard == [("list", "began"), ("list", "lifted"), ("list", "moved"), ("list", "dropped")], heard
    rows = "[...document.querySelector('#list').shadowRoot.querySelectorAll('.touchd-row')].sort((a, b) => a.getBoundingClientRect().y - b.getBoundingClientRect().y).map(row => row.textContent).join()"
    page.wait(f"{rows} === 'coffee,tea,milk'")
    page.key("Enter"), page.key("ArrowDown"), page.key("Escape")
    assert page.value("heard.at(-1)[2].reorderList.order.join()") == "coffee,tea,milk"
    page.wait(f"{rows} === 'coffee,tea,milk'")
    def told():
        """What a screen reader gets."""
        nodes = page.tree()
        one = lambda role, name: next((node for node in nodes if node.get("role") == role and node.get("name") == name), {})
        return {"Go": one("button", "Go").get("focusable"), "Mute": one("button", "Mute").get("focusable"),
                "Volume": (one("slider", "Volume").get("focusable"), float(one("slider", "Volume").get("value", 0))),
                "list": bool(one("listbox", "Drinks")), "rows": [node["name"] for node in nodes if node.get("role") == "option"],
                "lock": bool(one("image", "Pattern lock")) and one("image", "Pattern lock").get("focusable")}
    expected = {"Go": True, "Mute": None, "Volume": (True, 99), "list": True, "rows": ["coffee", "tea", "milk"], "lock": None}
    until(lambda: told() == expected, lambda: f"{told()} is {expected}")
    page.keep("keys")
    kit.leave(page)


@check("the focus stays on an element that is drawn anew: in another language, after a restart of the daemon, moved, disabled for a while; it is taken from nothing else, and leaves the end of an amount")
def focus(kit):
    page = kit.create("focus", """<touchd-screen><touchd-slider id="tip" max="20" label="Tip" keyboard></touchd-slider><touchd-button id="go" label="Go" keyboard></touchd-button>
        <touchd-stepper id="cups" label="Cups" max="1" keyboard></touchd-stepper><a id="away" href="#away">Away</a></touchd-screen>""", css="touchd-screen { display: block } touchd-screen > * { height: 90px; width: 400px }")
    page.wait(f"{SHOWN} && ['#tip', '#go', '#cups >>> [part=more]'].every(id => one(`${{id}} >>> [tabindex]`))")
    def anew(act):
        """Waits for other drawings after an act."""
        page.value("for (const part of all('.touchd-widget')) part.old = true")
        act()
        page.wait(f"{SHOWN} && ['#tip', '#go'].every(id => (part => part && !part.old)(one(`${{id}} >>> [tabindex]`)))")
    def restart():
        kit.kiosk.stop()
        page.wait("!one('.touchd-pausing').hidden")
        kit.kiosk.start()
    ways = {"language": lambda: page.value("document.documentElement.lang = document.documentElement.lang === 'de' ? 'en' : 'de'; null"), "restart": restart,
            "move": lambda: page.value("one('touchd-screen').style.paddingTop = `${globalThis.down = 120 - (globalThis.down ?? 100)}px`; null")}
    for id in ("tip", "go", "cups", "away"):
        for name, way in ways.items():
            page.value(f"document.activeElement.blur(); one('#{id}').focus()")
            anew(way)
            page.wait(f"document.activeElement.id === '{id}'")
    page.value("one('#go').focus(); one('#go').disabled = true; null")
    page.wait("one('#go >>> .touchd-disabled')")
    page.value("one('#go').disabled = false; null")
    page.wait("!one('#go >>> .touchd-disabled') && document.activeElement.id === 'go'")
    page.value("one('#cups >>> [part=more]').focus()")
    page.key("Enter", code="Enter")
    page.wait("one('#cups').value === 1 && one('#cups').shadowRoot.activeElement?.part.contains('less')")
    page.key("Enter", code="Enter")
    page.wait("one('#cups').value === 0 && one('#cups').shadowRoot.activeElement?.part.contains('more')")
    kit.leave(page)


@check("a thrown object flies on while the page updates another widget")
def flies(kit):
    page = kit.create("throw", '<touchd-screen><touchd-inertial-drag id="puck" object-width="60" object-height="60"></touchd-inertial-drag>'
              '<touchd-button id="go" label="Go"></touchd-button></touchd-screen>', """import './elements.js';
        const thumb = () => document.querySelector('#puck').shadowRoot.querySelector('.touchd-thumb');
        const place = () => parseFloat(thumb().style.transform.match(/[\\d.]+/));
        addEventListener('touchd-released', async ({ detail }) => {
          // Without a flight if the simulated finger was stopped before it lifted.
          if (!detail.inertialDrag.durationUSec) { globalThis.flown = 'not'; return; }
          const [flight] = thumb().getAnimations();
          for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
          const target = place();
          await document.querySelector('touchd-screen').presentation.keep('go');
          globalThis.flown = [flight.effect.target === thumb(), Math.abs(place() - target) < 1];
        }, true);""",
              css=GRID % "1fr / 3fr 1fr")
    page.wait(f"{SHOWN} && document.querySelector('#puck').shadowRoot.querySelector('.touchd-thumb')")
    def throw():
        x, y = page.center("document.querySelector('#puck').shadowRoot.querySelector('.touchd-thumb')")
        page.value("globalThis.flown = null")
        kit.kiosk.finger("line", f"{x},{y}", f"{x + (200 if x < 450 else -200)},{y}", "speed", 1500, "hold", 0)
        return page.wait("flown")
    until(lambda: throw() != "not", "the object flies")
    assert page.value("flown") == [True, True], page.value("flown")
    kit.end(page)


@check("a lock asks for the user that the page has written last, once it is enabled; one that moves while its entry is checked or wrong goes on to what comes next")
def asks(kit):
    other = "7-4-8-6-2"
    for user, pattern in (("anna", RIGHT), ("bob", other)):
        kit.kiosk.enroll(user, pattern)
    page = kit.create("asks", '<touchd-screen><fieldset disabled><touchd-pattern id="lock" user="anna"></touchd-pattern></fieldset></touchd-screen>', """import './elements.js';
        globalThis.told = []; globalThis.moved = 0;
        addEventListener('touchd-attempt', ({ detail }) => told.push(detail.outcome), true);
        addEventListener('touchd-passed', ({ detail }) => told.push(detail.user), true);
        for (const name of ['completed', 'judged', 'cleared']) addEventListener(`touchd-${name}`, () => {
          if (globalThis.moving !== name) return;
          globalThis.moving = null;
          one('fieldset').style.paddingTop = `${10 * ++moved}px`;
        }, true);""", css="touchd-screen { display: block } fieldset { border: 0 } #lock { width: 600px; height: 600px }")
    def draws(pattern, *told):
        page.wait("one('#lock').dataset.mood === '' && !all('.touchd-on').length")
        kit.says(page, "Draw your pattern")
        page.value("told.length = 0")
        kit.draw(page, pattern)
        assert soon(lambda: page.value("told"), lambda found: len(found) == len(told)) == list(told)
    page.wait(f"{SHOWN} && one('#lock >>> .touchd-disabled')")
    page.value("one('fieldset').disabled = false; null")
    draws(RIGHT, "passed", "anna")
    page.value("one('#lock').setAttribute('user', 'bob')")
    page.wait("one('#lock >>> [part=user]').textContent === 'bob'")
    draws(RIGHT, "failed")
    draws(other, "passed", "bob")
    for name in ("completed", "judged", "cleared"):
        page.value(f"globalThis.moving = '{name}'; null")
        draws(WRONG, "failed")
        page.wait("moving === null")
    draws(other, "passed", "bob")
    page.value("one('#lock').setAttribute('user', 'carl'); one('#lock').setAttribute('purpose', 'enroll')")
    page.wait("one('#lock >>> [part=user]').textContent === 'carl'")
    for sentence in ("Draw a new pattern", "Draw it once more"):
        kit.says(page, sentence)
        kit.draw(page, RIGHT)
    page.wait("told.at(-1) === 'carl'")
    page.value("one('#lock').removeAttribute('user')")
    kit.says(page, "")
    kit.end(page)


@check("a custom drawing may lack any member, also while the screen is locked, or throw, and close removes everything within a frame")
def lacks(kit):
    page = kit.create("own", '<main><div id="view"></div></main>', """import { Drawing, Touchd } from './touchd.js';
        const made = [];
        class Bare { constructor(svg, widget) { made.push(widget.id); } }
        class Half extends Drawing { build() { this.shape = document.createElementNS(this.group.namespaceURI, 'circle'); this.group.append(this.shape); } }
        class Torn extends Drawing { build() {} event() { throw new Error('torn'); } }
        globalThis.made = made;
        globalThis.before = document.querySelector('main').outerHTML;
        globalThis.failed = [];
        globalThis.heard = [];
        const touchd = new Touchd();
        globalThis.presentation = touchd.present({
          view: document.querySelector('#view'), drawings: ({ id }) => ({ bare: Bare, half: Half, torn: Torn })[id], failed: error => failed.push(error.message),
          event: ({ name }) => heard.push(name),
          widgets: [{ id: 'bare', kind: 'button', x: 0, y: 0, width: 200, height: 200 }, { id: 'half', kind: 'slider', x: 300, y: 0, width: 400, height: 100 },
            { id: 'torn', kind: 'button', x: 1000, y: 0, width: 200, height: 200 }],
        });""",
              css="main { position: relative; height: 100vh }")
    page.wait("presentation.scene")
    scene = page.value("presentation.scene")
    kit.kiosk.finger("tap", "100,100")
    page.wait("heard.includes('pressed')")
    kit.kiosk.call("io.touchd.manage.StartCleaning", durationUSec=5000000)
    page.wait("document.querySelector('.touchd-pausing').textContent.includes('cleaned')")
    kit.kiosk.call("io.touchd.manage.StopCleaning")
    page.wait("document.querySelector('.touchd-pausing').hidden")
    page.value("presentation.update([{ id: 'bare', kind: 'button', x: 0, y: 300, width: 200, height: 200 }])")
    page.wait("made.length === 2")
    assert page.value("presentation.scene") == scene, "presented once"
    kit.kiosk.finger("tap", "100,400")
    assert page.value("failed") == [], page.value("failed")
    # One that throws at an event is reported once, and the scene stays.
    kit.kiosk.finger("tap", "1100,100")
    page.wait("failed.length >= 2")
    assert page.value("[presentation.scene, ...new Set(failed)]") == [scene, "BadDrawing: widget torn: Error: torn"], page.value("failed")
    left = page.value("""new Promise(tell => { presentation.close();
        requestAnimationFrame(() => tell([document.querySelector('main').outerHTML === before, document.adoptedStyleSheets.length])); })""")
    assert left == [True, 1], (left, page.value("document.querySelector('main').outerHTML"))
    until(lambda: kit.scenes() == 0, "no scene is left")
    told = [line for line in page.complaints() if not line.startswith("touchd: touches have")]
    assert len(told) == 1 and "BadDrawing" in told[0], told
    kit.leave(page)


@check("a page that is not aligned with the panel is reported in development, with its offset")
def aligned(kit):
    kit.kiosk.page("off", '<touchd-screen development><touchd-button id="go" label="Go"></touchd-button></touchd-screen>', """const often = setInterval;
        globalThis.setInterval = (act, time) => often(act, time === 2000 ? 100 : time);
        await import('./elements.js');""")
    page = kit.open("off.html", 1000, 700)
    fault = "document.querySelector('touchd-screen').shadowRoot.querySelector('.touchd-fault')"
    page.wait(f"{fault}?.textContent.includes('1280 × 800')")
    assert any("1000 × 700" in line for line in page.complaints()), page.complaints()
    window = lambda x: page.place(1280, 800, screen=(2560, 1600), x=x)
    window(0)
    page.wait(f"!{fault}")
    # Only moved, which causes no event.
    window(622)
    page.wait(f"{fault}?.textContent.includes('622, 0 pixels')")
    window(0)
    page.wait(f"!{fault}")
    kit.leave(page)


@check("a page that touchd-web refuses reports the rule and the remedy once, in onerror, and is shown when it is served")
def refused(kit):
    port = free_port()
    kit.kiosk.page("refused", '<touchd-screen development><touchd-button id="go" label="Go"></touchd-button></touchd-screen>', """globalThis.errors = [];
        addEventListener('error', ({ error }) => errors.push(`${error?.name} ${error?.message}`));
        await import('./elements.js');""")
    fault = "document.querySelector('touchd-screen').shadowRoot.querySelector('.touchd-fault')?.textContent"
    # Another uid.
    other = kit.kiosk.start_bridge(54321, port)
    try:
        page = kit.browser.page(f"http://127.0.0.1:{port}/refused.html", 1280, 800)
        page.wait("globalThis.errors?.length")
        assert "refused" in page.value("errors[0]") and "[web] user=" in page.value("errors[0]"), page.value("errors")
        page.wait(f"({fault}).includes('[web] user=') && document.querySelector('touchd-screen').shadowRoot.querySelector('.touchd-pausing').dataset.why === 'not_served'")
        other.terminate()
        other.wait(PATIENCE)
        other = kit.kiosk.start_bridge(port=port)
        page.wait(f"{SHOWN} && !{fault}")
        assert page.value("errors.length") == 1, page.value("errors")
        kit.leave(page)
    finally:
        other.terminate()
        other.wait(PATIENCE)
    # A page of another origin may not even read the refusal.
    served = serve(f"{kit.kiosk.folder}/web")
    try:
        page = kit.browser.page(f"http://127.0.0.1:{served.server_port}/gallery/gallery.css", 1280, 800)
        page.wait("document.readyState === 'complete' && location.protocol === 'http:'")
        found = page.value("""(async () => {
            const { Daemon } = await import('/touchd.js'), daemon = new Daemon('ws://127.0.0.1:%d/touchd');
            return daemon.call('io.touchd.manage.Status').then(() => 'served', ({ name, parameters }) => [name, parameters.rule, parameters.why, daemon.state]); })()"""
                           % kit.kiosk.port)
        assert found[:2] == ["refused", "origin"] and found[3] == "refused" and str(served.server_port) in found[2], found
        page.close()
    finally:
        served.shutdown()


@check("the page that touchd-web serves at first shows whether bridge, daemon, panel and finger work, in four sizes")
def start(kit):
    for name in ("start.html", "start.js"):
        shutil.copy2(f"{ROOT}/web/{name}", f"{kit.kiosk.folder}/page")
    state = lambda line: f"document.querySelector('#{line}').dataset.state"
    for width, height in ((1280, 800), (1920, 1080), (800, 1280), (480, 800)):
        kit.kiosk.call("io.touchd.manage.SetView", width=width, height=height)
        page = kit.open("start.html", width, height)
        page.wait("['bridge', 'daemon', 'panel'].every(line => document.querySelector(`#${line}`).dataset.state === 'right') && document.querySelector('#try').shadowRoot.querySelector('.touchd-face')")
        assert page.value("document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth"), (width, height)
        page.keep(f"start-{width}x{height}")
        if width != 1280:
            kit.leave(page)
            continue
        kit.tap(page, "#try")
        page.wait(f"{state('finger')} === 'right'")
        kit.kiosk.finger("unplug")
        page.wait(f"{state('panel')} === 'wrong'")
        kit.kiosk.finger("plug")
        page.wait(f"{state('panel')} === 'right'")
        kit.kiosk.stop()
        page.wait(f"{state('daemon')} === 'wrong' && {state('bridge')} === 'right'")
        kit.kiosk.start()
        page.wait(f"{state('daemon')} === 'right'")
        kit.leave(page)
    kit.kiosk.call("io.touchd.manage.SetView", width=1280, height=800)


@check("no daemon, no bridge, no panel, hung, cleaning, covered: each has its look, an event and a line in the console, hides the prompts, and ends by itself, a hung daemon within 4 s; data-mood is true after each, and in development the page says what does not run")
def away(kit):
    page = kit.create("gone", """<touchd-screen development><touchd-button id="go" label="Go"></touchd-button>
        <touchd-pattern id="lock" user="hanging" purpose="enroll"></touchd-pattern><touchd-captcha id="puzzle"></touchd-captcha></touchd-screen>""", """import './elements.js';
        globalThis.heard = []; globalThis.pressed = 0; globalThis.ticks = 0;
        // Ticks of the page are missed while its process does not run.
        setInterval(() => ticks++, 50);
        addEventListener('touchd-away', ({ detail }) => heard.push([detail.reason, detail.sentence]), true);
        addEventListener('touchd-pressed', () => pressed++, true);""",
              css=GRID % "1fr / 1fr 1fr 1fr")
    place = "document.querySelector('touchd-screen').shadowRoot.querySelector('.touchd-pausing')"
    mood = "document.querySelector('#go').dataset.mood"
    asked = "['lock', 'puzzle'].map(id => (line => getComputedStyle(line).visibility === 'visible' && line.textContent)(one(`#${id} >>> [part=prompt]`)))"

    def works():
        page.wait(f"{SHOWN} && {place}.hidden && {mood} === '' && !one('.touchd-fault') && {asked}.join() === 'Draw a new pattern,Slide the piece into the gap'")
        before = page.value("pressed")
        def answers():
            kit.tap(page, "#go")
            return page.value("pressed") > before
        until(answers, "the button is pressed")
    works()
    assert page.value("heard") == [], "nothing is wrong at first"

    above = []
    ways = (("no_panel", "No touchscreen", lambda: kit.kiosk.finger("unplug"), lambda: kit.kiosk.finger("plug")),
            ("cleaning", "cleaned", lambda: kit.kiosk.call("io.touchd.manage.StartCleaning", durationUSec=600_000_000), lambda: kit.kiosk.call("io.touchd.manage.StopCleaning")),
            ("covered", "Something else", lambda: above.append(kit.open("plain.html")), lambda: above.pop().close()),
            ("hung", "does not answer", lambda: kit.kiosk.send(signal.SIGSTOP), lambda: kit.kiosk.send(signal.SIGCONT)),
            ("lost", "not available", kit.kiosk.stop, kit.kiosk.start),
            ("no_bridge", "interrupted", kit.kiosk.stop_bridge, kit.kiosk.start_bridge))
    for why, sentence, begin, end in ways:
        seen = len(page.complaints())
        page.value("heard.length = ticks = 0")
        begin()
        try:
            took = page.wait(f"!{place}.hidden && {place}.dataset.why === '{why}' && {place}.textContent.includes('{sentence}') && {mood} === 'away' && !{asked}.some(Boolean) && ticks") / 20
            assert why != "hung" or took < 4, f"detected after {took:.1f} s"
            if program := {"lost": "touchd", "no_bridge": "touchd-web"}.get(why):
                page.wait(f"one('.touchd-fault')?.textContent.includes('is {program} running')")
            if why == "lost":
                late = kit.open("plain.html")
                late.wait("one('.touchd-fault')?.textContent.includes('is touchd running') && one('.touchd-pausing').textContent.includes('not available')")
            # A picture that is only this one's, in the middle of the window or, for what still can be used, at its bottom.
            box = page.value(f"(box => [box.x + box.width / 2, box.y + box.height / 2, box.height])({place}.firstElementChild.getBoundingClientRect())")
            assert abs(box[0] - 640) < 2 and (box[1] > 700 if why == "covered" else abs(box[1] - 400) < 2) and box[2] > 40, (why, box)
            page.value(f"(globalThis.drawn ??= new Set()).add({place}.querySelector('path').getAttribute('d')); null")
            page.keep(f"away-{why}")
        finally:
            end()
        if why == "lost":
            kit.says(late, "Draw your pattern")
            late.close()
        works()
        assert page.value("heard.at(0)[0]") == why and page.value("heard.at(-1)") == [None, ""], page.value("heard")
        lines = [line for line in page.complaints()[seen:] if line.startswith("touchd: touches have")]
        assert lines[0].startswith(f"touchd: touches have no effect: {why}: ") and lines[-1] == "touchd: touches have an effect again", lines
        assert len(lines) == len(page.value("heard")), (lines, page.value("heard"))
    assert page.value("drawn.size") == len(ways)
    kit.leave(page)


@check("too many missed captchas: nothing can be dragged during the wait, its length is said once and its end too, and whoever cannot do it still says so, unless it is disabled")
def locked_out(kit):
    before = kit.kiosk.configuration
    kit.kiosk.restart(before + "[captcha]\nlockout=2/60s:15s,60s\n")
    page = kit.create("puzzle", '<touchd-screen><touchd-captcha id="puzzle" decline></touchd-captcha></touchd-screen>', """import './elements.js';
        globalThis.heard = [];
        for (const name of ['declined', 'outcome', 'error']) addEventListener(`touchd-${name}`, ({ detail }) => heard.push([name, detail.outcome]), true);""")
    kit.says(page, "Slide the piece into the gap", "touchd-captcha")
    page.value("""globalThis.spoken = [];
        const live = document.querySelector('touchd-screen').shadowRoot.querySelector('.touchd-live');
        new MutationObserver(() => { if (live.textContent !== spoken.at(-1)) spoken.push(live.textContent); }).observe(live, { childList: true }); null""")
    picture = "document.querySelector('#puzzle').shadowRoot.querySelector('image').getAttribute('href').slice(-60)"
    shown = page.value(picture)
    miss(kit.kiosk, page, "#puzzle >>>")
    page.wait(f"{picture} !== {shown!r}")
    kit.says(page, "Slide the piece into the gap", "touchd-captcha")
    page.wait("document.querySelector('#puzzle').dataset.mood !== 'wrong'")
    page.rests()
    miss(kit.kiosk, page, "#puzzle >>>")
    said = "document.querySelector('#puzzle').shadowRoot.querySelector('[part=prompt]').textContent"
    page.wait(f"/wait \\d+ s/.test({said})")
    assert page.value("!document.querySelector('#puzzle').shadowRoot.querySelector('.touchd-piece')"), "nothing to drag"
    first = page.value(said)
    page.wait(f"/wait \\d+ s/.test({said}) && {said} !== {first!r}")
    page.keep("locked-out")
    way = "one('#puzzle').shown.widget.kind === 'button' && one('#puzzle >>> .touchd-disabled') "
    place = "{},{}".format(*page.center("one('#puzzle >>> .touchd-button')"))
    page.value("one('#puzzle').disabled = true")
    page.wait(f"{way} && one('#puzzle').shown.widget.disabled")
    kit.kiosk.finger("tap", place)
    page.value("one('#puzzle').disabled = false")
    page.wait(f"!({way}) && !one('#puzzle').shown.widget.disabled")
    assert page.value("heard") == [], page.value("heard")
    kit.kiosk.finger("tap", place)
    page.wait("heard.length === 2")
    assert sorted(page.value("heard")) == [["declined", None], ["outcome", "declined"]], page.value("heard")
    assert page.value(said) == "No problem: please ask the staff"
    assert kit.kiosk.call("io.touchd.result.List")["results"][-1]["reason"] == "declined"
    page.wait("document.querySelector('#puzzle').shadowRoot.querySelector('.touchd-piece')")
    kit.says(page, "Slide the piece into the gap", "touchd-captcha")
    found = page.value("spoken")
    assert sum("wait " in sentence and " s" in sentence for sentence in found) == 1 and found.count("The wait is over: you can try again") == 1, found
    kit.end(page)
    kit.kiosk.restart(before)


@check("who cannot drag is told to tap, and after the first tap how to finish, also in a narrow element, where that needs two lines; the piece draws the eye once, unless less motion is wished")
def taps(kit):
    kit.kiosk.page("taps", '<touchd-screen><touchd-captcha id="puzzle"></touchd-captcha></touchd-screen>', """import './elements.js';
        globalThis.heard = []; globalThis.beckoned = [];
        const { animate } = Element.prototype;
        Element.prototype.animate = function (frames, timing) { if (frames.some(({ scale }) => scale > 1)) beckoned.push(timing.iterations ?? 1); return animate.call(this, frames, timing); };
        addEventListener('touchd-attempt', ({ detail }) => heard.push(detail), true);
        globalThis.made = 0;
        const { touchd } = document.querySelector('touchd-screen'), { call } = touchd;
        touchd.call = function (method, given) { made += method.endsWith('captcha.Create'); return call.call(this, method, given); };""",
              css="touchd-screen > * { width: 300px; height: 360px; grid-area: auto !important }")
    for wishes, times in (((), 1), ((("prefers-reduced-motion", "reduce"),), 0)):
        page = kit.browser.page("about:blank")
        media(page, wishes)
        page.go(f"{kit.kiosk.origin}/taps.html")
        kit.says(page, "Slide the piece into the gap", "touchd-captcha")
        line = "document.querySelector('#puzzle').shadowRoot.querySelector('[part=taps]').textContent"
        page.wait(f"{line} === 'Or tap: where the piece goes, then the piece itself'")
        assert page.value("beckoned.length") == times, page.value("beckoned")
        page.keep("taps")
        if not times:
            kit.leave(page)
            continue
        left, top, width, height = page.value("(box => [box.x, box.y, box.width, box.height])(document.querySelector('#puzzle').shadowRoot.querySelector('.touchd-picture').getBoundingClientRect())")
        kit.kiosk.finger("tap", f"{left + width * .6},{top + height / 2}")
        kit.says(page, "Tap the piece to finish, or beside it to move it a little", "touchd-captcha")
        # Twice as long as the screen takes to notice a change.
        page.value("new Promise(done => setTimeout(done, 600))")
        assert page.value("made") == 1, "a sentence that needs two lines leaves the puzzle as it is"
        kit.kiosk.finger("tap", f"{left + width * .6},{top + height / 2}")
        page.wait("heard.length")
        assert page.value("heard[0].input") == "tap", page.value("heard")
        kit.leave(page)


@check("a toggle and an amount are pressed by fingers, read, submitted and disabled; a slider shows its value, a row its icon and price")
def amounts(kit):
    page = kit.create("amounts", """<touchd-screen><form id="order"><touchd-toggle id="loud" name="loud" label="Read aloud"></touchd-toggle><touchd-toggle id="mail" name="mail" value="yes" checked></touchd-toggle>
        <touchd-stepper id="cups" name="cups" label="Cups" min="1" max="3" value="2" value-text="{n} cups"></touchd-stepper>
        <touchd-slider id="tip" name="tip" max="20" value="5" ticks="5" bubble value-text="{n} %" label="Tip" thumb-width="44" thumb-height="44" track-height="8"></touchd-slider>
        <touchd-button id="pay" label="Pay" variant="primary"></touchd-button><touchd-button id="stop" label="Cancel" variant="danger"></touchd-button>
        <touchd-button id="back" label="Back" variant="quiet"></touchd-button><touchd-reorder-list id="list" label="Drinks"></touchd-reorder-list></form></touchd-screen>""",
              """import './elements.js';
        import { sounds } from './sounds.js';
        const $ = id => document.querySelector(`#${id}`);
        $('list').settings = { items: ['tea', 'water'].map(id => ({ id, height: 70 })) };
        $('list').look = { rows: { tea: { label: 'Tea', icon: 'T', detail: '2.40 €' }, water: 'Water' } };
        globalThis.heard = []; globalThis.played = [];
        addEventListener('touchd-changed', ({ target, detail }) => heard.push([target.id, detail.checked ?? detail.value ?? detail.slider.value]), true);
        sounds(document.querySelector('touchd-screen'), name => played.push(name));
        globalThis.data = () => [...new FormData($('order'))].map(part => part.join('=')).join('&');""",
              css="form { display: grid; grid: 100px 160px 100px 340px / repeat(3, 1fr); gap: 20px; margin: 0 } form > * { grid-area: auto !important; width: auto !important; justify-self: stretch !important; height: auto } #cups { height: 64px; align-self: center } #tip, #list { grid-column: 1 / 4 !important } touchd-toggle:disabled { color: rgb(1, 2, 3) }")
    page.wait(f"{SHOWN} && document.querySelector('#list').shadowRoot.querySelector('.touchd-detail') && document.querySelector('#cups').shadowRoot.querySelector('[part=more]').shadowRoot.querySelector('.touchd-face')")
    assert page.value("data()") == "mail=yes&cups=2&tip=5", page.value("data()")
    at = lambda part: "{},{}".format(*page.center(f"{part}"))
    step = lambda part: f"document.querySelector('#cups').shadowRoot.querySelector('[part={part}]')"
    kit.tap(page, "#loud")
    page.wait("heard.length === 1")
    kit.kiosk.finger("tap", at(step("more")))
    page.wait("heard.length === 2")
    assert page.value("heard") == [["loud", True], ["cups", 3]] and page.value("data()") == "loud=on&mail=yes&cups=3&tip=5", page.value("heard")
    assert page.value("document.querySelector('#loud').shadowRoot.querySelector('[role=switch]').getAttribute('aria-checked')") == "true"
    assert page.value("document.querySelector('#cups').shadowRoot.querySelector('output').value") == "3 cups"
    # At its end, the button for more is off; the other one is not.
    page.wait(f"{step('more')}.shadowRoot.querySelector('.touchd-disabled')")
    kit.kiosk.finger("tap", at(step("more")))
    kit.kiosk.finger("tap", at(step("less")))
    page.wait("heard.length === 3")
    assert page.value("[heard[2], played]") == [["cups", 2], ["press"] * 3], page.value("[heard, played]")
    # What the slider shows follows the finger.
    shadow = "document.querySelector('#tip').shadowRoot"
    x, y = page.center(f"{shadow}.querySelector('.touchd-thumb')")
    kit.kiosk.finger("line", f"{x},{y}", f"{x + 300},{y}")
    page.wait(f"{shadow}.querySelector('.touchd-value').textContent === `${{Math.round(document.querySelector('#tip').value * 10) / 10}} %` && document.querySelector('#tip').value > 6")
    assert page.value(f"{shadow}.querySelector('.touchd-widget').getAttribute('aria-valuetext') === {shadow}.querySelector('.touchd-value').textContent")
    row = page.value("[...document.querySelector('#list').shadowRoot.querySelectorAll('.touchd-row')].map(row => [row.getAttribute('aria-label'), row.querySelectorAll('.touchd-handle').length])")
    assert row == [["Tea, 2.40 €", 6], ["Water", 6]], row
    fills = page.value("['pay', 'stop', 'back'].map(id => getComputedStyle(document.querySelector(`#${id}`).shadowRoot.querySelector('.touchd-face')).fill)")
    assert len(set(fills)) == 3 and fills[2] in ("rgba(0, 0, 0, 0)", "transparent"), fills
    tree = page.tree()
    assert any(node.get("role") == "switch" and node.get("name") == "Read aloud" for node in tree), "a screen reader has the switch"
    page.keep("amounts")
    page.value("document.querySelector('#cups').disabled = document.querySelector('#loud').disabled = document.querySelector('#tip').readOnly = true")
    page.wait(f"{step('less')}.shadowRoot.querySelector('.touchd-disabled') && document.querySelector('#loud').shadowRoot.querySelector('.touchd-disabled')")
    assert page.value("data()").startswith("mail=yes&tip="), page.value("data()")
    assert page.value("getComputedStyle(document.querySelector('#loud')).color") == "rgb(1, 2, 3)", ":disabled matches"
    kit.settles(page, "#pay")
    looks = page.value("['loud', 'tip'].map(id => (part => [part.classList.contains('touchd-disabled'), part.getAttribute('aria-disabled')])(one(`#${id} >>> .touchd-widget`)))")
    assert looks == [[True, "true"], [False, None]], looks
    kit.end(page)


@check("a challenge has buttons for another one and for hearing it, beside the one for who cannot do it")
def buttons(kit):
    kit.kiosk.page("buttons", '<touchd-screen></touchd-screen>', """import './elements.js';
        globalThis.spoken = []; globalThis.errors = [];
        Object.defineProperty(globalThis, 'speechSynthesis', { value: { cancel() {}, speak(words) { spoken.push([words.text, words.lang]); } } });
        globalThis.heard = [];
        addEventListener('touchd-error', ({ detail }) => errors.push(detail.message), true);
        for (const name of ['declined', 'outcome']) addEventListener(`touchd-${name}`, ({ detail }) => heard.push([name, detail?.outcome]), true);
        globalThis.show = kind => { document.querySelector('touchd-screen').innerHTML = `<touchd-${kind} id="proof" decline refresh hear></touchd-${kind}>`; };""",
              css="touchd-screen > * { width: 600px; height: 560px; grid-area: auto !important }")
    button = lambda name: f"document.querySelector('#proof').shadowRoot.querySelector('[data-widget=\"proof {name}\"]')"
    press = lambda page, name: kit.kiosk.finger("tap", "{},{}".format(*page.center(f"{button(name)}")))
    for kind, labels, shows in (("captcha", ["I cannot do this", "New picture", "Hear it"], "document.querySelector('#proof').shadowRoot.querySelector('image').getAttribute('href').slice(-60)"),
                                ("gesture", ["I cannot do this", "Another rhythm", "Hear it"], "document.querySelector('#proof').shadowRoot.querySelector('.touchd-widget').getAttribute('aria-label')")):
        page, direction = kit.open("buttons.html"), "rtl" if kind == "gesture" else "ltr"
        page.value(f"document.documentElement.dir = '{direction}'; show('{kind}')")
        page.wait(f"{button('hear')} && document.querySelector('#proof').dataset.mood === ''")
        found = page.value(f"[{', '.join(button(name) for name in ('decline', 'refresh', 'hear'))}].map(part => [part.getBoundingClientRect().x, part.textContent])")
        assert [label for _, label in sorted(found, reverse=direction == "rtl")] == [label for _, label in found] == labels, found
        page.keep(f"buttons-{kind}")
        before = page.value(shows)
        press(page, "refresh")
        page.wait(f"{shows} !== {before!r}")
        press(page, "hear")
        page.wait("spoken.length")
        said = page.value("spoken[0]")
        assert said[1] == "en" and (said[0] == page.value(shows) if kind == "gesture" else said[0] == "Slide the piece into the gap"), said
        press(page, "decline")
        page.wait("heard.length >= 2")
        assert sorted(page.value("heard")) == [["declined", None], ["outcome", "declined"]], page.value("heard")
        # It can be removed with all that belongs to it.
        page.value("document.querySelector('#proof').remove(); document.querySelector('touchd-screen').innerHTML = '<touchd-button id=rest label=Rest></touchd-button>'")
        until(lambda: kit.kinds() == ["button"], lambda: f"the daemon has {kit.kinds()}")
        assert page.value("errors") == [] and not page.complaints(), (page.value("errors"), page.complaints())
        kit.leave(page)


@check("every element comes up alone on a page, with each of its attributes and in five languages, and reports nothing")
def each(kit):
    size = "width: 500px; height: 420px"
    values = {"rows": 4, "columns": 4, "minDots": 5, "hitRadiusFraction": .2, "releaseMargin": 4, "longPressUSec": 500000, "min": -3, "max": 3, "value": .4, "page": .2,
              "thumbWidth": 60, "thumbHeight": 50, "margin": 60, "trackHeight": 70, "index": 2, "centerX": 200, "centerY": 150, "radius": 90, "inset": 10, "inner": 60, "outer": 250,
              "handleRadius": 30, "deadZone": .1, "tapSlop": 5, "positionX": 80, "positionY": 90, "objectWidth": 60, "objectHeight": 60, "durationUSec": 400000, "damping": 2,
              "curve": "[0,0,1,1]", "sampleIntervalUSec": 30000, "windowUSec": 30000, "minSpeed": 30, "maxSpeed": 9000, "tickRate": 30, "rowHeight": 50, "offset": 10,
              "pressUSec": 200000, "scrollSpeed": 100, "edgeZone": 20, "sections": '[{"header":20}]', "minDigits": 5}
    # Settings that the element makes, or that it cannot come up with alone.
    left = {"challengeId", "piece", "items", "nodes", "hitMargin", "decoder"}
    interface = re.sub("#.*", "", read(f"{ROOT}/interfaces/io.touchd.scene.varlink"))
    types = dict(re.findall(r"^type (\w+) \((.*?)\n?\)$", interface, re.M | re.S))
    own, settable = {}, {}
    for kind in re.findall(r"\w+", types["Kind"]):
        member = re.sub(r"_(\w)", lambda letter: letter[1].upper(), kind)
        settings = re.findall(r"(\w+): \??((?:\[\])?\w+)", types[re.search(rf"\b{member}: \?(\w+)", types["Widget"])[1]])
        assert settings, kind
        tried = own[kind.replace("_", "-")] = [{"captcha": "decline", "gesture": "decline", "button": "selected"}.get(kind, "label=Other")]
        for name, type in settings:
            for value in () if name in left else ("true", "false") if type == "bool" else re.findall(r"\w+", types[type]) if type in types and name not in values else (values[name],):
                if kind in ("gesture", "button", "pin") and value == "drag":
                    continue
                tried.append(re.sub("[A-Z]", lambda letter: f"-{letter[0].lower()}", name) + f"={value}")
                settable.setdefault((kind.replace("_", "-"), tried[-1]), name)
    own["captcha"] += ["profile=simple", "profile=simple decline"]
    own["pattern"].append("user=fresh purpose=enroll")
    own["pin"].append("user=fresh-pin purpose=enroll")
    # HTML's own, and those of frameworks.
    html = ("accesskey=x aria-label=A autocapitalize=off autocorrect=off autofocus class=c contenteditable=false data-a=1 dir=auto draggable=false enterkeyhint=done exportparts=p form=f inputmode=text "
            "itemid=i itemprop=p itemref=r itemscope itemtype=t lang=en nonce=n part=p role=group slot spellcheck=false tabindex=0 title=T translate=no writingsuggestions=false "
            "xml:lang=en _ngcontent-c1 v-x=1 :key=1")
    common = ("", "label=Label", html, "disabled", "readonly", "name=part", "z=3", "hit-margin=12", "keyboard")
    page_of = lambda: kit.open("each.html")
    kit.kiosk.page("each", "<touchd-screen development></touchd-screen>", """import './elements.js';
        // The screen collects changes for no time here.
        const later = setTimeout;
        globalThis.setTimeout = (act, time, ...more) => later(act, time === 40 ? 0 : time, ...more);
        globalThis.show = (kind, attributes, language) => {
          const part = document.createElement(`touchd-${kind}`);
          if (kind === 'step-slider') part.settings = { nodes: ['S', 'M', 'L'], thumbWidth: 60, margin: 40 };
          if (kind === 'reorder-list') part.settings = { items: ['tea', 'coffee'].map(id => ({ id })) };
          for (const [name, value] of attributes) part.setAttribute(name, value);
          document.documentElement.lang = language;
          document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
          document.querySelector('touchd-screen').replaceChildren(globalThis.part = part);
        };
        // Drawn, with effect, and with what it says.
        globalThis.isUp = says => part.shadowRoot.querySelectorAll('.touchd-widget > *').length && part.dataset.mood === ''
          && (!says || [...part.shadowRoot.querySelectorAll('p')].some(line => line.textContent.startsWith(says)) || part.shadowRoot.querySelector('.touchd-widget').getAttribute('aria-label').includes(says));""",
              css="touchd-screen > * { %s; grid-area: auto !important }" % size)
    sentences = json.loads(read(f"{ROOT}/interfaces/prompts.json"))
    page, names = page_of(), tuple(own)
    for kind in names:
        for attributes in (*common, *own[kind]):
            pairs = [part.split("=", 1) if "=" in part else [part, ""] for part in attributes.split()]
            page.value(f"show('{kind}', {json.dumps(pairs)}, 'en')")
            try:
                page.wait("isUp()")
            except BrowserFailed:
                raise BrowserFailed(f"<touchd-{kind} {attributes}> does not come up: {page.complaints()}, {page.value('part.shadowRoot.innerHTML.slice(0, 300)')}")
            # No property of HTML has its name.
            assert page.value(f"{json.dumps(settable.get((kind, attributes)))} in {{ null: 1, ...part.given }}"), f"{attributes} of {kind} is no setting"
    for language, kind in ((language, kind) for language in sentences for kind in names):
        says = {"pattern": "draw_new", "pin": "pin_draw_new", "captcha": "slide", "gesture": "hold"}.get(kind)
        pairs = [["user", f"new-{language}"], ["purpose", "enroll"]] if kind in ("pattern", "pin") else [["decline", ""]] if kind in ("captcha", "gesture") else []
        page.value(f"show('{kind}', {json.dumps(pairs)}, '{language}')")
        page.wait(f"isUp({json.dumps(sentences[language].get(says) if says else '')})")
    # The browser's own: an element is replaced as soon as it is up, while it still connects.
    found = [line for line in page.complaints() if "closed before the connection" not in line]
    assert not found, found
    kit.leave(page)


def provide(kiosk):
    """Puts the examples and the libraries that they use into the folder of pages."""
    shutil.copytree(f"{ROOT}/examples/web", f"{kiosk.folder}/page", dirs_exist_ok=True)
    for name, path in LIBRARIES.items():
        shutil.copy2(path, f"{kiosk.folder}/page/{name}")


def prepare(kiosk):
    provide(kiosk)
    kiosk.enroll("visitor", RIGHT)


if __name__ == "__main__":
    sys.exit(browse(check, Kit, prepare, processes=2))
