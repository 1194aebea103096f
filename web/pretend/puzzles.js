import { Model, clamp, distance } from './model.js';

// How long a miss is seen, and how long the next touch of a rhythm is waited for.
const lingering = 400, patience = 10000;

/** What shows a challenge: it can be solved once, and is as at first after a miss. A kind has `reset()`, and `told`, its part of events. */
class Puzzle extends Model {
  constructor(given) {
    super(given);
    this.challenge = this.challenges.get(this.settings.challengeId);
    if (this.challenge) Object.assign(this.challenge, { rearm: () => this.rearm(), declined: () => this.emit('declined') });
    this.reset();
  }

  /** The attempt is over; without a challenge there is another one. */
  judge(passed, more) {
    this.isSpent = true;
    this.emit(passed ? 'solved' : 'missed', this.told, more);
    const isAsked = this.challenge && this.settings.challengeId;
    if (isAsked) this.challenges.judge(this.settings.challengeId, passed);
    this.emit('judged', undefined, { judged: { passed, reason: passed ? undefined : 'missed' } });
    if (!passed && !isAsked) setTimeout(() => this.rearm(), lingering);
  }

  rearm() {
    this.reset();
    this.emit('rearmed', this.told);
  }
}

export class Captcha extends Puzzle {
  get told() { return this.corner; }

  /** Where the picture is, and how large one of its pixels. */
  get place() {
    const { width, height } = this.frame, scale = Math.min(width / 400, height / 268);
    return { x: (width - 400 * scale) / 2, y: (height - 268 * scale) / 2, scale };
  }

  get side() { return 60 * this.place.scale; }

  reset() {
    const { x, y, scale } = this.place, { start = { x: 10, y: 104 } } = this.challenge ?? {};
    this.corner = { x: x + start.x * scale, y: y + start.y * scale };
    this.isSpent = false;
  }

  layout() {
    const { x, y, scale } = this.place, { corner, side } = this;
    return {
      picture: { x, y, width: 400 * scale, height: 268 * scale },
      piece: { ...corner, width: side, height: side },
      outline: [[0, 0], [1, 0], [1, 1], [0, 1]].map(([across, down]) => ({ x: corner.x + across * side, y: corner.y + down * side })),
    };
  }

  began(place) {
    const { corner, side } = this, offset = { x: place.x - corner.x, y: place.y - corner.y };
    if (this.isSpent || offset.x < 0 || offset.y < 0 || offset.x > side || offset.y > side) return false;
    this.grab = offset;
    this.emit('began', corner);
  }

  moved({ x, y }) {
    const { place, side } = this;
    this.corner = {
      x: clamp(x - this.grab.x, place.x, place.x + 400 * place.scale - side), y: clamp(y - this.grab.y, place.y, place.y + 268 * place.scale - side),
    };
    this.emit('moved', this.corner);
  }

  ended(_, isLost) {
    if (isLost) { this.rearm(); return this.emit('cancelled', this.corner, { reason: 'contact_lost' }); }
    const { x, y, scale } = this.place, { gap } = this.challenge ?? {};
    const passed = !!gap && distance(this.corner, { x: x + gap.x * scale, y: y + gap.y * scale }) < 8 * scale;
    this.judge(passed, passed ? undefined : { hint: { kind: 'shake', durationUSec: lingering * 1000, pixels: 3, times: 2 } });
  }
}

export class Gesture extends Puzzle {
  get told() { return { count: this.done.length }; }
  reset() { Object.assign(this, { done: [], isSpent: false }); }
  layout() { return {}; }

  began() {
    if (this.isSpent) return false;
    clearTimeout(this.timer);
    this.since = performance.now();
    if (!this.done.length) this.emit('began', this.told);
    this.timer = setTimeout(() => this.emit('held', this.told), 800);
  }

  moved() {}

  ended(_, isLost) {
    clearTimeout(this.timer);
    if (isLost) return this.giveUp('contact_lost');
    this.done.push(performance.now() - this.since);
    this.emit('touched', this.told);
    const wanted = (this.challenge?.steps ?? []).flatMap(({ act, count }) => Array(count).fill(act));
    if (this.done.length < wanted.length) {
      this.timer = setTimeout(() => this.giveUp('timed_out'), patience);
      return;
    }
    // At anybody's pace: a hold is half as long again as any tap.
    const times = act => this.done.filter((_, touch) => wanted[touch] === act);
    const passed = Math.min(...times('hold')) > 1.5 * Math.max(...times('tap'), 200);
    this.judge(passed);
  }

  /** Costs no attempt. */
  giveUp(reason) {
    this.emit('cancelled', this.told, { reason });
    this.rearm();
  }
}
