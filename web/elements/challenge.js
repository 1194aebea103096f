import { pause } from '../connection.js';
import { Button } from '../drawings/button.js';
import { add } from '../style.js';
import { SpokenWidget } from './spoken.js';

add('.touchd-taps { font-size: .9em; color: var(--quiet); }');

/**
 * A widget with its own challenge: created when it is presented, and again after each end. Attributes: `profile`; buttons below
 * it: `decline` for people who cannot solve it, also while nothing is accepted, `refresh` for another one, `hear` to have it read
 * out. Fires `touchd-passed` with the token, `touchd-outcome`, `touchd-declined`, `touchd-hear`.
 */
export class ChallengeWidget extends SpokenWidget {
  /** What draws the widgets that it adds, by kind: the button that declines. */
  static added = { button: Button };
  static looks = ['refresh', 'hear'];
  #challenge = null; #stage = null; #taps; #presented = () => {};

  build() {
    super.build();
    this.#taps = this.line('taps');
    this.#taps.classList.add('touchd-taps');
    if (!this.#isGesture) this.shadowRoot.append(this.#taps);
  }

  /** While nothing is accepted, the button that declines stays. */
  get drawing() { return !this.#stage ? super.drawing : this.hasAttribute('decline') ? Button : class {}; }
  get text() { return super.text + ['profile', 'decline'].map(name => this.getAttribute(name)); }
  completed(settings) { return { ...settings, input: settings.input ?? 'both' }; }

  /** Whether it asks for taps and holds instead of a puzzle. */
  get #isGesture() { return this.kind === 'gesture'; }

  #create(touchd) {
    const profile = this.getAttribute('profile') ?? 'default', kind = this.#isGesture ? 'gesture' : undefined;
    return touchd.call('io.touchd.captcha.Create', { profile, kind, timeoutUSec: 600e6 });
  }

  async made(frame, { touchd }) {
    const challenge = this.#stage ?? (this.#challenge = await this.#create(touchd));
    const widget = await super.made(frame), { x, y, width, height } = frame, { presentation } = this.screen;
    const labels = { decline: 'decline', refresh: 'renew', hear: 'hear' };
    const names = Object.keys(labels).filter(name => this.hasAttribute(name));
    // A button has at least 44 pixels.
    const tall = names.length ? Math.min(Math.max(height * .12, 44 / innerHeight), height / 2) : 0, gap = width * .02;
    const rest = tall ? height * .98 - tall : height, wide = (width + gap) / names.length - gap;
    if (getComputedStyle(this).direction === 'rtl') names.reverse();
    const { decline, ...buttons } = Object.fromEntries(names.map((name, index) => [name, {
      x: x + index * (wide + gap), y: y + height - tall, width: wide, height: tall, label: presentation.words(labels[name], undefined, this.kind),
    }]));
    if (this.#stage) {
      const { label, ...place } = decline ?? {};
      return { ...widget, kind: 'button', [this.kind]: undefined, ...place, draw: { label }, disabled: widget.disabled || !label };
    }
    return {
      ...widget, height: rest, [this.kind]: { ...widget[this.kind], challengeId: challenge.challengeId },
      draw: { ...widget.draw, decline, buttons, ...this.#isGesture ? { steps: challenge.steps } : { images: challenge } },
    };
  }

  async run(stage) {
    const { presentation, signal, touchd } = stage;
    let isMissed = false;
    while (!signal.aborted) {
      const { challengeId } = this.#challenge;
      this.prompt(this.#isGesture ? '' : presentation.words('slide'));
      // A person who cannot drag has to find the other way.
      const isTapped = !this.#isGesture && this.given.input !== 'drag';
      this.#taps.textContent = isTapped ? presentation.words(this.shown?.layout?.bar ? 'taps_bar' : 'taps_piece') : '';
      // Said, because a screen reader sees no other picture; a gesture says its steps.
      if (isMissed) presentation.announce(`${presentation.words('reset')}. ${this.shown?.name ?? ''}`);
      let lockedUSec = 0;
      for await (const { attempt, outcome, token } of touchd.stream('io.touchd.captcha.Await', { challengeId }, { signal })) {
        if (attempt) this.tell('attempt', attempt);
        lockedUSec = attempt?.waitUSec ?? lockedUSec;
        if (lockedUSec) break;
        if (attempt?.outcome === 'failed' && !outcome) this.#renew(presentation, signal);
        if (outcome) this.tell('outcome', { outcome });
        if (outcome === 'passed') this.tell('passed', { token });
        isMissed = outcome === 'failed';
      }
      if (!lockedUSec && this.#challenge.challengeId !== challengeId) continue;   // it has moved, and has another one
      await pause(lockedUSec ? 900 : 1800, signal);
      if (lockedUSec) await this.#lockOut(lockedUSec, stage);
      await this.#again(signal);
    }
  }

  /** Has the screen present it anew. */
  async #again(signal) {
    if (signal.aborted) return;
    this.edition++;
    this.screen?.review();
    await new Promise(done => {
      this.#presented = done;
      signal.addEventListener('abort', done, { once: true });
    });
    signal.removeEventListener('abort', this.#presented);
  }

  drawn(drawing) {
    super.drawn(drawing);
    this.#presented();
  }

  /** Takes the puzzle away for a while, after too many misses at this panel. */
  async #lockOut(microseconds, stage) {
    this.#stage = stage;
    this.#taps.textContent = '';
    await this.#again(stage.signal);
    const end = this.rest(microseconds, stage, 'captcha');
    stage.presentation.disable(this.id, this.matches(':disabled'));   // the button is not
    await end;
    this.#stage = null;
  }

  ended() {
    super.ended();
    this.#taps.textContent = '';
  }

  silence(isSilent) {
    super.silence(isSilent);
    this.#taps.toggleAttribute('data-silent', isSilent);
  }

  /** What to tap is written in its drawing. */
  said(said) {
    super.said(said);
    if (said.key === 'gesture') this.prompt('');
  }

  heard(event) {
    super.heard(event);
    const stage = this.#stage, { presentation } = this.screen ?? {}, failed = error => presentation?.fail(error);
    if (event.name !== 'pressed') return;
    if (event.widget.endsWith(' refresh')) presentation.refresh(this.id).catch(failed);
    else if (event.widget.endsWith(' hear')) this.#speak();
    else if (stage) this.#giveUp(stage).catch(failed);
    else if (this.shown) this.shown.isDeclined = true;   // what it asked for is not said again
  }

  /** Has it read out, unless the page does that itself: `touchd-hear` can be prevented. */
  #speak() {
    const { sentence = this.shown?.name } = this.shown ?? {};
    const event = new CustomEvent('touchd-hear', { detail: { sentence }, bubbles: true, composed: true, cancelable: true });
    if (!this.dispatchEvent(event) || !globalThis.speechSynthesis) return;
    speechSynthesis.cancel();
    speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(sentence), { lang: this.screen?.presentation?.language ?? '' }));
  }

  /** Records that a person cannot do it while nothing is on screen that could be declined. */
  async #giveUp({ presentation, touchd }) {
    const { challengeId } = await this.#create(touchd);
    await touchd.call('io.touchd.captcha.Decline', { challengeId });
    this.tell('outcome', { outcome: 'declined' });
    this.tell('declined', { widget: this.id, name: 'declined', timeUSec: Math.round(performance.now() * 1000) });
    if (this.resting) this.resting.isAnswered = true;
    const sentence = presentation.words('declined');
    this.prompt(sentence);
    presentation.announce(sentence);
  }

  /** Another picture after a miss, once the miss was shown; none after the last one. */
  async #renew(presentation, signal) {
    await pause(900, signal);
    if (!signal.aborted) await presentation.refresh(this.id).catch(() => {});
  }
}
