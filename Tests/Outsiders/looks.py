"""Measures of the gallery and the demonstration: contrast, and the fit of text at 200 %."""

# The background of a part: the first opaque fill below it.
CONTRAST = """(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { transition: none !important; } svg, svg * { pointer-events: visiblePainted !important; }');
  for (const root of [document, ...all('*').map(part => part.shadowRoot).filter(Boolean)]) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  // What is at a point, the topmost first, with the parts of shadow trees before their host.
  const at = (x, y, root = document) => root.elementsFromPoint(x, y).filter(part => part.getRootNode() === root)
    .flatMap(part => part.shadowRoot ? [...at(x, y, part.shadowRoot), part] : [part]);
  const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const channels = color => {
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = color;
    paint.fillRect(0, 0, 1, 1);
    return [...paint.getImageData(0, 0, 1, 1).data];
  };
  const light = ([red, green, blue]) => [red, green, blue].map(value => value / 255)
    .map(value => value <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4).reduce((sum, value, index) => sum + value * [.2126, .7152, .0722][index], 0);
  // What lies below may be a gradient: the color of it that is read worst counts.
  const ratio = (one, others) => Math.min(...others.map(other => {
    const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
    return (high + .05) / (low + .05);
  }));
  const over = (red, green, blue, cover) => under => [red, green, blue].map((value, index) => value * cover + under[index] * (1 - cover));
  const below = (part, x, y) => {
    const layers = [], isBelow = other => other === part ? !part.ownerSVGElement : other.getRootNode() !== part.getRootNode() || other.compareDocumentPosition(part) & 4;
    for (const other of at(x, y).filter(isBelow)) {
      if (other.ownerSVGElement && part.contains(other) || ['text', 'image'].includes(other.tagName)) continue;
      const style = getComputedStyle(other), color = other.ownerSVGElement ? style.fill : style.backgroundColor;
      const stops = other.ownerSVGElement ? [] : style.backgroundImage.match(/rgba?\([^)]*\)/g) ?? [];
      for (const stop of stops) layers.unshift({ stop: channels(stop) });
      if (color === 'none') continue;
      const [red, green, blue, alpha] = channels(color), cover = alpha / 255 * style.opacity * (other.ownerSVGElement ? style.fillOpacity : 1);
      if (cover > 0) layers.unshift({ color: [red, green, blue, cover] });
      if (cover === 1) break;
    }
    return layers.reduce((unders, { color, stop }) => color ? unders.map(over(...color))
      : [...unders, ...unders.map(over(...stop.slice(0, 3), stop[3] / 255))], [channels(getComputedStyle(document.body).backgroundColor).slice(0, 3)]);
  };
  // A row that a lifted one lies over is not looked at.
  const isHidden = (part, x, y) => at(x, y).some(other => other.closest('.touchd-lifted') && !other.closest('.touchd-lifted').contains(part));
  // A quiet button is its text.
  const shown = part => !part.matches('.touchd-quiet .touchd-face') && part.checkVisibility({ visibilityProperty: true }) && !part.closest('[hidden], .touchd-disabled, [data-mood=away]');
  const name = part => `${part.closest('[data-widget]')?.dataset.widget ?? 'page'} ${part.getAttribute('class') ?? part.tagName}`;
  // Null for what cannot be seen, otherwise the sentence about too little contrast, or none.
  const text = part => {
    if (!shown(part) || !part.textContent.trim()) return null;
    part.scrollIntoView({ block: 'center' });
    const box = part.getBoundingClientRect(), style = getComputedStyle(part);
    // Outside its clip it is not there.
    if (!at(box.x + box.width / 2, box.y + box.height / 2).includes(part)) return null;
    const color = channels(part.ownerSVGElement ? style.fill : style.color);
    const found = ratio(color, below(part, box.x + box.width / 2, box.y + box.height / 2));
    return found < 4.5 ? `text ${name(part)} "${part.textContent}": ${found.toFixed(2)}` : '';
  };
  const shape = part => {
    if (!shown(part) || !part.getTotalLength?.()) return null;
    part.scrollIntoView({ block: 'center' });
    const style = getComputedStyle(part), start = part.getPointAtLength(0).matrixTransform(part.getScreenCTM());
    if (isHidden(part, start.x, start.y)) return null;
    // Outside its clip it is not there either.
    const clip = part.closest('[clip-path]') && part.closest('[data-widget]').querySelector('.touchd-area')?.getBoundingClientRect();
    if (clip && (start.y < clip.top || start.y > clip.bottom)) return null;
    const beneath = below(part, start.x, start.y), box = part.getBoundingClientRect();
    const around = part.matches('.touchd-fill, .touchd-knob, .touchd-handle, .touchd-tick, .touchd-line, .touchd-arrow, .touchd-more path, .touchd-dot-core, .touchd-mark, .touchd-thumb') ? beneath
      : below(part, box.x - 1, box.y + box.height / 2);
    const colors = [style.fill !== 'none' && style.fill, style.stroke !== 'none' && parseFloat(style.strokeWidth) > 0 && style.stroke].filter(Boolean);
    const found = Math.max(...colors.map(color => Math.min(ratio(channels(color), beneath), ratio(channels(color), around))));
    return found < 3 ? `part ${name(part)}: ${found.toFixed(2)}` : '';
  };
  const look = (measure, parts) => all(parts).map(measure);
  return [
    ...look(text, '.touchd-widget text, h1, h2, figcaption, .pill, [part=prompt], [part=taps], output, .rows b, .rows span, .rows i, .places'),
    ...look(shape, '.touchd-face, .touchd-switch, .touchd-knob, .touchd-handle, .touchd-tick, .touchd-track, .touchd-area, .touchd-thumb, .touchd-dot-core, .touchd-mark, .touchd-fill, .touchd-line, .touchd-arrow, .touchd-cut, .touchd-more path'),
  ].filter(sentence => sentence !== null); })()"""


def contrasts(page):
    """How many texts and parts of a page can be seen, and sentences about those with too little contrast."""
    found = page.value(CONTRAST)
    return {"count": len(found), "bad": [sentence for sentence in found if sentence]}


THEMES = {
    "dark": ("", ()), "light": ("theme=light", ()), "more contrast": ("", [("prefers-contrast", "more")]),
    "forced colors": ("", [("forced-colors", "active")]),
}


def media(page, wishes):
    """Emulates user preferences of the browser."""
    page.call("Emulation.setEmulatedMedia", {"features": [{"name": name, "value": value} for name, value in wishes]})


# Texts that exceed their part, and pages that exceed the window.
TEXT = """(() => {
      const bad = [];
      for (const text of all('.touchd-widget text')) {
        if (!text.textContent) continue;
        const widget = text.closest('.touchd-widget'), view = text.ownerSVGElement.getBoundingClientRect(), box = text.getBoundingClientRect();
        const faces = [...(text.parentNode.matches('.touchd-row, .touchd-key, .touchd-button') ? text.parentNode : widget).querySelectorAll('.touchd-face, .touchd-track')];
        const frame = text.matches('.touchd-end, .touchd-value') || text.parentNode.matches('.touchd-row') || !faces.length ? view : faces[0].getBoundingClientRect();
        if (box.left < frame.left - 1 || box.right > frame.right + 1) bad.push(`${widget.dataset.widget}: ${text.textContent}`);
      }
      if (document.documentElement.scrollWidth > innerWidth) bad.push('the page is wider than the window');
      return bad; })()"""
