"""The kiosk page in Chromium, with the real daemon behind it and touchsim as the finger: browser.py FOLDER-OF-PROGRAMS

Prints one line per check; exit status 0 only if all pass. BROWSER_PICTURES=FOLDER keeps screenshots, BROWSER_CHECK=REGEX selects checks."""
import glob, json, os, re, subprocess, sys

from checks import Checks, read, recorded, write
from chromium import MIDDLE, PLACE, browse, miss
from kiosk import PATIENCE, ROOT, until
from pagesocket import PageSocket
from touchd import TouchdError

RIGHT, WRONG = "1-4-8-5-9", "1-2-3-6"
check = Checks()
# In the page: the centers of the lock's dots.
DOTS = f"[...all('[data-widget=lock] .touchd-dot-core')].map({MIDDLE})"

#: The page is there, and if it asks for a secret, so is its lock.
OPENED = "document.documentElement?.dataset.tab && one('#tab-lock')?.shown && (one('#lock').shown || one('#lock-tab').hidden)"


class Kit:
    """The page under test, with operations that all checks share."""

    def __init__(self, kiosk, browser):
        self.kiosk, self.browser = kiosk, browser
        self.page = self.open()

    def open(self, extra="", width=1280, height=800):
        page = self.browser.page(f"{self.kiosk.origin}/#captcha=given{extra}", width, height)
        page.wait(OPENED)
        return page

    def grid(self, page=None):
        """The square with the lock's dots, from their centers."""
        dots = (page or self.page).value(DOTS)
        assert len(dots) == 9, dots
        pitch = dots[1][0] - dots[0][0]
        return f"{dots[0][0] - pitch / 2},{dots[0][1] - pitch / 2},{3 * pitch},{3 * pitch}"

    def draw(self, pattern, page=None):
        self.kiosk.finger("pattern", pattern, "in", self.grid(page), "speed", 3000, "rate", 250)

    def restart(self, configuration):
        """Restarts the daemon with another configuration, and waits until the page has noticed and asks for a drawing again."""
        self.kiosk.restart(configuration, lambda: self.page.wait("one('#state').dataset.state === 'disconnected'"))
        self.prompt("Draw your pattern")

    def prompt(self, text, card="lock", page=None):
        (page or self.page).wait(f"one('#{card} >>> [part=prompt]').textContent.includes({text!r})")

    def mood(self, widget, mood):
        self.page.wait(f"one('[data-widget={widget}]').dataset.mood === {mood!r}")

    def flashes(self, mood, text="", widget="lock", page=None, also="true"):
        """A widget has a mood, its card a prompt with a text, and the page whatever else, for a moment because of the body."""
        return (page or self.page).sees(f"one('[data-widget={widget}]').dataset.mood === {mood!r}"
                                        f" && one('#{widget} >>> [part=prompt]').textContent.includes({text!r}) && {also}")

    def outcome(self, kind, outcome, act, page=None):
        """Performs an action and waits until the page has the outcome of the call."""
        page = page or self.page
        page.value(f"delete document.documentElement.dataset.{kind}")
        act()
        page.wait(f"document.documentElement.dataset.{kind} === {outcome!r}")

    def results(self, kind):
        return [result["outcome"] for result in self.kiosk.call("io.touchd.result.List", limit=1000)["results"] if result["kind"] == kind]


@check("the page shows a pattern lock and a captcha, and asks who has none for a new pattern")
def shows(kit):
    page = kit.open("&user=guest")
    kit.prompt("Draw a new pattern", page=page)
    kit.prompt("Slide the piece", "captcha", page)
    assert page.value("one('#unlock h2').textContent") == "Unlock: guest"
    assert page.value("!one('[data-widget=forget]')"), "Forget is not offered yet"
    assert page.value("all('[data-widget=lock] .touchd-dot').length") == 9
    assert page.value("one('#state').dataset.state") == "connected"
    assert page.value("one('#panel').textContent") == "virtual panel"
    page.close()


@check("the page handles no touch events of the browser")
def only_draws(kit):
    assert kit.page.value("all('touchd-screen *').filter(part => part.screen).every(part => getComputedStyle(part).touchAction === 'none')")
    assert kit.page.value("getComputedStyle(document.body).touchAction") == "none"
    kit = [path for path in glob.glob(f"{ROOT}/web/**/*.js", recursive=True) if not path.endswith("/pointer.js") and "/pretend/" not in path]
    assert len(kit) > 20, kit
    for name in kit:
        found = re.findall(r"pointer(?:down|move|up)|touch(?:start|move|end)|mouse\w+|'click'|onclick", read(name))
        assert not found, f"{name} listens to {found}"


@check("enrollment: two equal drawings, after a mismatch")
def enrolls(kit):
    page = kit.open("&user=newcomer")
    kit.prompt("Draw a new pattern", page=page)
    kit.draw(RIGHT, page)
    kit.prompt("Draw it once more", page=page)
    with kit.flashes("wrong", "differ", page=page):
        kit.draw(WRONG, page)
    kit.prompt("Draw it once more", page=page)
    kit.outcome("unlock", "passed", lambda: kit.draw(RIGHT, page), page)
    kit.prompt("Draw your pattern", page=page)
    kit.page.wait("all('[data-why]').some(place => !place.hidden)")
    page.close()
    # Until then it would get the next drawing.
    kit.page.wait("all('[data-why]').every(place => place.hidden)")
    assert "newcomer" in [user["name"] for user in kit.kiosk.call("io.touchd.unlock.Users")["users"]]


@check("a wrong drawing is shown as wrong, then removed")
def wrong(kit):
    lit = "all('[data-widget=lock] .touchd-on').length"
    corners = "one('.touchd-line').getAttribute('points').split(' ').length"
    with kit.flashes("wrong", "Wrong pattern", also=f"{lit} === 4 && {corners} === 4"):
        kit.draw(WRONG)
    kit.mood("lock", "")
    kit.page.wait(f"{lit} === 0")
    assert kit.results("unlock")[-1] == "failed"


@check("the line follows the finger before it lifts")
def follows(kit):
    left, top, side, _ = map(float, kit.grid().split(","))
    kit.kiosk.finger("down", 0, f"{left + side / 6},{top + side / 6}")
    # Between two dots: on the line in their middle, a rounding would decide whether the second one is connected.
    kit.kiosk.finger("move", 0, f"{left + side / 6},{top + side * 0.3}")
    kit.page.wait("one('.touchd-line').getAttribute('points').split(' ').length === 2")
    end = kit.page.value("one('.touchd-line').getAttribute('points').split(' ')[1].split(',').map(Number)")
    corner = kit.page.value("(({ x, y }) => [x, y])(one('[data-widget=lock]').previousElementSibling.getBBox())")
    x, y = end[0] + corner[0], end[1] + corner[1]
    assert abs(x - left - side / 6) < 2 and abs(y - top - side * 0.3) < 2, (x, y)
    # Onto the next dot: a finger that lifts with one dot has tapped it, and goes on to the next tap.
    kit.kiosk.finger("move", 0, f"{left + side / 6},{top + side / 2}")
    kit.page.wait("all('[data-widget=lock] .touchd-on').length === 2")
    with kit.flashes("wrong", "at least 4 dots"):
        kit.kiosk.finger("up", 0)
    kit.mood("lock", "")


@check("announcements reveal neither which nor how many dots were connected")
def private(kit):
    kit.page.value("""globalThis.spoken = [];
        new MutationObserver(() => spoken.push(one('.touchd-live').textContent)).observe(one('.touchd-live'), { childList: true })""")
    with kit.flashes("wrong"):
        kit.draw("3-2-1-4")
    with kit.flashes("right", "That is right"):
        kit.outcome("unlock", "passed", lambda: kit.draw(RIGHT))
    kit.page.wait("spoken.includes('That is right')")
    spoken = kit.page.value("spoken")
    assert "Drawing" in spoken and "Wrong pattern" in spoken and "That is right" in spoken, spoken
    # The minimum number of dots is public; any other number would be secret.
    assert not any(re.search(r"\d", sentence.replace("at least 4 dots", "")) for sentence in spoken), spoken


STEPS = {"tap once": 1, "tap twice": 2, "tap three times": 3, "hold": 0, "pause": None}


def wanted_steps(kit):
    """The gesture on screen as a screen reader speaks it: numbers of taps, 0 for a hold."""
    label = kit.page.value("one('[data-widget=captcha]').getAttribute('aria-label')")
    asked = [STEPS[part] for part in label.removeprefix("Touch here in this rhythm: ").split(", ")]
    return [step for step in asked if step is not None]


def follow(kit, steps):
    """Taps and holds at different positions: equal positions are rejected as not human."""
    across = 0.3
    for index, step in enumerate(steps):
        if index:
            kit.kiosk.finger("wait", 700)
        for _ in range(max(step, 1)):
            kit.kiosk.finger("tap", middle(kit, "captcha", ".touchd-face", across), "hold", 60 if step else 1200)
            across += 0.03


@check("puzzles and gestures alternate; a gesture is spoken as it is written, lights up, and a new one follows a miss")
def gesture(kit):
    kit.kiosk.finger("tap", middle(kit, "form"))
    kit.page.wait("one('[data-widget=captcha].touchd-gesture')")
    assert kit.page.value("all('[data-widget=captcha] image').length") == 0
    # How rhythms are drawn: gallery.py.
    marks = kit.page.value("all('[data-widget=captcha] .touchd-mark').length")
    sentence = kit.page.value("one('[data-widget=captcha]').getAttribute('aria-label')")
    kit.page.wait(f"one('.touchd-live').textContent === {json.dumps(sentence)}")
    assert kit.page.value("one('#captcha >>> [part=prompt]').textContent") == ""
    drawn = kit.page.value("[...all('[data-widget=captcha] text')].map(text => text.textContent).join(' ')")
    assert drawn == sentence, (drawn, sentence)
    kit.page.keep("gesture")
    lit = "all('[data-widget=captcha] .touchd-on').length"
    # Every sequence has a hold, so taps alone miss.
    with kit.flashes("wrong", widget="captcha"):
        for count in range(1, marks + 1):
            kit.kiosk.finger("tap", middle(kit, "captcha"))
            if count < marks:
                kit.page.wait(f"{lit} === {count}")
    kit.page.wait(f"one('[data-widget=captcha]').getAttribute('aria-label') !== {json.dumps(sentence)}")
    kit.page.wait(f"{lit} === 0 && one('[data-widget=captcha]').dataset.mood === ''")
    assert kit.results("captcha")[-1] == "failed"
    # A busy machine may lengthen a pause, so this has two attempts.
    before = len(kit.results("captcha"))
    follow(kit, wanted_steps(kit))
    until(lambda: len(kit.results("captcha")) > before, "the gesture is judged")
    if kit.results("captcha")[-1] != "passed":
        kit.page.wait(f"{lit} === 0 && one('[data-widget=captcha]').dataset.mood === ''")
        follow(kit, wanted_steps(kit))
    kit.prompt("Solved", "captcha")
    assert kit.results("captcha")[-1] == "passed"
    # The demonstration pauses before its next challenge.
    kit.page.wait("(part => part && !part.dataset.mood)(one('[data-widget=captcha].touchd-gesture'))")
    kit.kiosk.finger("tap", middle(kit, "form"))
    kit.prompt("Slide the piece", "captcha")


@check("the Live tab shows fingers, but not while a lock is on screen")
def fingers(kit):
    assert "secret" in kit.page.wait("one('#devices .places').textContent")
    show(kit, "live")
    kit.kiosk.finger("down", 0, "300,200")
    kit.page.wait("one('#devices .places').textContent.includes('300 · 200 px')")
    kit.page.wait("all('#over > i').length === 1")
    # On the map: the panel, the ring of this finger, and its way once it moves.
    painted = """(map => { const { data } = map.getContext('2d').getImageData(0, 0, map.width, map.height), colors = new Set();
        for (let at = 0; at < data.length; at += 4) if (data[at + 3] > 250) colors.add(data.slice(at, at + 3).join());
        return colors.size; })(one('#map'))"""
    kit.page.wait(f"{painted} > 1")
    for step in range(1, 21):
        kit.kiosk.finger("move", 0, f"{300 + 12 * step},{200 + 8 * step}")
    kit.page.wait("one('#devices .places').textContent.includes('540 · 360 px')")
    kit.kiosk.finger("up", 0)
    kit.page.wait("all('#over > i').length === 0")
    told = "one('#unheard .rows').firstElementChild?.textContent ?? ''"
    # Reason, position and panel.
    kit.page.wait(f"/^no widget300 · 200 px./.test({told})")
    show(kit, "lock")
    kit.kiosk.finger("tap", "20,20")
    show(kit, "live")
    assert "300 · 200 px" in kit.page.value(told)
    show(kit, "lock")
    kit.page.wait("all('.touchd-dot').length === 9")


#: Every element that can be seen is drawn, and no other one.
DRAWN = "all('touchd-screen *').filter(part => part.screen).every(part => !part.getBoundingClientRect().width === !part.shadowRoot.querySelector('.touchd-widget'))"


def show(kit, tab):
    kit.kiosk.finger("tap", middle(kit, f"tab-{tab}"))
    kit.page.wait(f"document.documentElement.dataset.tab === '{tab}' && {DRAWN}")


def middle(kit, widget, part="*", across=0.5, down=0.5):
    """A point of a widget, or of a part of it, in view pixels."""
    x, y, width, height = kit.page.value(f"{PLACE}(one('[data-widget={widget}] {part}'))")
    return f"{x + across * width},{y + down * height}"


@check("buttons switch tabs, and the other widgets stay")
def tabs(kit):
    show(kit, "live")
    assert kit.page.value("all('[data-widget=lock]').length") == 0
    kit.page.wait("one('#log').textContent.includes('unlock')")
    kit.page.wait("one('#latency b')")
    show(kit, "lock")
    kit.page.wait("all('.touchd-dot').length === 9")


@check("a lagging page draws the newest state once, not every step")
def coalesces(kit):
    show(kit, "controls")
    kit.page.value("""globalThis.drawings = 0; globalThis.before = one('#log .rows').textContent;
        new MutationObserver(() => drawings++).observe(one('[data-widget=volume] .touchd-thumb'), { attributes: true })""")
    thumb = kit.page.value(f"{PLACE}(one('[data-widget=volume] .touchd-thumb'))")
    place = f"{thumb[0] + thumb[2] / 2},{thumb[1] + thumb[2] / 2}"
    with kit.page.paused():
        # About 50 moves.
        kit.kiosk.finger("line", place, f"{thumb[0] - 80},{thumb[1] + thumb[2] / 2}", "speed", 300, "rate", 200)
    kit.page.wait("one('[data-widget=volume]').dataset.mood === '' && drawings > 0")
    drawn = kit.page.value("drawings")
    # Each drawing sets two attributes, and one observer call may cover both.
    assert drawn <= 10, drawn


def row_places(kit):
    """The middle of each row of the list, from top to bottom, once they rest."""
    kit.page.rests()
    return kit.page.value("""[...all('[data-widget=drinks] .touchd-row')].map(row => row.getBoundingClientRect())
        .map(box => [box.x + box.width / 2, box.y + box.height / 2]).sort((one, other) => one[1] - other[1])""")


@check("a list longer than its frame shows it, and a finger scrolls the list")
def scrolls(kit):
    show(kit, "controls")
    more = "[...all('[data-widget=drinks] .touchd-more')].map(marker => !marker.hasAttribute('hidden'))"
    assert kit.page.value(more) == [False, True]
    before = row_places(kit)
    x, y = before[2]
    kit.kiosk.finger("line", f"{x},{y}", f"{x},{y - 500}")
    kit.page.wait(f"{more}.join() === 'true,false'")
    after = row_places(kit)
    assert after[0][1] < before[0][1] - 50, (before, after)
    frame = kit.page.value("one('[data-widget=drinks] .touchd-area').getBoundingClientRect().y")
    x, y = next(place for place in after if place[1] > frame + 20)
    kit.kiosk.finger("line", f"{x},{y}", f"{x},790")
    kit.page.wait(f"{more}.join() === 'false,true'")
    until(lambda: row_places(kit) == before, lambda: f"the list rests where it was: {row_places(kit)}")
    show(kit, "lock")


@check("synthetic events of a script change nothing")
def scripts(kit):
    page = kit.open("&pointer")
    before = kit.kiosk.call("io.touchd.manage.Status")["panels"]["frames"]
    page.value("""(async () => {
        const dots = [...all('.touchd-dot-core')].map(dot => dot.getBoundingClientRect());
        for (const [index, box] of [0, 3, 6, 7, 8].map((dot, index) => [index, dots[dot]])) {
          const place = { bubbles: true, isPrimary: true, button: 0, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
          const on = one('touchd-pattern');
          if (index === 0) for (const name of ['pointerdown', 'mousedown']) on.dispatchEvent(new PointerEvent(name, place));
          const touch = new Touch({ identifier: 1, target: on, ...place });
          on.dispatchEvent(new TouchEvent(index ? 'touchmove' : 'touchstart', { bubbles: true, touches: [touch], changedTouches: [touch] }));
          for (const name of ['pointermove', 'mousemove']) on.dispatchEvent(new PointerEvent(name, place));
          await new Promise(done => setTimeout(done, 20));
        }
        for (const name of ['pointerup', 'mouseup', 'click']) document.dispatchEvent(new PointerEvent(name, { bubbles: true, isPrimary: true }));
        await new Promise(done => setTimeout(done, 200)); })()""")
    assert page.value("all('.touchd-on, [data-mood=drawing]').length") == 0
    assert kit.kiosk.call("io.touchd.manage.Status")["panels"]["frames"] == before
    page.close()


@check("the mouse drives the virtual panel also in a window of another size than its view, which gets that size")
def mouse(kit):
    page = kit.browser.page(f"{kit.kiosk.origin}/#pointer=1280x800", 1400, 700)
    try:
        page.wait("document.querySelector('touchd-screen')?.presentation?.view?.width === 1400 && one('#tab-live').shown")
        x, y = page.center("one('#tab-live')")
        for kind in ("mousePressed", "mouseReleased"):
            page.mouse(kind, x, y)
        page.wait("document.documentElement.dataset.tab === 'live'")
    finally:
        page.close()
        kit.kiosk.call("io.touchd.manage.SetView", width=1280, height=800)


@check("reloading the page during a stroke leaves no finger on the virtual panel")
def lifts(kit):
    page = kit.open("&pointer")
    page.wait("one('.touchd-dot-core')")
    x, y = page.center("one('.touchd-dot-core')")
    page.mouse("mousePressed", x, y)
    page.wait("one('[data-widget=lock]').dataset.mood === 'drawing'")
    frames = lambda: kit.kiosk.call("io.touchd.manage.Status")["panels"]["frames"]
    before = frames()
    page.go("about:blank")
    until(lambda: frames() > before, "the finger is lifted")
    page.close()


@check("too many wrong drawings: the wait is counted down until an administrator clears it")
def waits(kit):
    visitor = lambda: kit.kiosk.call("io.touchd.unlock.Users", name="visitor")["users"][0]
    kit.prompt("Draw your pattern")
    for pattern in ("1-2-5-8", "3-2-1-4", "9-8-7-4", "7-5-3-2", "2-5-8-9", "3-6-9-8", "4-5-6-9", "7-8-9-6"):
        if visitor().get("waitUSec"):
            break
        with kit.flashes("wrong"):
            kit.kiosk.finger("pattern", pattern, "in", kit.grid(), "speed", 5000, "rate", 500)
        kit.mood("lock", "")
    left = "(one('#lock >>> [part=prompt]').textContent.match(/wait ([0-9]+) s/) || [0, 0])[1]"
    first = kit.page.wait(left)
    lock = "one('[data-widget=lock]')"
    useless = f"{lock}.getAttribute('aria-disabled') === 'true' && +getComputedStyle({lock}).opacity < .5"
    assert kit.page.value(useless), "the dots look as if they could be used"
    for padding in ("9px", ""):
        kit.page.value(f"{lock}.isOld = true; one('touchd-screen').style.paddingTop = '{padding}'; null")
        kit.page.wait(f"!{lock}.isOld && {useless}")
    kit.page.wait(f"({left} || {first}) < {first}")
    before = visitor()["failedAttempts"]
    with kit.flashes("wrong"):
        kit.draw(RIGHT)
    assert visitor()["failedAttempts"] == before
    kit.mood("lock", "")
    kit.kiosk.call("io.touchd.unlock.ClearWait", user="visitor")
    kit.outcome("unlock", "passed", lambda: kit.draw(RIGHT))
    kit.prompt("Draw your pattern")
    assert not kit.page.value(f"{useless} || {lock}.hasAttribute('aria-disabled')")


@check("a wait of minutes is shown in minutes, and a lock as one that the staff ends, also on a page that opens during it")
def minutes(kit):
    before = kit.kiosk.configuration
    for schedule, said in (("1:5min,5min", "wait 5 min"), ("1:never", "ask the staff")):
        try:
            kit.restart(f"{before}[unlock]\nschedule={schedule}\n")
            kit.draw(WRONG)
            kit.prompt(said)
            show(kit, "live")
            show(kit, "lock")
            kit.prompt(said)
            kit.page.wait("one('[data-widget=lock]').getAttribute('aria-disabled') === 'true'")
        finally:
            kit.kiosk.call("io.touchd.unlock.ClearWait", user="visitor")
            kit.restart(before)
        kit.outcome("unlock", "passed", lambda: kit.draw(RIGHT))
        kit.prompt("Draw your pattern")


@check("the first touch of Forget asks for confirmation, which expires; a second one forgets, and Forget is no longer offered")
def forgets(kit):
    label = "one('[data-widget=forget] text')?.textContent"
    users = lambda: [user["name"] for user in kit.kiosk.call("io.touchd.unlock.Users")["users"]]
    kit.page.wait(f"{label} === 'Forget'")
    kit.kiosk.finger("tap", middle(kit, "forget"))
    kit.page.wait(f"{label} === 'Really?'")
    kit.page.wait(f"{label} === 'Forget'")
    assert "visitor" in users()
    kit.kiosk.finger("tap", middle(kit, "forget"))
    kit.page.wait(f"{label} === 'Really?'")
    kit.kiosk.call("io.touchd.unlock.AskEnrollment", user="visitor")
    kit.kiosk.finger("tap", middle(kit, "forget"))
    kit.prompt("You are asked to enroll: draw a new pattern")
    assert "visitor" not in users()
    kit.page.wait(f"!{label}")
    kit.draw(RIGHT)
    kit.prompt("once more")
    kit.outcome("unlock", "passed", lambda: kit.draw(RIGHT))
    kit.prompt("Draw your pattern")
    kit.page.wait(f"{label} === 'Forget'")


@check("Change enrolls another pattern, with arrows while it is drawn; Start again forgets the first of two drawings, and Back leaves the old pattern")
def changes(kit):
    here = "[...all('[data-widget]')].map(part => part.dataset.widget).filter(id => ['forget', 'change', 'again', 'back'].includes(id)).sort().join()"
    kit.page.wait(f"{here} === 'change,forget'")
    arrows = "all('[data-widget=lock] .touchd-arrow').length"
    kit.kiosk.finger("tap", middle(kit, "change"))
    kit.prompt("Draw a new pattern")
    kit.page.wait(f"{here} === 'again,back'")
    dots = kit.page.value(DOTS)
    kit.kiosk.along([tuple(dots[dot]) for dot in (1, 4, 3, 7, 8)])
    kit.page.wait(f"{arrows} === 4")
    kit.page.keep("change")
    kit.kiosk.finger("up", 0)
    kit.prompt("Draw it once more")
    kit.kiosk.finger("tap", middle(kit, "again"))
    kit.prompt("Draw a new pattern")
    kit.kiosk.finger("tap", middle(kit, "back"))
    kit.prompt("Draw your pattern")
    kit.page.wait(f"{here} === 'change,forget'")
    kit.outcome("unlock", "passed", lambda: kit.draw(RIGHT))
    kit.prompt("Draw your pattern")
    assert kit.page.value(f"{arrows}") == 0, "nobody is shown the direction of a drawing that unlocks"


@check("while another page covers it, a countdown is silent and what it is about looks covered; then it goes on, with the time that is left")
def silent_countdown(kit):
    before = kit.kiosk.configuration
    kit.restart(before + "[unlock]\nschedule=1:60s,60s\n")
    page, newer, line = kit.browser.page(f"{kit.kiosk.origin}/", 1280, 800), None, "one('#lock >>> [part=prompt]')"
    left, seen = f"+({line}.textContent.match(/wait ([0-9]+) s/) ?? [0, 0])[1]", f"getComputedStyle({line}).visibility"
    try:
        page.wait(OPENED)
        kit.draw(WRONG, page)
        first = page.wait(left)
        assert page.value(seen) == "visible"
        newer = kit.open()
        lock = "one('[data-widget=lock]')"
        page.wait(f"{seen} === 'hidden' && {lock}.dataset.mood === 'away' && +getComputedStyle({lock}).opacity < .5")
        # A quarter of a second is a countdown's step: nothing is written or said in five of them.
        changes = page.value("""new Promise(done => {
            const found = [], watch = new MutationObserver(changes => found.push(...changes.map(({ target }) => target.textContent)));
            for (const line of all('[part=prompt], .touchd-live')) watch.observe(line, { childList: true, characterData: true, subtree: true });
            setTimeout(() => { watch.disconnect(); done(found); }, 1250);
        })""")
        assert not any(changes), changes
        newer.close()
        newer = None
        shown = page.wait(f"{seen} === 'visible' && {left}")
        assert 0 < shown < first, (shown, first)
        page.wait(f"{left} < {shown}")
    finally:
        for opened in filter(None, (newer, page)):
            opened.close()
        kit.kiosk.call("io.touchd.unlock.ClearWait", user="visitor")
        kit.restart(before)


@check("a grid that moves for each drawing is drawn at its position, with numbers, and unlocks there")
def placed(kit):
    centers = f"JSON.stringify({DOTS})"
    numbers = "[...all('[data-widget=lock] text')].map(text => text.textContent).join('')"
    before = kit.kiosk.configuration
    try:
        kit.kiosk.configure(before + "[unlock]\nvary-grid=moved,scaled,mirrored\n")
        show(kit, "live")
        show(kit, "lock")
        kit.prompt("Draw your pattern")
        kit.page.wait(f"{numbers} === '123456789'")
        seen = []
        for _ in range(3):
            # The page pauses after an unlock before it asks for the next drawing.
            kit.prompt("Draw your pattern")
            places = kit.page.value(centers)
            assert places not in seen, "the grid has not moved"
            seen.append(places)
            kit.page.keep(f"placed-{len(seen)}")
            dots = json.loads(places)
            path = [dots[int(number) - 1] for number in RIGHT.split("-")]
            kit.kiosk.along(path)
            kit.outcome("unlock", "passed", lambda: kit.kiosk.finger("up", 0))
            kit.page.wait(f"{centers} !== {places!r}")
    finally:
        kit.kiosk.configure(before)
        show(kit, "live")
        show(kit, "lock")
        kit.prompt("Draw your pattern")


@check("touchctl align: the page draws the marks; calibrate: so too, above all else, and a touch of the last one confirms the calibration")
def calibrates(kit):
    def touched(command, outcome, more, reported):
        """Touches the marks that a command shows; returns their places once the page has said the outcome and is back to normal."""
        program, places = subprocess.Popen([f"{kit.kiosk.programs}/touchctl", "--socket", kit.kiosk.socket, command], stdin=subprocess.DEVNULL,
                                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True), []
        try:
            for words in (*(f"({number}/5)" for number in range(1, 6)), *more):
                kit.page.wait(f"one('.touchd-calibration p')?.textContent.includes({words!r})")
                x, y = kit.page.center("one('.touchd-calibration circle')")
                assert kit.page.value(f"!!document.elementFromPoint({x}, {y}).closest('.touchd-calibration')"), f"something covers the mark of {words!r}"
                kit.kiosk.finger("tap", reported(x, y), "hold", 20)
                places.append((x, y))
            kit.page.wait(f"one('.touchd-calibration p')?.textContent.includes({outcome!r})")
            # What the mark has covered answers again.
            kit.page.wait("!one('.touchd-calibration') && !all('*').some(part => part.shown?.widget?.disabled)")
            assert program.wait(PATIENCE) == 0
        finally:
            program.terminate()
            program.communicate()
        return places
    # Off by up to 60 px, stretched and sheared.
    skewed = lambda x, y: f"{.92 * x + .03 * y + 40},{.94 * y - .01 * x + 30}"
    show(kit, "live")
    kit.page.wait("!one('#devices .places').textContent.includes('secret')")
    touched("align", "Measured", (), lambda x, y: f"{x},{y}")
    try:
        places = touched("calibrate", "Kept", ("Once more", "to keep"), skewed)
        assert {*places[:5]} == {(128, 80), (1152, 80), (640, 400), (128, 720), (1152, 720)}, places
        assert len(kit.kiosk.call("io.touchd.calibration.List")["calibrations"]) == 1
        kit.kiosk.finger("down", 0, skewed(300, 200))
        kit.page.wait("/(299|300|301) · (199|200|201) px/.test(one('#devices .places').textContent)")
        kit.kiosk.finger("up", 0)
    finally:
        kit.kiosk.call("io.touchd.calibration.Reset")
    show(kit, "lock")


@check("a frozen or busy page keeps its connection")
def busy(kit):
    page = kit.browser.page(f"{kit.kiosk.origin}/demo.css", 400, 300)
    page.wait("document.readyState === 'complete' && location.protocol === 'http:'")
    # The bridge disconnects whoever misses three pings; this is somebody else who gets them.
    beats = PageSocket(kit.kiosk.port)
    def keeps(hinder, free):
        page.value("""new Promise(done => { globalThis.line = new WebSocket(`ws://${location.host}/touchd`, ['touchd']);
            line.onmessage = done; })""")
        hinder()
        before = beats.pings
        until(lambda: beats.pings > before + 4, "five pings")
        free()
        return page.value("new Promise(done => setTimeout(done, 100)).then(() => line.readyState)") == 1
    def state(name):
        return lambda: page.call("Page.setWebLifecycleState", {"state": name})
    spin = lambda: page.value("setTimeout(() => { const end = performance.now() + 5000; while (performance.now() < end); })")
    for hinder, free in ((state("frozen"), state("active")), (spin, lambda: None)):
        # A machine that stalls the browser for three seconds may end the connection, but not three times.
        assert any(keeps(hinder, free) for _ in range(3))
    beats.close()
    page.close()


@check("a lock covered by another front end comes to the top when an unlock is requested")
def covered(kit):
    if os.geteuid() != 0:
        return      # page and other front end would be the same user
    program = """import { Touchd } from './touchd.js';
        const touchd = new Touchd(), asked = new Promise(done => { globalThis.go = done; });
        globalThis.seen = [];
        touchd.present({
          view: document.querySelector('#view'),
          widgets: [{ id: 'lock', kind: 'pattern', unit: 'fractions', x: .25, y: .1, width: .5, height: .8 }],
          failed: error => seen.push(error.name),
          async run({ scene, signal }) {
            seen.push('shown');
            await asked;
            const call = { user: 'visitor', scene, widget: 'lock' };
            for await (const { outcome } of touchd.stream('io.touchd.unlock.Verify', call, { signal })) if (outcome) seen.push(outcome);
          },
        });"""
    kit.kiosk.page("cover", '<main><div id="view"></div></main>', program)
    kit.page.go("about:blank")      # its lock would block other users
    until(lambda: kit.kiosk.call("io.touchd.manage.Status")["screen"]["scenes"] == 0, "the scene of a page that was left ends")
    page = kit.browser.page(f"{kit.kiosk.origin}/cover.html", 1280, 800)
    page.wait("globalThis.seen?.includes('shown')")
    def above():
        try:
            return kit.kiosk.cover()
        except TouchdError:
            return None
    other = until(above, "another front end covers a lock without a pending unlock")
    page.value("go()")
    page.wait("seen.includes('io.touchd.unlock.Busy') && seen.at(-1) === 'shown'")
    kit.draw(RIGHT, page)
    page.wait("seen.at(-1) === 'passed'")
    other.close()
    page.close()
    kit.page.go(f"{kit.kiosk.origin}/#captcha=given")
    kit.prompt("Draw your pattern")


@check("calls wait for the daemon; calls sent to a lost daemon fail at once")
def lost_calls(kit):
    heard = kit.page.value("""(async () => {
        const real = WebSocket, sent = [];
        let socket;
        globalThis.WebSocket = class {
          static CLOSING = 2;
          readyState = 1;
          constructor() { socket = this; }
          send(text) { sent.push(text); }
          close() {}
        };
        const { Touchd } = await import('./touchd.js'), touchd = new Touchd('ws://nowhere'), heard = [];
        const say = message => socket.onmessage({ data: JSON.stringify(message) });
        const call = name => touchd.call(name).then(reply => heard.push([name, reply.n]), error => heard.push([name, error.name]));
        const first = call('a.b.One');
        heard.push(sent.length);
        say({ touchd: 'connected' });
        say({ parameters: { n: 1 } });
        await first;
        const second = call('a.b.Two');
        say({ touchd: 'lost' });
        await second;
        await call('a.b.Three');
        say({ touchd: 'connected' });
        const last = call('a.b.Four');
        say({ parameters: { n: 4 } });
        await last;
        globalThis.WebSocket = real;
        return [heard, sent.map(text => JSON.parse(text)).map(({ method, touchd }) => method ?? touchd)]; })()""")
    assert heard == [[0, ["a.b.One", 1], ["a.b.Two", "disconnected"], ["a.b.Three", "disconnected"], ["a.b.Four", 4]],
                     ["a.b.One", "a.b.Two", "lost", "a.b.Four"]], heard


@check("the code in the guide makes a page that unlocks")
def guide(kit):
    pieces = re.findall(r"^```(\w+)\n(.*?)^```", read(f"{ROOT}/docs/front-ends.md"), re.M | re.S)
    code = {kind: "\n".join(text for name, text in pieces if name == kind) for kind in ("html", "css", "js")}
    assert code["js"].count("await") > 2, "the guide contains no program"
    for name, kind in (("guide.html", "html"), ("page.css", "css"), ("page.js", "js")):
        write(f"{kit.kiosk.folder}/page/{name}", code[kind])
    page = kit.browser.page(f"{kit.kiosk.origin}/guide.html", 1280, 800)
    says, wrong = (f"one('#{line}').textContent" for line in ("prompt", "wrong"))
    page.wait(f"{says} === 'Draw your pattern' && one('[data-widget=help]')")
    with page.sees(f"{wrong} === 'Wrong pattern'"):
        kit.draw("9-6-5-4", page)
    page.wait(f"{wrong} === ''")
    kit.draw(RIGHT, page)
    page.wait(f"{says} === 'Come in'")
    page.wait("all('[data-widget=puzzle] image').length === 2")
    picture = "one('[data-widget=puzzle] image').getAttribute('href')"
    before = page.value(picture)
    miss(kit.kiosk, page, "[data-widget=puzzle]")
    page.wait(f"{picture} !== {json.dumps(before)}")
    # What the program prints.
    found = [line for line in page.complaints() if not line.startswith("touchd ")]
    assert not found, found
    page.close()


def fits(page):
    """Everything shown lies within the view, and no text is cut off."""
    bad = page.value("""(() => {
        const bad = [], inside = box => box.left >= -1 && box.right <= innerWidth + 1 && box.top >= -1 && box.bottom <= innerHeight + 1;
        const cards = all('.tab:not([hidden]) .card');
        for (const part of [...cards, ...all('.touchd-widget > :not([clip-path], clipPath), touchd-screen > header > *')])
          if (!inside(part.getBoundingClientRect())) bad.push(`${part.id || part.closest('[data-widget]')?.dataset.widget || part.tagName} is outside`);
        for (const text of all('.tab:not([hidden]) h2, [part=prompt], [part=taps], .rows > div, touchd-screen > header > *'))
          if (text.scrollWidth > text.clientWidth + 1) bad.push(`${text.textContent} is cut`);
        for (const [index, one] of cards.entries()) for (const other of cards.slice(index + 1)) {
          const a = one.getBoundingClientRect(), b = other.getBoundingClientRect();
          if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) bad.push(`${one.id} covers ${other.id}`);
        }
        if (cards.length < 2) bad.push('no cards');
        return bad; })()""")
    assert not bad, bad


def touchable(page):
    """Touch targets have at least 44 pixels, including the hit margin of a captcha's bar."""
    small = page.value("""[...all('.touchd-button .touchd-face, .touchd-row .touchd-face, .touchd-key .touchd-face, .touchd-thumb')]
        .filter(part => !part.closest('.touchd-captcha'))
        .map(part => [part.closest('[data-widget]').dataset.widget, part.getBBox()])
        .filter(([, box]) => Math.min(box.width, box.height) < 43.5).map(([widget, box]) => `${widget}: ${box.width} × ${box.height}`)""")
    assert not small, small


# Positions of cards and widgets in view pixels: nothing that depends on installed fonts.
PLACES = """Object.fromEntries([...[...all('.tab:not([hidden]) .card')].map(card => [card.id, card.getBoundingClientRect()]),
    ...[...all('[data-widget]')].map(group => [group.dataset.widget, group.previousElementSibling.getBBox()])]
    .map(([name, box]) => [name, [box.x, box.y, box.width, box.height].map(Math.round).join(' ')]))"""


def mirrored(width, left, right):
    """From right to left, everything lies as in a mirror, up to a pixel, but for buttons that are as wide as their labels."""
    assert left.keys() == right.keys(), (left, right)
    for name in left.keys() - {"change", "forget"}:
        (x, y, across, down), (other, *others) = (map(int, places[name].split()) for places in (left, right))
        assert abs(width - x - across - other) <= 1 and others == [y, across, down], (name, width, left[name], right[name])


@check("every tab fits 1280x800, 1920x1080 and portrait sizes, in Arabic, and with more contrast and reduced motion")
def sizes(kit):
    found, page = {}, kit.open()
    def turn(options):
        page.go("about:blank")      # from the page itself, another part after # loads nothing
        page.go(f"{kit.kiosk.origin}/#captcha=given{options}")
        page.wait(OPENED)
    try:
        for width, height in ((1920, 1080), (800, 1280), (480, 800), (1280, 800)):
            kit.kiosk.call("io.touchd.manage.SetView", width=width, height=height)
            page.place(width, height)
            for tab in ("lock", "controls", "live"):
                places = []
                for language in ("en", "ar"):
                    turn(f"&tab={tab}&user=visitor&language={language}")
                    page.wait(f"one('touchd-screen').presentation?.view?.width === {width} && {DRAWN}")
                    page.rests()
                    fits(page)
                    touchable(page)
                    places.append(page.value(PLACES))
                    page.keep(f"{tab}-{language}-{width}x{height}")
                mirrored(width, *places)
                found[f"{tab} {width}x{height}"] = places[0]
        # ACCEPT=1 BROWSER_CHECK=sizes browser.py writes the file; inspect screenshots first.
        recorded(f"{ROOT}/Tests/Fixtures/demo.json", found, os.environ.get("ACCEPT"), indent=1)
        turn("&language=he")
        assert page.value("[document.documentElement.dir, one('#unlock h2').textContent]") == ["ltr", "Unlock: visitor"]
        turn("&language=ar&tab=controls")
        fits(page)
        name, state = page.value("['h1', '#state'].map(part => one(`header ${part}`).getBoundingClientRect().x)")
        assert name > state, "the header is not mirrored"
        page.keep("arabic-controls")
        turn("&language=ar")
        fits(page)
        assert page.value("document.documentElement.dir") == "rtl"
        page.keep("arabic")
        for name, value, wish in (("prefers-reduced-motion", "reduce", "getComputedStyle(one('.touchd-dot-core')).transitionDuration === '0s'"),
                                  ("prefers-contrast", "more", "getComputedStyle(one('#unlock')).backgroundColor === 'rgb(0, 0, 0)'"),
                                  ("forced-colors", "active", "getComputedStyle(one('touchd-screen')).backgroundImage === 'none'")):
            page.call("Emulation.setEmulatedMedia", {"features": []})
            page.wait(f"!({wish})")
            page.call("Emulation.setEmulatedMedia", {"features": [{"name": name, "value": value}]})
            page.wait(wish)
            page.keep(name)
        page.close()
    finally:
        kit.kiosk.call("io.touchd.manage.SetView", width=1280, height=800)


@check("the page reported no other errors")
def quiet(kit):
    # Expected: the browser reports closed connections while the daemon is away, and the kit a view that differs from the window.
    known = ("disconnected", "touchd: touches have", "WebSocket connection to", "is touchd running?", "the page does not lie over the panel")
    found = [line for line in kit.page.complaints() if not any(part in line for part in known)]
    assert not found, found


if __name__ == "__main__":
    sys.exit(browse(check, Kit, lambda kiosk: kiosk.enroll("visitor", RIGHT)))
