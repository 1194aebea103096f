const part = (className, attributes) => {
  const element = document.createElement('div');
  element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

/** Messages about a presentation as a whole: announced, shown over the widgets, and in development. */
export class Notices {
  #live = part('touchd-live', { role: 'status' });
  #pausing = part('touchd-pausing', { hidden: '' });
  #fault = null;
  #faults = new Map();
  #parent;

  constructor(parent) {
    this.#parent = parent;
    parent.append(this.#live, this.#pausing);
  }

  /** Announces a sentence to screen readers. */
  say(sentence) { this.#live.textContent = sentence; }

  /** Shows the sentence that touches have no effect; empty if they have. Returns whether it changed. */
  pause(sentence) {
    if (sentence === this.#pausing.textContent && this.#pausing.hidden === !sentence) return false;
    this.say(sentence);
    this.#pausing.textContent = sentence;
    this.#pausing.hidden = !sentence;
    return true;
  }

  /** Shows errors to the developer of the page, one text per topic; empty: none. */
  fault(topic, text) {
    this.#faults.set(topic, text);
    const shown = [...this.#faults.values()].filter(Boolean).join('\n');
    if (shown && !this.#fault) this.#parent.append(this.#fault = part('touchd-fault', { role: 'alert' }));
    if (this.#fault) this.#fault.textContent = shown;
    if (shown) return;
    this.#fault?.remove();
    this.#fault = null;
  }

  remove(keepsFault) {
    this.#live.remove();
    this.#pausing.remove();
    if (!keepsFault) this.#fault?.remove();
  }
}
