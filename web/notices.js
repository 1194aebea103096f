const part = (className, attributes) => {
  const element = document.createElement('div');
  element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

/** What is said about a presentation as a whole: to ears, over the widgets, and while a page is being made. */
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

  /** A sentence for ears. */
  say(sentence) { this.#live.textContent = sentence; }

  /** The sentence that no finger is heard now; empty: they are. Tells whether that is news. */
  pause(sentence) {
    if (sentence === this.#pausing.textContent && this.#pausing.hidden === !sentence) return false;
    this.say(sentence);
    this.#pausing.textContent = sentence;
    this.#pausing.hidden = !sentence;
    return true;
  }

  /** What who makes the page has to know, one text for each topic; empty: nothing any more. */
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
