"""Makes the README's screenshots: pictures.py FOLDER-OF-PROGRAMS FOLDER

kiosk.png, gallery.png, elements.png, elements-light.png, terminal.png and demo.gif, all of running programs; toolkits.py makes gtk.png."""
import html, os, re, subprocess, sys, tempfile, time

from PIL import Image

import puzzles
from chromium import MIDDLE, PLACE, Chromium
from kiosk import Kiosk, until
from looks import media

PATTERN = "1-4-8-5-9"
HALF = "4-5-6-8"
TONES = ["#7d9bff", "#37d39b", "#4fe0ad", "#ff6b6b", "#e8edf7", "#8896b0", "#253b60", "#1e4a4e"]


class Film:
    """Timed screenshots as a GIF with few colors that stores only changes."""

    def __init__(self, page, width):
        self.page, self.width, self.frames, self.times = page, width, [], []

    def shot(self, milliseconds):
        self.frames.append(shot(self.page, self.width))
        self.times.append(milliseconds)

    def write(self, path):
        # The colors of success and failure are rare, but must stay in the palette, as those of the puzzle, which only the first page has.
        height = self.frames[0].height
        sample = Image.new("RGB", (self.width, 3 * height), TONES[0])
        sample.paste(self.frames[0])
        sample.paste(self.frames[-1], (0, height))
        for index, color in enumerate(TONES):
            sample.paste(color, (index * 60, 2 * height, index * 60 + 60, 3 * height))
        colors = sample.quantize(128, method=Image.Quantize.MEDIANCUT)
        frames = [frame.quantize(palette=colors, dither=Image.Dither.NONE) for frame in self.frames]
        frames[0].save(path, save_all=True, append_images=frames[1:], duration=self.times, loop=0, optimize=False)


def shot(page, width):
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        page.picture(file.name)
        with Image.open(file.name) as image:
            return image.convert("RGB").resize((width, width * image.height // image.width), Image.Resampling.LANCZOS)


def dots(page, pattern):
    places = page.value(f"all('[data-widget=lock] .touchd-dot-core').map({MIDDLE})")
    return [places[int(number) - 1] for number in pattern.split("-")]


def controls(kiosk, page, film):
    """The page's second tab: a step slider moves, an object is thrown, and a row is lifted to another place."""
    def spot(widget, part="*", across=0.5, down=0.5):
        x, y, width, height = page.value(f"{PLACE}(one('[data-widget={widget}] {part}'))")
        return x + across * width, y + down * height
    line = lambda *places: ["{},{}".format(*place) for place in places]
    step = lambda: film.shot(80)
    kiosk.finger("tap", *line(spot("tab-controls")))
    page.wait("document.documentElement.dataset.tab === 'controls' && one('[data-widget=drinks] .touchd-row')")
    # As far as by default, but so slow that no picture of the flight is late.
    page.value("one('#puck').settings = { durationUSec: 10000000, damping: 50 }")
    time.sleep(0.5)
    film.shot(600)
    kiosk.along([spot("size", ".touchd-thumb"), spot("size", ".touchd-track", 0.8)], 8, step)
    kiosk.finger("up", 0)
    page.rests()
    film.shot(600)
    start, end = spot("puck", ".touchd-area", 0.2, 0.7), spot("puck", ".touchd-area", 0.4, 0.55)
    kiosk.along([spot("puck", ".touchd-area"), start], 5, step)
    kiosk.finger("up", 0)
    kiosk.finger("line", *line(start, end), "speed", 1200)
    flight = "all('[data-widget=puck] *').flatMap(part => part.getAnimations()).filter(one => !(one instanceof CSSTransition))"
    page.wait(f"{flight}.length")
    for tenth in range(10):
        page.value(f"{flight}.forEach(one => {{ one.pause(); one.currentTime = {tenth} * 800; }})")
        step()
    film.shot(600)
    rows = page.value("""[...all('[data-widget=drinks] .touchd-row')].map(row => row.getBoundingClientRect())
        .map(box => [box.x + box.width / 2, box.y + box.height / 2]).sort((one, other) => one[1] - other[1])""")
    (x, top), (_, end) = rows[0], rows[2]
    kiosk.finger("down", 0, *line((x, top)))
    page.wait("one('.touchd-lifted')")
    page.rests()
    film.shot(400)
    for part in range(1, 9):
        kiosk.finger("move", 0, *line((x, top + (end - top) * part / 8)))
        step()
    kiosk.finger("up", 0)
    page.wait("!one('.touchd-lifted')")
    page.rests()
    film.shot(1500)


def page_pictures(kiosk, browser, folder):
    page = browser.page(f"{kiosk.origin}/#captcha=given", 1280, 800)
    asks = lambda words: page.wait(f"one('#lock >>> [part=prompt]').textContent.includes({words!r})")
    for words in ("Draw a new pattern", "once more"):
        asks(words)
        time.sleep(0.6)
        kiosk.along(dots(page, PATTERN), 4)
        kiosk.finger("up", 0)
    asks("Draw your pattern")
    film = Film(page, 640)
    film.shot(900)
    kiosk.along(dots(page, HALF), 4, lambda: film.shot(90))
    time.sleep(0.4)
    shot(page, 800).save(f"{folder}/kiosk.png", optimize=True)
    kiosk.finger("up", 0)
    page.wait("one('[data-widget=lock]').dataset.mood === 'wrong'")
    time.sleep(0.3)     # until the colors have changed
    film.shot(900)
    asks("Draw your pattern")
    time.sleep(0.5)     # the wrong drawing fades
    film.shot(300)
    kiosk.along(dots(page, PATTERN), 3, lambda: film.shot(90))
    kiosk.finger("up", 0)
    page.wait("one('[data-widget=lock]').dataset.mood === 'right'")
    time.sleep(0.3)
    film.shot(1200)
    asks("Draw your pattern")
    film.shot(300)
    x, y, width, height, piece, value = page.value("""(() => {
        const bar = one('[data-widget=captcha] .touchd-track'), gap = +document.documentElement.dataset.gap;
        const piece = +one('[data-widget=captcha] .touchd-piece image').getAttribute('width');
        return [...%s(bar), piece, gap]; })()""" % PLACE)
    start = (x + piece / 2, y + height / 2)
    kiosk.along([start, (start[0] + value * (width - piece), start[1])], 14, lambda: film.shot(80))
    time.sleep(0.3)
    kiosk.finger("up", 0)
    page.wait("one('#captcha >>> [part=prompt]').textContent.includes('Solved')")
    film.shot(1500)
    controls(kiosk, page, film)
    film.write(f"{folder}/demo.gif")
    page.close()
    until(lambda: kiosk.call("io.touchd.manage.Status")["screen"]["scenes"] == 0, "the page leaves the screen")


def gallery_picture(kiosk, browser, folder):
    page = browser.page(f"{kiosk.origin}/gallery/index.html#kinds=pin,gesture,slider,confined_drag,reorder_list", 1280, 800)
    page.wait("document.documentElement?.dataset.ready === ''")
    time.sleep(0.5)
    page.picture(f"{folder}/gallery.png", is_whole=True)
    with Image.open(f"{folder}/gallery.png") as image:
        image.convert("RGB").resize((800, 800 * image.height // image.width), Image.Resampling.LANCZOS).quantize(255, method=Image.Quantize.MAXCOVERAGE).save(f"{folder}/gallery.png", optimize=True)
    page.close()


def elements_pictures(kiosk, browser, folder):
    """A page of elements, which is as dark or light as the user prefers, with a pattern half drawn."""
    page = browser.page("about:blank", 1280, 800)
    for name, scheme in (("elements", "dark"), ("elements-light", "light")):
        media(page, [("prefers-color-scheme", scheme)])
        page.go(f"{kiosk.origin}/gallery/try.html")
        page.wait("one('touchd-screen').presentation?.scene && all('.touchd-dot-core').length === 9 && one('#captcha >>> .touchd-piece') && one('#pay >>> .touchd-face')")
        page.value("document.querySelector('.touchd-pretended').hidden = true")
        time.sleep(2)       # until the piece has drawn the eye
        page.rests()
        places = page.value("all('.touchd-dot-core').map(dot => (box => [box.x + box.width / 2, box.y + box.height / 2])(dot.getBoundingClientRect()))")
        for kind, dot in (("mousePressed", 0), ("mouseMoved", 0), ("mouseMoved", 3), ("mouseMoved", 7), ("mouseMoved", 4)):
            page.mouse(kind, *places[dot])
        page.wait("all('.touchd-on .touchd-dot-core').length === 4")
        page.rests()
        shot(page, 800).quantize(255, method=Image.Quantize.MAXCOVERAGE).save(f"{folder}/{name}.png", optimize=True)
        page.mouse("mouseReleased", *places[4])
    page.close()


def colored(screen):
    """A terminal's contents with color escapes, as HTML."""
    parts, ink, ground = [], "#8896b0", "#0d1428"
    for text, codes in re.findall(r"([^\x1b]+)|\x1b\[([0-9;]*)m", screen):
        if text:
            parts.append(f'<span style="color:{ink};background:{ground}">{html.escape(text)}</span>')
        for kind, red, green, blue in re.findall(r"([34])8;2;(\d+);(\d+);(\d+)", codes):
            color = f"rgb({red},{green},{blue})"
            ink, ground = (color, ground) if kind == "3" else (ink, color)
    return "".join(parts)


def terminal_picture(kiosk, browser, folder):
    """touchctl demo in tmux, its screen drawn by the browser."""
    tmux = lambda *words: subprocess.run(["tmux", "-L", f"touchd-{os.getpid()}", "-f", "/dev/null", *words], capture_output=True, text=True, check=True).stdout
    tmux("new-session", "-d", "-s", "demo", "-x", "100", "-y", "31", f"COLORTERM=truecolor LANG=C.UTF-8 {kiosk.programs}/touchctl --socket {kiosk.socket} demo visitor")
    try:
        until(lambda: "Draw your pattern" in tmux("capture-pane", "-p", "-t", "demo"), "the demonstration in the terminal")
        centers = lambda number: (64 + 640 * (2 * ((number - 1) % 3) + 1) / 6, 80 + 600 * (2 * ((number - 1) // 3) + 1) / 6)
        kiosk.along([centers(int(number)) for number in HALF.split("-")], 4)
        until(lambda: "Drawing" in tmux("capture-pane", "-p", "-t", "demo"), "the line in the terminal")
        time.sleep(0.5)
        screen = tmux("capture-pane", "-e", "-p", "-t", "demo")
        kiosk.finger("up", 0)
    finally:
        tmux("kill-server")
    page = browser.page("about:blank", 1000, 640)
    body = f'<body style="margin:0;padding:8px;background:#0d1428"><pre style="margin:0;font:16px/19px DejaVu Sans Mono,monospace">{colored(screen)}</pre>'
    page.value(f"document.documentElement.innerHTML = {body!r}")
    time.sleep(0.3)
    shot(page, 640).quantize(64).save(f"{folder}/terminal.png", optimize=True)
    page.close()


def main():
    programs, folder = sys.argv[1:]
    puzzles.main(os.environ.get("TOUCHPUZZLES", f"{programs}/../release/touchpuzzles"))
    kiosk, browser = Kiosk(programs), Chromium()
    try:
        page_pictures(kiosk, browser, folder)
        gallery_picture(kiosk, browser, folder)
        elements_pictures(kiosk, browser, folder)
        terminal_picture(kiosk, browser, folder)
    finally:
        browser.close()
        kiosk.close()
    for name in ("kiosk.png", "gallery.png", "elements.png", "elements-light.png", "terminal.png", "demo.gif"):
        print(f"{os.path.getsize(f'{folder}/{name}'):6d} bytes  {folder}/{name}")


main()
