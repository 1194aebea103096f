import { shade, sheetOf, style } from '../style.js';
import { set } from '../svg.js';
import { member as camel } from '../widgets.js';
import { FormElement, floating } from './form.js';
import { strays } from './scene.js';
import { around } from './screen.js';

/** Parts of width and height: within an ellipse too. */
const spots = [[.5, .5], [.16, .16], [.84, .16], [.16, .84], [.84, .84]];
/** Attributes of HTML: properties of any element, and those that have none. All but these, those of frameworks and of the kit are settings. */
const global = new Set();
for (const name in globalThis.HTMLElement?.prototype) global.add(name.toLowerCase());
const foreign = /^(class|exportparts|form|is|item(id|prop|ref|scope|type)|(data|aria|v)-.*|_.*|.*[:@].*|label|selected|z|hit-margin|request|user|profile|decline|keyboard|name|type|required|disabled|readonly)$/;
const isSetting = name => !global.has(name) && !foreign.test(name);

/** The value of an attribute: a number as HTML writes it, true, a list in JSON, or a word. */
function parsed(text) {
  if (text === '') return true;
  try { return floating(text) ?? (isNaN(text) ? JSON.parse(text) : text); } catch { return text; }
}

const rules = `
:host { display: flex; flex-direction: column; gap: .3em; min-width: 44px; min-height: 44px; user-select: none; touch-action: none; }
:host(:is([hidden], [popover]:not(:popover-open))) { display: none !important; }
[part=area] { flex: 1; height: 100%; position: relative; min-height: 0; }
svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; }
.touchd-shield { pointer-events: inherit; }
p { margin: 0; text-align: center; height: 1.4em; text-wrap: balance; font: 500 1.05em/1.4 system-ui, sans-serif; }
p:empty, p[data-silent] { visibility: hidden; }
[part=prompt][data-tone=wrong] { color: var(--wrong); } [part=prompt][data-tone=right] { color: var(--right); }
`;
let sheet;

let made = 0;

/** Where a drawing is: in the window, and in a frame also in those around it, once that is loaded. */
let places = globalThis.frameElement ? null : place => [place];
if (!places) import('./frames.js').then(frames => { ({ places } = frames); });

/** Where an element's drawing is. */
function placesOf(widget) {
  const { left, top, width, height } = widget.area.getBoundingClientRect();
  return [...places({ view: window, left, top, width, height, root: widget.getRootNode(), part: widget })];
}

/** Whether a touch of the browser's own would reach an element, in its middle and near its corners, or another one in front of it. */
function isReachable(widget) {
  return placesOf(widget).every(({ left, top, width, height, root, part }) => {
    const found = spots.map(([x, y]) => root.elementFromPoint(left + x * width, top + y * height));
    return found.includes(part) && found.every(other => other === part || other instanceof TouchdWidget);
  });
}

/** A widget as an element. Its attributes are the settings of its kind, in words with hyphens: `min-dots="5"`. */
export class TouchdWidget extends FormElement {
  /** Attributes of its look; all others are settings of its kind, or the kit's. */
  static looks = [];
  // One member, because older browsers get a map for each private one.
  #own = { screen: null, attributes: null, settings: {}, look: {}, framed: null, svg: null, shown: null, warned: new Set() };
  /** How often the page, and not a finger, has changed its value. */
  edition = 0;

  /** Settings that are not text, such as the items of a list; they override attributes. */
  get settings() { return this.#own.settings; }
  set settings(settings) {
    this.#own.settings = settings;
    this.screen?.review();
  }

  /** How it is drawn: texts of rows and sections. */
  get look() { return this.#own.look; }
  set look(look) {
    this.#own.look = look;
    this.screen?.review();
  }

  formDisabledCallback() { this.screen?.review(); }

  /** Whether it is drawn, but no finger may change it. */
  get isOff() { return this.readOnly || this.matches(':disabled') || !isReachable(this); }

  /** Whether keys act on it: what they do, `keys(key, drawing)` of its class returns as events, or null. */
  get isKeyed() { return !!this.keys && this.hasAttribute('keyboard'); }
  /** Whether a gesture on it has begun and not ended. */
  get isHeld() { return !!this.screen?.presentation?.held.has(this.id); }

  /** The kind of widget, as the daemon names it. */
  get kind() { return this.constructor.kind; }
  /** The class that draws it; a page may replace it: `TouchdPattern.drawing = …`. */
  get drawing() { return this.constructor.drawing; }
  get screen() { return this.#own.screen; }

  connectedCallback() {
    super.connectedCallback();
    if (!this.id) this.id = `touchd-${++made}`;
    this.#own.attributes = new MutationObserver(() => this.screen?.review());
    this.#own.attributes.observe(this, { attributes: true });
    if (this.find()) return;
    strays.add(this);
    requestAnimationFrame(() => { if (strays.has(this)) console.error('touchd:', this, 'has to be inside a <touchd-screen>'); });
  }

  /** Joins the screen around it, if there is one; frameworks may define that later. */
  find() {
    const screen = around(this);
    if (screen?.join) (this.#own.screen = screen).join(this);
    return this.screen;
  }

  disconnectedCallback() {
    this.#own.attributes.disconnect();
    strays.delete(this);
    this.screen?.leave(this);
    this.#own.screen = null;
  }

  build() {
    const root = super.build(style(), sheet ??= sheetOf(rules));
    this.area = document.createElement('div');
    this.area.setAttribute('part', 'area');
    this.#own.svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    set(this.#own.svg, { class: 'touchd-canvas', preserveAspectRatio: 'none' });
    this.area.append(this.#own.svg);
    root.append(this.area);
    // A long press is a touch of the widget, and opens no menu of the browser.
    this.addEventListener('contextmenu', event => event.preventDefault());
  }

  /** Where the drawing is, in fractions of the window; null if it is not completely touchable. */
  frame() {
    const { width, height } = this.area.getBoundingClientRect();
    if (!width !== !height) this.warn(`its drawing is ${width} × ${height} pixels: give it a size`);
    if (!places || !width || !height || getComputedStyle(this).visibility === 'hidden') return null;
    shade(this);
    const { a, b, c, d } = this.#own.svg.getScreenCTM() ?? {};
    let frame;
    for (const { view: { innerWidth: across, innerHeight: down }, left, top, width, height, isTurned } of placesOf(this)) {
      if (isTurned || Math.abs(b) + Math.abs(c) > .001 || a < 0 || d < 0) {
        this.warn('rotated, skewed or mirrored');
        return null;
      }
      const right = left + width, bottom = top + height;
      if (left < -1 || top < -1 || right > across + 1 || bottom > down + 1) {
        if (right > 1 && bottom > 1 && left < across - 1 && top < down - 1) this.warn('partly outside the window');
        return null;
      }
      const clip = (value, most) => Math.min(Math.max(value, 0), most) / most, x = clip(left, across), y = clip(top, down);
      frame = { x, y, width: clip(right, across) - x, height: clip(bottom, down) - y };
    }
    return frame;
  }

  /** Tells the developer of the page, once, why it is not on screen. */
  warn(why) {
    if (this.#own.warned.has(why)) return;
    this.#own.warned.add(why);
    console.warn('touchd:', this, `is not on screen: ${why}`);
  }

  /** The settings of its kind, as the page has written them. */
  get given() {
    const settings = {};
    for (const { name, value } of this.attributes) if (isSetting(name) && !this.constructor.looks.includes(name)) settings[camel(name)] = parsed(value);
    return this.completed({ ...settings, ...this.#own.settings });
  }

  /** Everything about it except its place and its value, as text to compare. */
  get text() { return JSON.stringify([this.described(this.fixed(this.given)), this.edition, this.matches(':disabled'), this.task]); }

  /** The widget with these settings, without a place. */
  described(settings) {
    const number = name => this.hasAttribute(name) ? parsed(this.getAttribute(name)) : undefined;
    const looks = Object.fromEntries(this.constructor.looks.filter(name => this.hasAttribute(name)).map(name => [camel(name), parsed(this.getAttribute(name))]));
    const label = this.getAttribute('label') ?? (this.textContent.trim() || undefined);
    const name = this.getAttribute('aria-label') ?? ([...this.labels ?? []].map(({ textContent }) => textContent.trim()).join(' ') || label);
    return {
      id: this.id, kind: this.kind, z: number('z'), hitMargin: number('hit-margin'), request: this.getAttribute('request') ?? undefined,
      [this.member]: settings, draw: { label, name, isMirrored: getComputedStyle(this).direction === 'rtl', selected: this.hasAttribute('selected') || undefined, ...looks, ...this.#own.look },
    };
  }

  /** The member of a widget and of its events that only its kind has. */
  get member() { return camel(this.kind); }
  /** The settings with those that the element adds. */
  completed(settings) { return settings; }
  /** The settings without its value. */
  fixed(settings) { return settings; }

  /** The widget as presented. */
  async made(frame) {
    this.#own.framed = frame;
    if (this.isKeyed) await import('./keyboard.js').then(({ attend }) => attend(this), console.error);
    // One that no finger may change lies below all others.
    return this.restored({ ...this.described(this.given), unit: 'fractions', ...frame, ...this.isOff && { z: -1e6, disabled: true } });
  }

  /** The widget with its present value. */
  restored(widget) { return widget; }

  /** The picture that the widget, or the button beside it, is drawn into. */
  canvas(view) {
    const { x, y, width, height } = this.#own.framed, { width: across, height: down } = view;
    set(this.#own.svg, { viewBox: `${x * across} ${y * down} ${width * across} ${height * down}` });
    return this.#own.svg;
  }

  /** The drawing that shows it now. */
  get shown() { return this.#own.shown; }
  /** Called when it has another drawing. */
  drawn(drawing) {
    this.#own.shown = drawing;
    const { presentation } = this.screen;
    this.dataset.mood = '';
    if (presentation.paused) drawing.away?.(true);
    if (this.isKeyed) {
      drawing.group?.setAttribute('tabindex', 0);
      drawing.choose?.(0);
      this.regain?.();
    }
    if (this.matches(':disabled')) presentation.disable(this.id, true);
  }

  run() {}
  /** Called when `run` has ended: nothing is requested. */
  ended() {}
  /** Touches have no effect, or have again. */
  silence() {}
  /** Fires an event of the daemon as one of the element: `touchd-pressed`, with the event as `detail`. */
  heard(event) {
    this.tell(event.name, event);
    if (!this.isHeld) this.screen?.review();
  }
  /** A sentence for people. */
  said(sentence) { this.tell('say', sentence); }
  tell(name, detail) { this.dispatchEvent(new CustomEvent(`touchd-${name}`, { detail, bubbles: true, composed: true })); }
}
