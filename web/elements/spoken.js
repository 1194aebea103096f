import { pause } from '../connection.js';
import { TouchdWidget } from './widget.js';

/** A widget with a line below it for instructions and results. */
export class SpokenWidget extends TouchdWidget {
  #prompt; #user;
  /** The wait that is being counted down. */
  resting = null;

  build() {
    super.build();
    this.#user = this.line('user');
    this.#prompt = this.line('prompt');
    this.#user.hidden = true;
    this.shadowRoot.prepend(this.#user);
    this.shadowRoot.append(this.#prompt);
  }

  /** A line of text, which a style sheet of the page reaches as a part. */
  line(part) {
    const element = document.createElement('p');
    element.setAttribute('part', part);
    element.className = 'touchd-canvas';
    return element;
  }

  /** The user whose secret is requested. */
  greet(text) {
    this.#user.textContent = text;
  }

  /** Lines have the height that sentences need in this width, whatever they say: a drawing that moved would lose its finger. */
  frame() {
    this.#user.hidden = !this.getAttribute('user');
    for (const line of this.shadowRoot.querySelectorAll('p:not([part=user])')) line.style.height = this.clientWidth < 30 * parseFloat(getComputedStyle(line).fontSize) ? '2.8em' : '';
    return super.frame();
  }

  prompt(text, tone = 'prompt') {
    this.#prompt.textContent = text;
    this.#prompt.dataset.tone = tone;
  }

  ended() { this.prompt(''); }
  silence(isSilent) { this.#prompt.toggleAttribute('data-silent', isSilent); }

  said(said) {
    if (!this.resting) this.prompt(said.sentence, said.tone);
    super.said(said);
  }

  /** Counts down while nothing is accepted, and shows the widget as disabled meanwhile; how long is said once, and the end. */
  async rest(microseconds = 0, { presentation, signal }, kind) {
    const end = performance.now() + microseconds / 1000, mine = this.resting = { isSaid: this.resting?.isSaid };
    presentation.disable(this.id, true);
    while (!signal.aborted && this.resting === mine && performance.now() < end) {
      // No countdown while touches have no effect; a sentence over the view says why.
      const wait = presentation.paused ? '' : presentation.waiting((end - performance.now()) / 1000, kind);
      if (!mine.isAnswered) this.prompt(wait, 'wrong');
      if (wait && !mine.isSaid) mine.isSaid = !presentation.announce(wait);
      await pause(Math.min(500, end - performance.now()), signal);
    }
    if (this.resting !== mine) return;
    this.resting = null;
    presentation.disable(this.id, this.matches(':disabled'));
    if (!signal.aborted) presentation.announce(presentation.words('wait_over'));
  }

  disconnectedCallback() {
    this.resting = null;
    this.prompt('');
    super.disconnectedCallback();
  }
}
