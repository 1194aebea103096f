import { Element, adopt } from './screen.js';

/** Sets what a form submits for an element: pairs of what follows its name, and a value. `state` is what the browser restores. */
export function submit({ name, internals }, entries, state) {
  const data = new FormData();
  if (name) for (const [suffix, value] of entries) data.append(name + suffix, value);
  internals.setFormValue(data, state);
}

const number = /^-?(\d+|\d*\.\d+)(e[-+]?\d+)?$/i;

/** The number that a text is, as HTML writes numbers; undefined: it is none. */
export const floating = text => number.test(text) && isFinite(text) ? Number(text) : undefined;

/** An element that a form knows, with the properties of any control. */
export class FormElement extends Element {
  static formAssociated = true;
  internals = this.attachInternals?.();

  get name() { return this.getAttribute('name') ?? ''; }
  set name(name) { this.setAttribute('name', name); }
  get disabled() { return this.hasAttribute('disabled'); }
  set disabled(isDisabled) { this.toggleAttribute('disabled', isDisabled); }
  get readOnly() { return this.hasAttribute('readonly'); }
  set readOnly(isReadOnly) { this.toggleAttribute('readonly', isReadOnly); }
  get form() { return this.internals.form; }
  get labels() { return this.internals.labels; }
  get validity() { return this.internals.validity; }
  get validationMessage() { return this.internals.validationMessage; }
  get willValidate() { return this.internals.willValidate; }
  checkValidity() { return this.internals.checkValidity(); }
  reportValidity() { return this.internals.reportValidity(); }
  setCustomValidity(message) {
    this.objection = `${message}`;
    this.judge();
  }

  /** Says whether a form may submit its value: if the page does not object, and unless it `lacks` one, in a sentence. */
  judge() {
    const { objection, lacks } = this;
    this.internals.setValidity({ customError: !!objection, valueMissing: !!lacks }, objection || lacks || undefined);
  }

  /** As other controls do for people: a value that is not the page's changes, or has changed. */
  fire(name) { this.dispatchEvent(new Event(name, { bubbles: true, composed: name === 'input' })); }

  connectedCallback() {
    adopt(this);
    if (this.shadowRoot) return;
    this.build();
    // Browsers complain of what they cannot give the focus.
    this.addEventListener('invalid', event => this.hasAttribute('keyboard') || event.preventDefault());
  }

  /** Makes the shadow tree, once, with style sheets. */
  build(...sheets) {
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
    root.adoptedStyleSheets = sheets;
    return root;
  }
}
