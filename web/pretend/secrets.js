import { Model, distance } from './model.js';

// How long the next tap is waited for, how long a wrong entry is seen, and how far a finger strays that still taps.
const patience = 30000, wrongShown = 1000, slop = 10;
const divisor = (one, other) => other ? divisor(other, one % other) : one;

/** What takes a secret: every entry is judged, two equal ones enroll, and a wrong one is seen for a second. */
class Secret extends Model {
  state = 'idle'; parts = []; first = null; second = null;

  begin() {
    clearTimeout(this.timer);
    this.parts = [];
    this.emit('began', {});
  }

  /** The entry is over. */
  finish(least, told) {
    const entry = String(this.entry), { first, second } = this;
    if (this.parts.length < least) this.emit('too_short', told);
    else if (first !== null && second === null && first !== entry) {
      this.second = entry;
      this.emit('mismatch', {});
    } else if (first !== null && ![first, second].includes(entry)) {
      this.first = this.second = null;
      this.emit('start_over', {});
    } else {
      this.state = 'checking';
      this.emit('completed', told);
      return this.entered(this.entry);
    }
    this.refuse();
  }

  /** Whether the entry was right, good enough or stored. */
  judged(passed) {
    if (this.state !== 'checking') return;
    const isNew = this.settings.purpose === 'enroll', isFirst = this.first === null;
    if (isNew && passed) this.emit(isFirst ? 'first_recorded' : 'enrolled');
    this.first = isNew && passed && isFirst ? String(this.entry) : null;
    this.second = null;
    if (passed) this.clear();
    else this.refuse();
  }

  /** Who begins meanwhile need not wait. */
  refuse() {
    this.state = 'refused';
    this.timer = setTimeout(() => this.clear(), wrongShown);
  }

  wait() {
    this.state = 'waiting';
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.cancel('timed_out'), patience);
  }

  cancel(reason) {
    this.emit('cancelled', {}, { reason });
    this.clear();
  }

  clear() {
    clearTimeout(this.timer);
    Object.assign(this, { state: 'idle', parts: [] });
    this.emit('cleared', {});
  }
}

export class Pattern extends Secret {
  static sample = [0, 3, 7, 4, 8];
  get entry() { return [...this.parts]; }

  get grid() {
    const { rows = 3, columns = 3, hitRadiusFraction = .3 } = this.settings, { width, height } = this.frame;
    const across = width / columns, down = height / rows;
    const dots = Array.from({ length: rows * columns }, (_, dot) => ({ x: (dot % columns + .5) * across, y: (Math.floor(dot / columns) + .5) * down }));
    return { dots, hitRadius: hitRadiusFraction * Math.min(across, down), columns };
  }

  layout() {
    const { dots, hitRadius } = this.grid;
    return { dots, hitRadius };
  }

  /** A line, or with `input` tap or after a single dot a tap on each dot; a tap on the last one again ends it. */
  began(place) {
    if (this.state === 'checking') return false;
    Object.assign(this, { start: place, last: place, hasStrayed: false });
    if (this.state === 'waiting') {
      clearTimeout(this.timer);
      this.state = 'tapping';
      return;
    }
    this.begin();
    this.state = this.settings.input === 'tap' ? 'tapping' : 'drawing';
    if (this.state === 'drawing') this.touch(place);
  }

  hit(place) {
    const { dots, hitRadius } = this.grid;
    return dots.findIndex(dot => distance(dot, place) <= hitRadius);
  }

  moved(place) {
    if (distance(place, this.start) > slop) this.hasStrayed = true;
    if (this.state !== 'drawing') return;
    const { last } = this, far = distance(place, last);
    // The line between two places goes over dots too.
    const steps = this.settings.decoder === 'points' ? 1 : Math.max(Math.ceil(far / (this.grid.hitRadius / 4)), 1);
    for (let step = 1; step <= steps; step++) {
      const part = step / steps;
      this.touch({ x: last.x + (place.x - last.x) * part, y: last.y + (place.y - last.y) * part });
    }
    this.last = place;
    if (this.settings.trail === 'live') this.emit('moved', { count: this.parts.length, ...place });
  }

  /** Connects the dot at a place, and those that a straight line to it goes through. */
  touch(place) {
    const dot = this.hit(place), { columns } = this.grid, last = this.parts[this.parts.length - 1];
    if (dot < 0 || this.parts.includes(dot)) return;
    if (last !== undefined) {
      const down = Math.floor(dot / columns) - Math.floor(last / columns), across = dot % columns - last % columns;
      const steps = divisor(Math.abs(down), Math.abs(across));
      for (let step = 1; step < steps; step++) this.add(last + (down * columns + across) / steps * step);
    }
    this.add(dot);
  }

  add(dot) {
    if (this.parts.includes(dot)) return;
    const { dots } = this.grid, last = dots[this.parts[this.parts.length - 1]];
    this.parts.push(dot);
    const angle = last ? Math.atan2(dots[dot].x - last.x, last.y - dots[dot].y) * 180 / Math.PI : undefined;
    this.emit('dot', { count: this.parts.length, ...this.settings.trail === 'live' && { dot, angle } });
  }

  ended(_, isLost) {
    const { parts } = this, { minDots = 4, input = 'drag' } = this.settings, told = { count: parts.length, minDots };
    if (this.state === 'drawing') {
      if (isLost) return this.cancel('contact_lost');
      if (!parts.length) return this.cancel('empty');
      if (input === 'both' && parts.length === 1) return this.wait();
      return this.finish(minDots, told);
    }
    const dot = isLost || this.hasStrayed ? -1 : this.hit(this.start);
    if (dot >= 0 && dot === parts[parts.length - 1]) return this.finish(minDots, told);
    if (dot >= 0) this.touch(this.start);
    if (parts.length) this.wait();
    else this.cancel(isLost ? 'contact_lost' : 'empty');
  }
}

export class Pin extends Secret {
  static sample = '4927';
  get entry() { return this.parts.join(''); }

  get keys() {
    const width = this.frame.width / 3, height = this.frame.height / 4;
    return Array.from({ length: 12 }, (_, key) => ({ x: key % 3 * width, y: Math.floor(key / 3) * height, width, height }));
  }

  get labels() { return ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'backspace', '0', 'enter']; }

  layout() { return { keys: this.keys.map((key, index) => ({ label: this.labels[index], ...key })) }; }

  began(place) {
    if (this.state === 'checking') return false;
    this.pressed = this.key(place);
    if (this.state !== 'waiting') this.begin();
    clearTimeout(this.timer);
  }

  key(place) {
    return this.labels[this.keys.findIndex(({ x, y, width, height }) => place.x >= x && place.y >= y && place.x < x + width && place.y < y + height)];
  }

  /** A finger that leaves its key cannot press it any longer. */
  moved(place) { if (this.key(place) !== this.pressed) this.pressed = null; }

  ended(place, isLost) {
    this.wait();
    if (isLost || this.key(place) !== this.pressed) return;
    const { minDigits = 4 } = this.settings;
    if (this.pressed === 'backspace') this.parts.pop();
    else if (this.pressed !== 'enter') this.parts.push(this.pressed);
    else {
      clearTimeout(this.timer);
      if (this.parts.length) this.finish(minDigits, { minDigits });
      else this.cancel('empty');
    }
  }
}
