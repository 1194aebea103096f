import { floating, submit } from './form.js';
import { TouchdWidget } from './widget.js';

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
/** A number between two others; anything else is left for the daemon to refuse. */
export const within = (value, least, most) => typeof value === 'number' ? Math.min(Math.max(value, least), most) : value;
/** A number that is written as text, as frameworks do, as a number; anything else is left for the daemon to refuse, which NaN would not be. */
export const numeric = value => value === undefined || value === null ? undefined : floating(value) ?? `${value}`;

/** The events of keys that change a value. */
export const changed = (member, told) => [['began', { [member]: told }], ['changed', { [member]: told }], ['ended', { [member]: told }]];

/**
 * An element with a value. It keeps it as long as it exists, whether it is on screen or not: what the page or a finger has left
 * there, or else what its settings say. A kind has `reads(settings)`, the value that settings mean, `applied(settings, value)`,
 * settings that mean a value, `fixed(settings)`, settings without it, and `told(part, event)`, the value that an event reports.
 */
export class ControlWidget extends TouchdWidget {
  #left; #waiting = null; #begun;

  /** The value; one that is written while a finger is on the widget applies when it lifts. */
  get state() { return this.#meant(this.#left); }
  set state(value) { this.#write(value); }

  #meant(left) { return this.reads(left === undefined ? this.given : this.applied(this.given, left)); }

  /** Changes the value; undefined: to that of the settings. */
  #write(left) {
    this.#waiting = null;
    if (same(this.#meant(left), this.state)) return;
    if (this.isHeld) this.#waiting = { left };
    else {
      this.#left = left;
      this.edition++;
      this.screen?.review();
    }
    this.#submit();
  }

  #submit() { submit(this, this.entries(this.state), JSON.stringify(this.#left ?? null)); }
  /** What a form submits for a value. */
  entries(value) { return [['', value]]; }
  formResetCallback() { this.#write(undefined); }
  formStateRestoreCallback(state) { this.#write(JSON.parse(state) ?? undefined); }

  get settings() { return super.settings; }
  set settings(settings) {
    const before = this.reads(this.given);
    super.settings = settings;
    // Frameworks set equal settings again and again.
    if (!same(this.reads(this.given), before)) this.#write(undefined);
    this.#submit();
  }

  /** The attributes with its value are `static written`. */
  static get observedAttributes() { return [...this.written, 'name', 'min', 'max', 'nodes']; }

  attributeChangedCallback(name) {
    if (this.constructor.written.includes(name)) this.#write(undefined);
    this.#submit();
  }

  restored(widget) {
    if (this.#left === undefined) return widget;
    return { ...widget, [this.member]: this.applied(widget[this.member], this.state) };
  }

  drawn(drawing) {
    super.drawn(drawing);
    this.#submit();   // its size limits places
    if (this.readOnly && drawing.role === 'slider') drawing.group.setAttribute('aria-readonly', true);
    // A finger was faster than what was sent before it landed: the page has seen its value.
    const sent = drawing.widget?.[this.member];
    if (sent && !same(this.reads(sent), this.state)) this.edition++;
    if (this.#waiting) this.#write(this.#waiting.left);
  }

  heard(event) {
    const value = event[this.member] && this.told(event[this.member], event), before = this.state;
    if (event.name === 'began') this.#begun = before;
    if (value !== undefined) {
      this.#left = value;
      this.#submit();
    }
    super.heard(event);
    if (!same(this.state, before)) this.fire('input');
    if (!this.isHeld && !same(this.state, this.#begun)) {
      this.#begun = this.state;
      this.fire('change');
    }
    if (this.#waiting && !this.isHeld) this.#write(this.#waiting.left);
  }
}

/** One whose value is a place, `position`, in CSS pixels from the widget's top left corner. */
export class PlacedWidget extends ControlWidget {
  static written = ['position-x', 'position-y'];
  get position() { return this.state; }
  set position(position) { this.state = position; }
  applied(settings, { x, y }) { return { ...settings, positionX: x, positionY: y }; }
  entries({ x, y }) { return [['.x', x], ['.y', y]]; }
  fixed({ positionX, positionY, ...settings }) { return settings; }
}
