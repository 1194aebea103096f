import { style } from '../style.js';
import { set } from '../svg.js';
import { Element } from './screen.js';

const camel = name => name.replace(/[-_](\w)/g, (_, letter) => letter.toUpperCase());
/** Attributes of the page or the kit; all others are settings of the widget's kind. */
const foreign = /^(id|class|style|slot|part|hidden|lang|dir|title|role|tabindex|is|label|selected|z|hit-margin|request|user|profile|decline|keyboard|on.*|data-.*|aria-.*|v-.*)$/;

/** The value of an attribute: a number, true, a list in JSON, or a word. */
function parsed(text) {
  if (text === '') return true;
  try { return JSON.parse(text); } catch { return text; }
}

const rules = `
:host { display: flex; flex-direction: column; min-width: 44px; min-height: 44px; user-select: none; touch-action: none; }
:host([hidden]) { display: none !important; }
[part=area] { flex: 1; position: relative; min-height: 0; }
svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; }
p { margin: 0; text-align: center; min-height: 1.4em; font: 500 1.05em/1.4 system-ui, sans-serif; }
p:empty, p[data-silent] { visibility: hidden; }
[part=prompt][data-tone=wrong] { color: var(--wrong); } [part=prompt][data-tone=right] { color: var(--right); }
`;
let sheet;

let made = 0;

/** A widget as an element. Its attributes are the settings of its kind, in words with hyphens: `min-dots="5"`. */
export class TouchdWidget extends Element {
  #screen = null; #attributes; #settings = {}; #look = {}; #framed; #svg; #shown = null; #isFlat = false;

  /** Settings that are not text, such as the items of a list; they override attributes. */
  get settings() { return this.#settings; }
  set settings(settings) {
    this.#settings = settings;
    this.#screen?.review();
  }

  /** How it is drawn: texts of rows and sections. */
  get look() { return this.#look; }
  set look(look) {
    this.#look = look;
    this.#screen?.review();
  }

  /** The kind of widget, as the daemon names it. */
  get kind() { return this.constructor.kind; }
  /** The class that draws it; a page may replace it: `TouchdPattern.drawing = …`. */
  get drawing() { return this.constructor.drawing; }
  get screen() { return this.#screen; }

  connectedCallback() {
    // What a page set before the element was defined.
    for (const name of ['settings', 'look']) {
      const early = Object.getOwnPropertyDescriptor(this, name);
      if (early && delete this[name]) this[name] = early.value;
    }
    if (!this.shadowRoot) this.build();
    if (!this.id) this.id = `touchd-${++made}`;
    this.#attributes = new MutationObserver(() => this.#screen?.review());
    this.#attributes.observe(this, { attributes: true });
    this.#screen = this.closest('touchd-screen');
    if (this.#screen) this.#screen.join(this);
    else console.error('touchd:', this, 'has to be inside a <touchd-screen>');
  }

  disconnectedCallback() {
    this.#attributes.disconnect();
    this.#screen?.leave(this);
    this.#screen = null;
  }

  /** Makes the shadow tree, once. */
  build() {
    const root = this.attachShadow({ mode: 'open' });
    if (!sheet) (sheet = new CSSStyleSheet()).replaceSync(rules);
    root.adoptedStyleSheets = [style(), sheet];
    this.area = document.createElement('div');
    this.area.setAttribute('part', 'area');
    this.#svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    set(this.#svg, { class: 'touchd-canvas', preserveAspectRatio: 'none' });
    this.area.append(this.#svg);
    root.append(this.area);
    // A long press is a touch of the widget, and opens no menu of the browser.
    this.addEventListener('contextmenu', event => event.preventDefault());
  }

  /** Where the drawing is, in fractions of the window; null if it is not completely touchable. */
  frame() {
    const { left, top, width, height, right, bottom } = this.area.getBoundingClientRect();
    if (!width !== !height && !this.#isFlat) {
      this.#isFlat = true;
      console.warn('touchd:', this, `is not on screen: its drawing is ${width} × ${height} pixels (give it a size in a style sheet)`);
    }
    if (!width || !height || getComputedStyle(this).visibility === 'hidden') return null;
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) return null;
    const clip = (value, most) => Math.min(Math.max(value, 0), most) / most;
    const x = clip(left, innerWidth), y = clip(top, innerHeight);
    return { x, y, width: clip(right, innerWidth) - x, height: clip(bottom, innerHeight) - y };
  }

  /** Everything about it except its place, for the daemon and the drawing, as text to compare. */
  get description() {
    const settings = {};
    for (const { name, value } of this.attributes) if (!foreign.test(name)) settings[camel(name)] = parsed(value);
    const number = name => this.hasAttribute(name) ? Number(this.getAttribute(name)) : undefined;
    const label = this.getAttribute('label') ?? (this.textContent.trim() || undefined);
    return JSON.stringify({
      id: this.id, kind: this.kind, z: number('z'), hitMargin: number('hit-margin'), request: this.getAttribute('request') ?? undefined,
      [camel(this.kind)]: this.completed({ ...settings, ...this.#settings }),
      draw: { label, selected: this.hasAttribute('selected') || undefined, ...this.#look },
    });
  }

  /** The settings of its kind. */
  completed(settings) { return settings; }

  /** The widget as presented. */
  async made(frame) {
    this.#framed = frame;
    return { ...JSON.parse(this.description), unit: 'fractions', ...frame };
  }

  /** The picture that the widget, or the button beside it, is drawn into. */
  canvas(view) {
    const { x, y, width, height } = this.#framed, { width: across, height: down } = view;
    set(this.#svg, { viewBox: `${x * across} ${y * down} ${width * across} ${height * down}` });
    return this.#svg;
  }

  /** The drawing that shows it now. */
  get shown() { return this.#shown; }
  /** Called when it has another drawing. */
  drawn(drawing) { this.#shown = drawing; }

  run() {}
  /** Called when `run` has ended: nothing is requested. */
  ended() {}
  /** Touches have no effect, or have again. */
  silence() {}
  /** Fires an event of the daemon as one of the element: `touchd-pressed`, with the event as `detail`. */
  heard(event) { this.tell(event.name, event); }
  /** A sentence for people. */
  said(sentence) { this.tell('say', sentence); }
  tell(name, detail) { this.dispatchEvent(new CustomEvent(`touchd-${name}`, { detail, bubbles: true, composed: true })); }
}
