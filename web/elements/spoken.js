import { TouchdWidget } from './widget.js';

/** A widget with a line below it for instructions and results; `resting` is the wait that is being counted down. */
export class SpokenWidget extends TouchdWidget {
  build() {
    super.build();
    this.shadowRoot.prepend(this.line('user'));
    this.shadowRoot.append(this.line('prompt'));
    this.lineOf('user').hidden = true;
  }

  lineOf(part) { return this.shadowRoot.querySelector(`[part=${part}]`); }

  /** A line of text, which a style sheet of the page reaches as a part. */
  line(part) {
    const element = document.createElement('p');
    element.setAttribute('part', part);
    element.className = 'touchd-canvas';
    return element;
  }

  /** The user whose secret is requested. */
  greet(text) {
    this.lineOf('user').textContent = text;
  }

  /** Lines have the height that sentences need in this width, whatever they say: a drawing that moved would lose its finger. */
  frame() {
    this.lineOf('user').hidden = !this.getAttribute('user');
    for (const line of this.shadowRoot.querySelectorAll('p:not([part=user])')) line.style.height = this.clientWidth < 30 * parseFloat(getComputedStyle(line).fontSize) ? '2.8em' : '';
    return super.frame();
  }

  prompt(text, tone = 'prompt') {
    const line = this.lineOf('prompt');
    line.textContent = text;
    line.dataset.tone = tone;
  }

  ended() { this.prompt(''); }
  silence(isSilent) { this.lineOf('prompt').toggleAttribute('data-silent', isSilent); }

  said(said) {
    if (!this.resting) this.prompt(said.sentence, said.tone);
    super.said(said);
  }

  /** Counts down while nothing is accepted, and shows the widget as disabled meanwhile. */
  async rest(microseconds = 0, stage, kind) {
    const mine = this.resting = { isSaid: this.resting?.isSaid };
    stage.presentation.disable(this.id, true);
    const { rest } = await import('./rest.js');
    await rest(this, mine, microseconds, stage, kind);
  }

  disconnectedCallback() {
    this.resting = null;
    this.prompt('');
    super.disconnectedCallback();
  }
}
