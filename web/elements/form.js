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

  connectedCallback() {
    adopt(this);
    if (!this.shadowRoot) this.build();
  }

  /** Makes the shadow tree, once, with style sheets. */
  build(...sheets) {
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = sheets;
    return root;
  }
}
