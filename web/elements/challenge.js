import { pause } from '../connection.js';
import { Button } from '../drawings/button.js';
import { SpokenWidget } from './spoken.js';

/**
 * A widget with its own challenge: created when it is presented, and again after each end. Attributes: `profile`; `decline`
 * adds a button for people who cannot solve it. Fires `touchd-passed` with the token, `touchd-outcome`, `touchd-declined`.
 */
export class ChallengeWidget extends SpokenWidget {
  /** What draws the widgets that it adds, by kind: the button that declines. */
  static added = { button: Button };
  #challenge = null;

  get text() { return super.text + ['profile', 'decline'].map(name => this.getAttribute(name)); }
  completed(settings) { return { ...settings, input: settings.input ?? 'both' }; }

  async made(frame, { touchd }) {
    const profile = this.getAttribute('profile') ?? 'default', kind = this.kind === 'gesture' ? 'gesture' : undefined;
    const challenge = this.#challenge = await touchd.call('io.touchd.captcha.Create', { profile, kind, timeoutUSec: 600e6 });
    const widget = await super.made(frame), { x, y, width, height } = frame;
    // A button has at least 44 pixels.
    const button = this.hasAttribute('decline') ? Math.min(Math.max(height * .12, 44 / innerHeight), height / 2) : 0;
    const rest = button ? height * .98 - button : height;
    const decline = button ? { x, y: y + height - button, width, height: button } : undefined;
    return {
      ...widget, height: rest, [this.kind]: { ...widget[this.kind], challenge: challenge.challenge },
      draw: { ...widget.draw, decline, ...kind ? { steps: challenge.steps } : { images: challenge } },
    };
  }

  async run(stage) {
    const { presentation, signal, touchd } = stage;
    while (!signal.aborted) {
      const { challenge } = this.#challenge;
      this.prompt(this.kind === 'captcha' ? presentation.words('slide') : '');
      let lockedUSec = 0;
      for await (const { attempt, outcome, token } of touchd.stream('io.touchd.captcha.Await', { challenge }, { signal })) {
        if (attempt) this.tell('attempt', attempt);
        lockedUSec = attempt?.waitUSec ?? lockedUSec;
        if (lockedUSec) break;
        if (attempt?.outcome === 'failed' && !outcome) this.#renew(presentation, signal);
        if (outcome) this.tell('outcome', { outcome });
        if (outcome === 'passed') this.tell('passed', { token });
      }
      await pause(lockedUSec ? 900 : 1800, signal);
      if (lockedUSec) await this.#lockOut(lockedUSec, stage);
      if (signal.aborted) return;
      await presentation.update([await this.made(this.frame(), this.screen)]);
    }
  }

  /** Disables the captcha for a while, after too many misses at this panel. */
  async #lockOut(microseconds, stage) {
    await stage.presentation.update([], [this.id]);
    await this.rest(microseconds, stage, 'captcha');
  }

  /** Another picture after a miss, once the miss was shown; none after the last one. */
  async #renew(presentation, signal) {
    await pause(900, signal);
    if (!signal.aborted) await presentation.refresh(this.id).catch(() => {});
  }
}
