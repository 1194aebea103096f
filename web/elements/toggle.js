import { Toggle } from '../drawings/toggle.js';
import { TouchdButton } from './button.js';
import { submit } from './form.js';
import { define } from './screen.js';

/** `<touchd-toggle>`: a button that is on or off. `checked` is its state, which the attribute `checked` begins with; fires `touchd-changed`. */
export class TouchdToggle extends TouchdButton {
  static drawing = Toggle;
  static looks = ['checked', 'value'];
  static observedAttributes = ['checked', 'value', 'name', 'required'];
  #isChecked = false;

  get checked() { return this.#isChecked; }
  set checked(isChecked) {
    this.#isChecked = !!isChecked;
    this.shown?.check?.(this.#isChecked);
    this.#submit();
  }

  #submit() {
    this.judge();
    submit(this, this.checked ? [['', this.getAttribute('value') ?? 'on']] : [], JSON.stringify(this.checked));
  }
  /** Why it is missing, as the browser says it. */
  get lacks() { return this.hasAttribute('required') && !this.checked && Object.assign(document.createElement('input'), { type: 'checkbox', required: true }).validationMessage; }

  formResetCallback() { this.checked = this.hasAttribute('checked'); }
  formStateRestoreCallback(state) { this.checked = JSON.parse(state); }
  attributeChangedCallback(name) {
    if (name === 'checked') this.checked = this.hasAttribute('checked');
    else this.#submit();
  }

  drawn(drawing) {
    super.drawn(drawing);
    for (const name of ['required', 'readonly']) if (this.hasAttribute(name)) drawing.group?.setAttribute(`aria-${name}`, true);
  }

  restored(widget) { return { ...widget, draw: { ...widget.draw, checked: this.checked } }; }

  heard(event) {
    if (event.name === 'pressed') {
      this.checked = !this.checked;
      this.tell('changed', { ...event, checked: this.checked });
      this.fire('input');
      this.fire('change');
    }
    super.heard(event);
  }
}

define('touchd-toggle', TouchdToggle);
