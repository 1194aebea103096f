import { TouchdError, isLasting, pause } from '../connection.js';
import { SpokenWidget } from './spoken.js';

/**
 * A widget for a secret. With the attribute `user` it requests that user's, or with `purpose="enroll"` a new one, and fires
 * `touchd-attempt` and `touchd-passed`; without it, the page makes these calls.
 */
export class SecretWidget extends SpokenWidget {
  /** What `run` is for: something else ends it, and it begins anew. */
  get task() { return `${this.getAttribute('user')} ${this.getAttribute('purpose')} ${this.matches(':disabled')}`; }

  async run(stage) {
    const { scene, presentation, signal, touchd } = stage, user = this.getAttribute('user');
    this.greet(user ?? '');
    if (!user || this.matches(':disabled')) return;
    while (!signal.aborted) {
      const isNew = this.getAttribute('purpose') === 'enroll', method = `io.touchd.unlock.${isNew ? 'Enroll' : 'Verify'}`;
      const { users, asked } = await touchd.call('io.touchd.unlock.Users', { name: user });
      const key = isNew ? asked ? 'draw_asked' : 'draw_new' : 'draw', ask = () => this.prompt(presentation.words(key, undefined, this.kind));
      const wait = ({ waitUSec, locked }) => {
        if (locked || waitUSec || this.resting) this.rest(locked ? Infinity : waitUSec, stage, this.kind).then(() => signal.aborted || ask());
      };
      if (!isNew && !users.length) throw new TouchdError('io.touchd.unlock.NoSuchUser', { user });
      if (!isNew) wait(users[0]);
      try {
        for await (const { ready, attempt, outcome, reason, secret } of touchd.stream(method, { user, scene, widget: this.id }, { signal })) {
          if (ready && !this.resting) ask();
          if (attempt) {
            this.tell('attempt', attempt);
            wait(attempt);
          }
          if (!outcome) continue;
          if (reason) this.prompt(presentation.words(reason, undefined, this.kind));
          this.tell('outcome', { outcome, user, reason, secret });
          if (outcome === 'passed') this.tell('passed', { user });
        }
        await pause(1500, signal);
      } catch (error) {
        // The widget has moved, or another call has not ended yet: retry.
        if (signal.aborted || isLasting(error)) throw error;
        await pause(300, signal);
      }
    }
  }

  /** One that has moved begins anew. */
  drawn(drawing) {
    super.drawn(drawing);
    if (this.resting) this.screen.presentation.disable(this.id, true);
    else if (this.lineOf('prompt').textContent) this.prompt(drawing.name);
  }
}
