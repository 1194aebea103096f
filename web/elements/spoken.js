import { pause } from '../connection.js';
import { TouchdWidget } from './widget.js';

/** A widget with a line below it for instructions and results. */
export class SpokenWidget extends TouchdWidget {
  #prompt; #user; #resting = null;

  build() {
    super.build();
    const line = part => {
      const element = document.createElement('p');
      element.setAttribute('part', part);
      return element;
    };
    this.#user = line('user');
    this.#prompt = line('prompt');
    this.#prompt.className = 'touchd-canvas';
    this.#user.hidden = true;
    this.shadowRoot.prepend(this.#user);
    this.shadowRoot.append(this.#prompt);
  }

  /** The user whose secret is requested. */
  greet(text) {
    this.#user.textContent = text;
    this.#user.hidden = !text;
  }

  prompt(text, tone = 'prompt') {
    this.#prompt.textContent = text;
    this.#prompt.dataset.tone = tone;
  }

  ended() { this.prompt(''); }
  silence(isSilent) { this.#prompt.toggleAttribute('data-silent', isSilent); }

  said(said) {
    if (!this.#resting) this.prompt(said.sentence, said.tone);
    super.said(said);
  }

  /** Counts down while nothing is accepted, and shows the widget as disabled meanwhile. */
  async rest(microseconds, { presentation, signal }, kind) {
    const end = performance.now() + microseconds / 1000, mine = this.#resting = {};
    presentation.disable(this.id, true);
    while (!signal.aborted && this.#resting === mine && performance.now() < end) {
      // No countdown while touches have no effect; a sentence over the view says why.
      this.prompt(presentation.paused ? '' : presentation.waiting((end - performance.now()) / 1000, kind), 'wrong');
      await pause(Math.min(500, end - performance.now()), signal);
    }
    if (this.#resting !== mine) return;
    this.#resting = null;
    presentation.disable(this.id, this.matches(':disabled'));
  }

  disconnectedCallback() {
    this.#resting = null;
    this.prompt('');
    super.disconnectedCallback();
  }
}
