// After an entry, wrong or right, the next one may begin once the result was shown.
const lingering = 900;

export class Pattern {
  constructor(given) { Object.assign(this, given, { chosen: [], isSpent: false }); }

  get grid() {
    const { rows = 3, columns = 3, hitRadiusFraction = .3 } = this.settings, { width, height } = this.frame;
    const across = width / columns, down = height / rows;
    const dots = Array.from({ length: rows * columns }, (_, dot) => ({ x: (dot % columns + .5) * across, y: (Math.floor(dot / columns) + .5) * down }));
    return { dots, hitRadius: hitRadiusFraction * Math.min(across, down), columns };
  }

  layout() {
    const { dots, hitRadius } = this.grid;
    return { dots: dots.map(({ x, y }) => ({ x: this.frame.x + x, y: this.frame.y + y })), hitRadius };
  }

  began(place) {
    if (this.isSpent) return false;
    this.chosen = [];
    this.emit('began', {});
    this.moved(place);
  }

  hit({ x, y }) {
    const { dots, hitRadius } = this.grid;
    return dots.findIndex(dot => Math.hypot(dot.x - x, dot.y - y) < hitRadius);
  }

  moved(place) {
    const dot = this.hit(place), { columns } = this.grid, last = this.chosen[this.chosen.length - 1], isLive = this.settings.trail === 'live';
    if (dot >= 0 && !this.chosen.includes(dot)) {
      // The line connects a dot that lies between two others.
      const between = (dot + last) / 2, isStraight = last !== undefined && Number.isInteger(between)
        && (dot % columns + last % columns) / 2 === between % columns;
      if (isStraight && !this.chosen.includes(between)) this.add(between, isLive);
      this.add(dot, isLive);
    }
    if (isLive) this.emit('moved', { count: this.chosen.length, ...place });
  }

  add(dot, isLive) {
    const { dots } = this.grid, last = dots[this.chosen[this.chosen.length - 1]];
    this.chosen.push(dot);
    const angle = last ? Math.atan2(dots[dot].x - last.x, last.y - dots[dot].y) * 180 / Math.PI : undefined;
    this.emit('dot', { count: this.chosen.length, ...isLive && { dot, angle } });
  }

  ended(_, isLost) {
    if (isLost) return this.emit('cancelled', {}, { reason: 'contact_lost' });
    if (!this.chosen.length) return this.emit('cancelled', {}, { reason: 'empty' });
    this.isSpent = true;
    const minDots = this.settings.minDots ?? 4;
    if (this.chosen.length < minDots) this.emit('too_short', { count: this.chosen.length, minDots });
    else {
      this.emit('completed', { count: this.chosen.length });
      this.entered([...this.chosen]);
    }
    setTimeout(() => { this.isSpent = false; this.emit('cleared', {}); }, lingering);
  }
}

export class Pin {
  constructor(given) { Object.assign(this, given, { digits: '', isSpent: false }); }

  get keys() {
    const width = this.frame.width / 3, height = this.frame.height / 4;
    return Array.from({ length: 12 }, (_, key) => ({ x: key % 3 * width, y: Math.floor(key / 3) * height, width, height }));
  }

  get labels() { return ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'backspace', '0', 'enter']; }

  layout() { return { keys: this.keys.map(key => ({ ...key, x: key.x + this.frame.x, y: key.y + this.frame.y })), labels: this.labels }; }

  began(place) {
    if (this.isSpent) return false;
    this.pressed = this.key(place);
    if (this.isEntering) return;
    this.isEntering = true;
    this.emit('began', {});
  }

  key(place) {
    return this.labels[this.keys.findIndex(({ x, y, width, height }) => place.x >= x && place.y >= y && place.x < x + width && place.y < y + height)];
  }

  /** A finger that leaves its key cannot press it any longer. */
  moved(place) { if (this.key(place) !== this.pressed) this.pressed = null; }

  ended(place, isLost) {
    if (isLost || this.key(place) !== this.pressed) return;
    if (this.pressed === 'enter' && !this.digits) {
      this.isEntering = false;
      return this.emit('cancelled', {}, { reason: 'empty' });
    }
    if (this.pressed === 'backspace') this.digits = this.digits.slice(0, -1);
    else if (this.pressed !== 'enter') this.digits += this.pressed;
    else {
      const { digits } = this, minDigits = this.settings.minDigits ?? 4;
      this.digits = '';
      this.isEntering = false;
      this.isSpent = true;
      if (digits.length < minDigits) this.emit('too_short', { minDigits });
      else {
        this.emit('completed', {});
        this.entered(digits);
      }
      setTimeout(() => { this.isSpent = false; this.emit('cleared', {}); }, lingering);
    }
  }
}
