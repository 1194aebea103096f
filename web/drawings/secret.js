import { Drawing } from './drawing.js';

/** The base of widgets for secrets: progress and result of an entry. */
export class Secret extends Drawing {
  /** The settings of its kind. */
  get settings() { return this.widget[this.widget.kind]; }

  get name() { return this.say.words(this.asking); }
  /** What to do, as the key of a sentence. */
  get asking() { return this.settings?.purpose === 'enroll' ? 'draw_new' : 'draw'; }

  /** Moves the parts to their places for the next entry. */
  settle() {
    if (!this.next) return;
    const layout = { ...this.layout, ...this.next };
    this.next = null;
    this.place(layout);
  }

  event(event) {
    const own = event[this.widget.kind];
    switch (event.name) {
      case 'began':
        this.rest();
        this.clear();
        this.settle();
        this.mood('drawing');
        this.say('drawing', 'busy');
        break;
      case 'completed': this.end('checking'); this.say('checking', 'busy'); break;
      case 'too_short': this.end('wrong'); this.say('too_short', 'wrong', own.minDots ?? own.minDigits); break;
      case 'start_over': this.isRecorded = false;   // fall through
      case 'too_sparse': case 'mismatch': this.end('wrong'); this.say(event.name, 'wrong'); break;
      case 'first_recorded': this.isRecorded = true; this.end('right'); this.say('draw_again', 'prompt'); break;
      case 'enrolled': this.isRecorded = false; this.end('right'); this.say('stored', 'right'); break;
      case 'cancelled':
        this.clear();
        if (['contact_lost', 'timed_out'].includes(event.reason)) this.say(event.reason, 'wrong');
        break;
      case 'cleared': this.cleared(); break;
      case 'placed':
        this.next = this.placed?.(own) ?? own;
        if (!this.lingering) this.settle();   // otherwise the right entry is still shown at its old place
        break;
      case 'judged':
        // An entry on the drawing that this one has replaced: nothing clears it.
        if (!/checking|away/.test(this.group.dataset.mood)) this.lingering = setTimeout(() => this.cleared(), 900);
        this.end(event.judged.passed ? 'right' : 'wrong');
        if (!event.judged.passed) this.isRecorded = false;
        if (!event.judged.passed) this.say(event.judged.reason ?? 'refused', 'wrong');
        else if (this.settings?.purpose !== 'enroll') this.say('right', 'right');
        break;
    }
  }

  end(mood) { this.mood(mood); }

  /** A wrong entry was already shown long enough; others are shown for a moment here, so that their color is seen. */
  cleared() {
    if (this.group.dataset.mood !== 'wrong') {
      this.lingering = setTimeout(() => { this.rest(); this.clear(); this.settle(); this.draw(); }, 500);
      return;
    }
    this.clear();
    this.say(this.isRecorded ? 'draw_again' : this.asking, 'prompt');
  }

  rest() { clearTimeout(this.lingering); this.lingering = null; }
  clear() { this.mood(''); }

  remove() {
    this.rest();
    super.remove();
  }
}
