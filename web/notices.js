const part = (className, attributes) => {
  const element = document.createElement('div');
  element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

/** Errors, shown to the developer of the page: one text per topic. */
export class Faults {
  #shown = null;
  #texts = new Map();

  constructor(parent) { this.parent = parent; }

  /** Shows the text of a topic; empty: none. */
  fault(topic, text) {
    this.#texts.set(topic, text);
    const shown = [...this.#texts.values()].filter(Boolean).join('\n');
    if (shown && !this.#shown) this.parent.append(this.#shown = part('touchd-fault', { role: 'alert' }));
    if (this.#shown) this.#shown.textContent = shown;
    if (!shown) this.clear();
  }

  clear() {
    this.#shown?.remove();
    this.#shown = null;
  }
}

/** Messages about a presentation as a whole: announced, shown over the widgets, and in development. */
export class Notices extends Faults {
  #live = part('touchd-live', { role: 'status' });
  #pausing = part('touchd-pausing', { hidden: '' });

  constructor(parent) {
    super(parent);
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

  remove(keepsFault) {
    this.#live.remove();
    this.#pausing.remove();
    if (!keepsFault) this.clear();
  }
}
