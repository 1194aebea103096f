import { valueText } from '../numbers.js';
import { sheetOf } from '../style.js';
import './button.js';
import { FormElement, floating, submit } from './form.js';
import { around, define } from './screen.js';

const rules = `
:host { display: grid; grid-template-columns: minmax(44px, 1fr) minmax(min-content, 2fr) minmax(44px, 1fr); align-items: center; gap: .4em; min-height: 56px; }
:host([hidden]) { display: none !important; }
touchd-button { align-self: stretch; }
output { text-align: center; font: 600 1.375rem/1.2 system-ui, sans-serif; font-variant-numeric: tabular-nums; text-wrap: balance; overflow-wrap: break-word; }
:host(:disabled) output { opacity: .35; }
`;

/**
 * `<touchd-stepper>`: an amount with a button for less and one for more, which are `<touchd-button>`s. `value` is the amount, which the
 * attribute `value` begins with, within `min` and `max`, in steps of `step`; fires `touchd-changed` with `value`.
 */
export class TouchdStepper extends FormElement {
  static observedAttributes = ['value', 'min', 'max', 'step', 'value-text', 'label', 'name', 'disabled', 'readonly', 'keyboard'];
  #value; #parts; #screen; #told = new Set(); #shown = () => this.#show();

  get min() { return this.#read('min', 0); }
  get max() { return this.#read('max', 99); }
  get step() {
    const step = this.#read('step', 1);
    return step > 0 ? step : 1;
  }

  get value() { return this.#within(this.#value ?? this.#read('value', this.min)); }
  set value(value) {
    this.#value = this.#read('value', undefined, value);
    this.#show();
  }
  /** A number; if it is none, that is told once. */
  #read(name, otherwise, text = this.getAttribute(name)) {
    const number = floating(text), why = `${name} is not a number: "${text}"`;
    if (number === undefined && text !== null && !this.#told.has(why)) console.error('touchd:', this, this.#told.add(why) && why);
    return number ?? otherwise;
  }
  /** Sums of tenths stay tenths. */
  #within(value) { return Math.min(Math.max(Math.round(value * 1e6) / 1e6, this.min), this.max); }

  connectedCallback() {
    super.connectedCallback();
    this.#screen = around(this);
    this.#screen?.addEventListener('touchd-shown', this.#shown);   // maybe in another language
    this.#show();
  }
  disconnectedCallback() { this.#screen?.removeEventListener('touchd-shown', this.#shown); }

  build() {
    const root = super.build(sheetOf(rules));
    this.internals.role = 'group';
    const [less, more] = ['−', '+'].map((label, index) => {
      const button = document.createElement('touchd-button');
      button.setAttribute('label', label);
      button.setAttribute('part', index ? 'more' : 'less');
      button.addEventListener('touchd-pressed', () => this.#change(index ? this.step : -this.step));
      return button;
    });
    const output = document.createElement('output');
    output.setAttribute('part', 'value');
    root.append(less, output, more);
    this.#parts = { less, more, output };
  }

  #change(step) {
    const before = this.value, value = this.#within(before + step);
    if (value === before) return;
    this.value = value;
    this.dispatchEvent(new CustomEvent('touchd-changed', { detail: { value }, bubbles: true, composed: true }));
    this.fire('input');
    this.fire('change');
  }

  #show() {
    if (!this.#parts) return;
    const focused = this.shadowRoot.activeElement;
    const { value, min, max } = this, { less, more, output } = this.#parts, isOff = this.matches(':disabled');
    output.value = valueText(this.getAttribute('value-text'), 100 * this.step, this.#screen?.presentation?.language ?? this.closest('[lang]')?.lang)(value);
    less.disabled = isOff || value <= min;
    more.disabled = isOff || value >= max;
    for (const button of [less, more]) {
      button.readOnly = this.readOnly;
      button.toggleAttribute('keyboard', this.hasAttribute('keyboard'));
    }
    if (!isOff && focused?.disabled) [less, more].find(({ disabled }) => !disabled)?.focus();
    this.internals.ariaLabel = this.getAttribute('label');
    submit(this, [['', value]], String(value));
  }

  attributeChangedCallback(name) {
    if (name === 'value') this.#value = undefined;
    this.#show();
  }
  formDisabledCallback() { this.#show(); }
  formResetCallback() { this.value = null; }
  formStateRestoreCallback(state) { this.value = state; }
}

define('touchd-stepper', TouchdStepper);
