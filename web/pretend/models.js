import { byKind } from '../widgets.js';
import { Model, clamp, distance } from './model.js';
import * as puzzles from './puzzles.js';
import * as secrets from './secrets.js';

const rect = (x, y, width, height) => ({ x, y, width, height });

class Button extends Model {
  layout() { return {}; }
  began(place) {
    const { longPressUSec } = this.settings;
    this.start = place;
    this.emit('began');
    if (longPressUSec) this.timer = setTimeout(() => { this.timer = null; this.isLong = true; this.emit('long_pressed'); }, longPressUSec / 1000);
  }
  moved() {}
  ended(place, isLost) {
    clearTimeout(this.timer);
    if (this.isLong) { this.isLong = false; return; }
    if (isLost || distance(place, this.start) > (this.settings.tapSlop ?? 40)) return this.emit('cancelled', undefined, { reason: 'moved_away' });
    this.emit('pressed');
  }
}

/** The common part of sliders: a thumb on a track. */
class Track extends Model {
  get size() {
    const { width, height } = this.frame, thumb = this.isStep ? this.breadth * .7 : 31;
    const { thumbWidth = Math.min(thumb, width), thumbHeight = Math.min(thumb, height) } = this.settings;
    return { width: thumbWidth, height: thumbHeight };
  }
  get isUpright() { return this.settings.orientation === 'vertical'; }
  get length() { return this.isUpright ? this.frame.height : this.frame.width; }
  get breadth() { return this.isUpright ? this.frame.width : this.frame.height; }
  get margin() {
    const { margin = this.isStep ? this.breadth / 2 : 0 } = this.settings;
    return Math.max(margin, (this.isUpright ? this.size.height : this.size.width) / 2);
  }
  at(part) {
    const along = this.margin + part * (this.length - 2 * this.margin), { width, height } = this.frame;
    return this.isUpright ? { x: width / 2, y: height - along } : { x: along, y: height / 2 };
  }
  /** The part of the way that a point is at: below 0 and above 1 beyond the ends. */
  way({ x, y }) { return ((this.isUpright ? this.frame.height - y : x) - this.margin) / (this.length - 2 * this.margin); }
  part(place) { return clamp(this.way(place), 0, 1); }
  layout() {
    const { width, height } = this.frame, thick = this.settings.trackHeight ?? (this.isStep ? this.breadth : 2), { width: w, height: h } = this.size;
    const from = this.margin - Math.min(this.margin, Math.max(this.isUpright ? h : w, thick) / 2), long = this.length - 2 * from;
    const track = this.isUpright ? rect((width - thick) / 2, from, thick, long) : rect(from, (height - thick) / 2, long, thick);
    const center = this.at(this.now);
    return { track, thumb: rect(center.x - w / 2, center.y - h / 2, w, h), ...this.marks };
  }
  /** What a finger holds there: the thumb, which follows it, or the track, for one jump. */
  grip(place) {
    const { track, thumb } = this.layout();
    const { hitMargin = 12, input = 'both', tapOnTrack } = this.settings;
    const isOn = ({ x, y, width, height }) => {
      const round = Math.min(width, height) / 2;
      const [across, down] = [Math.abs(place.x - x - width / 2) - width / 2 + round, Math.abs(place.y - y - height / 2) - height / 2 + round];
      return Math.hypot(Math.max(across, 0), Math.max(down, 0)) <= round + hitMargin;
    };
    if (input !== 'tap' && isOn(thumb)) return 'thumb';
    return input !== 'drag' && tapOnTrack !== 'ignore' && (isOn(thumb) || isOn(track)) ? 'track' : null;
  }
  began(place) {
    this.grabbed = this.grip(place);
    if (!this.grabbed) return false;
    Object.assign(this, { landing: place, before: this.now, hasJumped: false, hasChanged: false });
    this.emit('began', { grabbed: this.grabbed, ...this.told() });
  }
  moved(place) {
    const isNew = this.follow(place);
    this.hasJumped = this.grabbed === 'track';
    if (isNew) this.emit(this.settings.continuous === false ? 'moved' : 'changed', this.told());
  }
  /** Moves the thumb with the finger, and returns whether it moved. */
  follow(place) {
    if (this.hasJumped) return false;
    const { grab, tapOnTrack } = this.settings, finger = this.part(place), before = this.now;
    if (this.grabbed === 'track') this.moveTo(tapOnTrack === 'page' ? clamp(finger, before - this.page, before + this.page) : finger);
    else if (grab === 'center') this.moveTo(finger);
    else this.moveTo(clamp(this.before + (this.way(place) - this.way(this.landing)), 0, 1));
    this.hasChanged = this.hasChanged || this.now !== before;
    return this.now !== before;
  }
  ended(_, isLost) {
    if (isLost && this.settings.onCancel === 'roll_back') this.now = this.before;
    else if (!isLost && this.grabbed === 'track' && this.follow(this.landing)) this.jumped();
    this.settle();
    this.emit(isLost ? 'cancelled' : 'ended', this.told(), { input: this.grabbed === 'thumb' ? 'drag' : 'tap', ...isLost && { reason: 'contact_lost' } });
  }
}

class Slider extends Track {
  constructor(given) {
    super(given);
    const { min = 0, max = 1, value = min, page = .1 } = this.settings;
    this.now = clamp((value - min) / (max - min), 0, 1);
    this.page = page;
  }
  get marks() { return { minCenter: this.at(0), maxCenter: this.at(1) }; }
  moveTo(part) { this.now = part; }
  jumped() { if (this.settings.continuous !== false) this.emit('changed', this.told()); }
  settle() { if (this.settings.continuous === false && this.now !== this.before) this.emit('changed', this.told()); }
  told() { const { min = 0, max = 1 } = this.settings; return { value: min + this.now * (max - min) }; }
}

class StepSlider extends Track {
  static needs = 'nodes';
  constructor(given) {
    super(given);
    this.page = 1 / (this.settings.nodes.length - 1);
    this.nodes = this.settings.nodes.map((_, index) => index * this.page);
    this.now = (this.settings.index ?? 0) * this.page;
  }
  get isStep() { return true; }
  get marks() { return { nodes: this.nodes.map(part => this.at(part)) }; }
  get index() { return Math.floor(this.now / this.page + .5); }
  /** Between nodes only while the thumb is dragged. */
  moveTo(part) {
    this.now = part;
    if (this.grabbed === 'track' || this.settings.liveSnap) this.now = this.index * this.page;
  }
  jumped() {}
  settle() {
    this.now = this.index * this.page;
    if (this.hasChanged) this.emit('snapped', { ...this.told(), node: this.settings.nodes[this.index] });
  }
  told() { return { value: this.now, index: this.index }; }
}

class ConfinedDrag extends Model {
  constructor(given) {
    super(given);
    const { width, height } = this.frame, { inset = 0, radius = Math.min(width, height) / 2 } = this.settings;
    this.center = { x: this.settings.centerX ?? width / 2, y: this.settings.centerY ?? height / 2 };
    this.rim = radius;
    this.radius = radius - inset;
    this.isRing = this.settings.shape === 'ring';
    this.rest = this.handle = { x: this.center.x + (this.isRing ? this.radius : 0), y: this.center.y };
    const { positionX = this.rest.x, positionY = this.rest.y } = this.settings;
    this.moveTo({ x: positionX, y: positionY });
  }
  layout() { return { center: this.center, handle: this.handle, radius: this.radius }; }
  /** On the disc and its handle, or on the ring; to drag by the handle, on that. */
  accepts(place) {
    const { startOutside, grab, input, handleRadius = 22 } = this.settings, far = distance(place, this.center);
    const { inner = this.radius - this.rim / 4, outer = this.radius + this.rim / 4 } = this.settings, isOn = distance(place, this.handle) <= handleRadius;
    if (startOutside !== 'clamp' && !(this.isRing ? far >= inner && far <= outer : far <= this.rim || isOn)) return false;
    return grab !== 'handle' || input !== 'drag' || isOn;
  }
  began(place) {
    if (!this.accepts(place)) return false;
    this.moveTo(place);
    this.emit('began', this.told());
  }
  moved(place) { this.moveTo(place); this.emit('moved', this.told()); }
  moveTo({ x, y }) {
    const [dx, dy] = [x - this.center.x, y - this.center.y], far = Math.hypot(dx, dy);
    this.clamped = far > this.radius;
    const reach = this.isRing ? this.radius : Math.min(far, this.radius), scale = far ? reach / far : 0;
    this.handle = { x: this.center.x + dx * scale, y: this.center.y + dy * scale };
  }
  told() {
    const dx = (this.handle.x - this.center.x) / this.radius, dy = (this.handle.y - this.center.y) / this.radius;
    const angle = (Math.atan2(dy, dx) * 180 / Math.PI + 360) % 360;
    return { ...this.handle, dx, dy, distance: Math.hypot(dx, dy), angle, clamped: !this.isRing && !!this.clamped };
  }
  ended(_, isLost) {
    this.clamped = false;
    this.emit(isLost ? 'cancelled' : 'ended', this.told(), isLost ? { reason: 'contact_lost' } : undefined);
    if (this.settings.onRelease !== 'recenter') return;
    this.handle = this.rest;
    this.emit('recentered', this.told());
  }
}

class InertialDrag extends Model {
  constructor(given) {
    super(given);
    const { objectWidth = 40, objectHeight = 40, positionX = this.frame.width / 2, positionY = this.frame.height / 2 } = this.settings;
    Object.assign(this, { size: rect(0, 0, objectWidth, objectHeight), place: { x: positionX, y: positionY } });
  }
  layout() {
    const { width, height } = this.size;
    return { object: rect(this.place.x - width / 2, this.place.y - height / 2, width, height) };
  }
  /** On the object, or anywhere; in flight it is caught where it is then. */
  began(place) {
    const isCaught = !!this.flight, isOn = this.isOn(place), { grab, input } = this.settings;
    if (grab === 'object' && !isCaught && !isOn && !['tap', 'both'].includes(input)) return false;
    if (isCaught) {
      clearTimeout(this.flight.timer);
      this.place = this.flight.at();
      this.flight = null;
      this.emit('caught', this.place);
    }
    Object.assign(this, {
      start: place, grab: { x: place.x - this.place.x, y: place.y - this.place.y }, isOver: false,
      trail: [{ ...this.place, at: performance.now() }], isTap: ['tap', 'both'].includes(input) && !isCaught && !isOn,
    });
    this.emit('began', this.place);
  }
  isOn({ x, y }) { return Math.abs(x - this.place.x) <= this.size.width / 2 && Math.abs(y - this.place.y) <= this.size.height / 2; }
  within({ x, y }) {
    const { width, height } = this.size;
    return { x: clamp(x, width / 2, this.frame.width - width / 2), y: clamp(y, height / 2, this.frame.height - height / 2) };
  }
  moved(place) {
    if (distance(place, this.start) > 10) this.isTap = false;
    if (this.isOver) return;
    if (this.settings.input === 'tap') {
      if (this.isTap) return;
      this.isOver = true;
      return this.emit('cancelled', this.place, { reason: 'moved_away' });
    }
    this.place = this.within({ x: place.x - this.grab.x, y: place.y - this.grab.y });
    this.trail = [...this.trail, { ...this.place, at: performance.now() }].slice(-5);
    this.emit('moved', this.place);
  }
  ended(_, isLost) {
    if (this.isOver) return;
    if (isLost) return this.emit('cancelled', this.place, { reason: 'contact_lost' });
    if (this.isTap) return this.release({ x: 0, y: 0 }, this.within(this.start));
    const [first, last] = [this.trail[0], this.trail[this.trail.length - 1]], time = Math.max(last.at - first.at, 1) / 1000;
    const [velocityX, velocityY] = [(last.x - first.x) / time, (last.y - first.y) / time];
    const target = this.within({ x: this.place.x + velocityX * .25, y: this.place.y + velocityY * .25 });
    this.release({ x: velocityX, y: velocityY }, Math.hypot(velocityX, velocityY) > 50 ? target : this.place);
  }
  /** It flies on, fast at first, and settles. */
  release(velocity, target) {
    const from = this.place, began = performance.now(), durationUSec = target === from ? 0 : this.settings.durationUSec ?? 1000000;
    this.emit('released', { ...from, targetX: target.x, targetY: target.y, velocityX: velocity.x, velocityY: velocity.y, durationUSec, curve: [.1, .9, .2, 1] });
    this.flight = {
      at: () => {
        const part = 1 - (1 - Math.min((performance.now() - began) * 1000 / durationUSec, 1)) ** 4;
        return { x: from.x + (target.x - from.x) * part, y: from.y + (target.y - from.y) * part };
      },
      timer: setTimeout(() => {
        Object.assign(this, { flight: null, place: target });
        this.emit('settled', target);
      }, durationUSec / 1000),
    };
  }
}

class ReorderList extends Model {
  static needs = 'items';
  constructor(given) {
    super(given);
    const { items, sections = [{}], rowHeight = 80 } = this.settings;
    this.rows = items.map(({ id, height = rowHeight, canMove = true, canDrop = true }) => ({ id, height, canMove, canDrop }));
    this.head = sections[0]?.header ?? 0;      // one section is enough to see how it looks
    this.offset = this.settings.offset ?? 0;
  }
  top(index) { return this.head + this.rows.slice(0, index).reduce((sum, { height }) => sum + height, 0) - this.offset; }
  layout() {
    const rows = this.rows.map(({ height }, index) => rect(0, this.top(index), this.frame.width, height));
    return { rows, offset: this.offset, contentHeight: this.top(this.rows.length) + this.offset };
  }
  at(place) { return this.rows.findIndex(({ height }, index) => place.y >= this.top(index) && place.y < this.top(index) + height); }
  /** A row is held until it is lifted, or tapped and then put where the next tap is. */
  began(place) {
    const index = this.at(place), row = this.rows[index];
    Object.assign(this, { start: place, hasStrayed: false });
    if (this.isChosen) return;
    if (!row) return false;
    Object.assign(this, { held: { id: row.id, from: index, grab: place.y - this.top(index) - row.height / 2 }, isLifted: false, isOver: false });
    this.emit('began', { id: row.id, index });
    if (this.settings.input === 'tap') return;
    this.timer = setTimeout(() => { if (row.canMove) this.lift(this.middle(place)); else this.reject('cannot_move'); }, (this.settings.pressUSec ?? 500000) / 1000);
  }
  lift(y) {
    this.isLifted = true;
    this.emit('lifted', { id: this.held.id, index: this.held.from, y, scale: 1.03 });
  }
  reject(reason) {
    Object.assign(this, { isLifted: false, isChosen: false, isOver: true });
    this.emit('rejected', { id: this.held.id }, { reason, hint: { kind: 'shake', durationUSec: 400000, pixels: 3, times: 2 } });
  }
  /** The first tap lifts the row; the second puts it down. */
  tap() {
    const { id, from } = this.held, row = this.rows[from], order = () => this.rows.map(({ id }) => id);
    clearTimeout(this.timer);
    if (!this.isChosen) {
      if (!row.canMove) return this.reject('cannot_move');
      this.isChosen = true;
      this.lift(this.top(from) + row.height / 2);
      this.timer = setTimeout(() => { this.isChosen = false; this.emit('cancelled', { id, order: order() }, { reason: 'timed_out' }); }, 30000);
      return;
    }
    const found = this.at(this.start), to = found < 0 ? this.rows.length - 1 : found;
    if (!this.rows[to].canDrop) return this.reject('cannot_drop');
    this.isChosen = this.isLifted = false;
    if (to === from) return this.emit('cancelled', { id, order: order() }, { reason: 'put_back' });
    this.rows.splice(from, 1);
    this.rows.splice(to, 0, row);
    this.emit('moved', { id, from, to });
    this.emit('dropped', { id, from, to, order: order() });
  }
  middle({ y }) { return y - this.held.grab; }
  moved(place) {
    if (distance(place, this.start) > 10) {
      this.hasStrayed = true;
      if (!this.isLifted) clearTimeout(this.timer);
    }
    if (!this.isLifted || this.isChosen) return;
    const y = this.middle(place), from = this.rows.findIndex(({ id }) => id === this.held.id), row = this.rows[from];
    this.emit('dragged', { y, offset: this.offset });
    const to = this.rows.findIndex(({ height }, index) => index !== from && Math.abs(this.top(index) + height / 2 - y) < height / 2);
    if (to < 0) return;
    this.rows.splice(from, 1);
    this.rows.splice(to, 0, row);
    this.emit('moved', { id: row.id, from, to });
  }
  ended(_, isLost) {
    if (this.isOver) return;
    if (this.isChosen) {
      if (!isLost && !this.hasStrayed) this.tap();
      return;
    }
    clearTimeout(this.timer);
    if (['tap', 'both'].includes(this.settings.input) && !this.isLifted && !isLost && !this.hasStrayed) return this.tap();
    const order = this.rows.map(({ id }) => id), to = order.indexOf(this.held.id), { id, from } = this.held;
    if (this.isLifted && !isLost) this.emit('dropped', { id, from, to, order });
    else this.emit('cancelled', { id, order }, { reason: isLost ? 'contact_lost' : 'not_held' });
  }
}

export const models = byKind({ ...secrets, ...puzzles, Button, Slider, StepSlider, ConfinedDrag, InertialDrag, ReorderList });

/** A secret of each kind. */
export const samples = Object.fromEntries(Object.entries(models).filter(([, { sample }]) => sample).map(([kind, { sample }]) => [kind, sample]));
