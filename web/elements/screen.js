import { Scene } from './scene.js';

/** The base class of elements; absent where a server renders a page. */
export const Element = globalThis.HTMLElement ?? class {};
/** Registers an element, once, where custom elements exist. */
export const define = (name, element) => {
  if (globalThis.customElements && !customElements.get(name)) customElements.define(name, element);
};

/** Sets again what a page has set before an element was defined. */
export function adopt(element) {
  for (const name of Object.keys(element)) {
    const value = element[name];
    if (name in Object.getPrototypeOf(element) && delete element[name]) element[name] = value;
  }
}

/** The screen around an element, if there is one, also across shadow trees and slots. */
export function around(element) {
  while (element && element.localName !== 'touchd-screen') element = element.assignedSlot ?? element.parentNode ?? element.host;
  return element;
}

// Private members would make it larger for older browsers.
const scene = Symbol('scene');

/**
 * `<touchd-screen>`: the widgets inside it are one scene. They may be anywhere in it, laid out by the page's style sheets; the
 * window has to cover the panel. Attributes: `url` of touchd-web, `language`, `development` (errors are shown on the page).
 */
export class TouchdScreen extends Element {
  constructor() {
    super();
    this[scene] = new Scene(this);
  }

  /** The daemon; a page that has its own connection, or a simulated one, sets it before the element is in the page. */
  get touchd() { return this[scene].touchd; }
  set touchd(touchd) { this[scene].touchd = touchd; }

  /** What is presented now, if anything. */
  get presentation() { return this[scene].presentation; }

  connectedCallback() {
    adopt(this);
    this[scene].begin();
  }

  /** Frameworks move elements by removing and reinserting them at once. */
  disconnectedCallback() { queueMicrotask(() => { if (!this.isConnected) this[scene].end(); }); }

  /** Called by the widgets inside. */
  join(widget) { this[scene].join(widget); }
  leave(widget) { this[scene].leave(widget); }

  /** Schedules a check of where the widgets are, and informs the daemon if that has changed. */
  review() { this[scene].review(); }
}

define('touchd-screen', TouchdScreen);
