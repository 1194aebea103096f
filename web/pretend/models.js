import { Captcha, Gesture } from './puzzles.js';
import { Pattern, Pin } from './secrets.js';

const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
const rect = (x, y, width, height) => ({ x, y, width, height });

/** Places come in pixels of the widget; a layout has pixels of the view. */
class Model {
  constructor(given) { Object.assign(this, given); }
}

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
    if (isLost || Math.hypot(place.x - this.start.x, place.y - this.start.y) > (this.settings.tapSlop ?? 40)) return this.emit('cancelled', undefined, { reason: 'moved_away' });
    this.emit('pressed');
  }
}

/** The common part of sliders: a thumb on a track. */
class Track extends Model {
  get size() {
    const { thumbWidth = this.step ? 32 : 31, thumbHeight = this.step ? this.frame.height * .7 : 31 } = this.settings;
    return { width: thumbWidth, height: thumbHeight };
  }
  get isUpright() { return this.settings.orientation === 'vertical'; }
  get length() { return this.isUpright ? this.frame.height : this.frame.width; }
  get margin() { return this.settings.margin || (this.isUpright ? this.size.height : this.size.width) / 2; }
  at(part) {
    const along = this.margin + part * (this.length - 2 * this.margin), { x, y, width, height } = this.frame;
    return this.isUpright ? { x: x + width / 2, y: y + height - along } : { x: x + along, y: y + height / 2 };
  }
  part({ x, y }) {
    const along = this.isUpright ? this.frame.height - y : x;
    return clamp((along - this.margin) / (this.length - 2 * this.margin), 0, 1);
  }
  layout() {
    const { x, y, width, height } = this.frame, thick = this.settings.trackHeight ?? (this.step ? height : 2), { width: w, height: h } = this.size;
    const track = this.isUpright ? rect(x + (width - thick) / 2, y, thick, height) : rect(x, y + (height - thick) / 2, width, thick);
    const center = this.at(this.now);
    return { track, thumb: rect(center.x - w / 2, center.y - h / 2, w, h), ends: [this.at(0), this.at(1)], nodes: this.nodes?.map(part => this.at(part)) };
  }
  /** Whether a point is on the thumb or the rounded track, or within the margin. */
  accepts(place) {
    const { track, thumb } = this.layout(), at = { x: place.x + this.frame.x, y: place.y + this.frame.y }, { hitMargin = 12, input } = this.settings;
    return [thumb, ...input === 'drag' ? [] : [track]].some(({ x, y, width, height }) => {
      const round = Math.min(width, height) / 2;
      const [across, down] = [Math.abs(at.x - x - width / 2) - width / 2 + round, Math.abs(at.y - y - height / 2) - height / 2 + round];
      return Math.hypot(Math.max(across, 0), Math.max(down, 0)) <= round + hitMargin;
    });
  }
  began(place) {
    if (!this.accepts(place)) return false;
    this.emit('began', this.told());
    this.moved(place);
  }
  moved(place) { if (this.moveTo(this.part(place))) this.emit('changed', this.told()); }
  ended(_, isLost) { this.settle(); this.emit(isLost ? 'cancelled' : 'ended', this.told(), isLost ? { reason: 'contact_lost' } : undefined); }
  settle() {}
}

class Slider extends Track {
  constructor(given) {
    super(given);
    const { min = 0, max = 1, value = min } = this.settings;
    this.now = (value - min) / (max - min);
  }
  moveTo(part) { const isNew = part !== this.now; this.now = part; return isNew; }
  told() { const { min = 0, max = 1 } = this.settings; return { value: min + this.now * (max - min) }; }
}

class StepSlider extends Track {
  constructor(given) {
    super(given);
    this.step = 1 / (this.settings.nodes.length - 1);
    this.nodes = this.settings.nodes.map((_, index) => index * this.step);
    this.now = (this.settings.index ?? 0) * this.step;
  }
  get index() { return Math.round(this.now / this.step); }
  moveTo(part) { this.now = part; return true; }
  settle() { this.now = this.index * this.step; this.emit('snapped', this.told()); }
  told() { return { value: this.now, index: this.index, node: this.settings.nodes[this.index] }; }
}

class ConfinedDrag extends Model {
  constructor(given) {
    super(given);
    const { width, height } = this.frame, { inset = 0 } = this.settings;
    this.center = { x: this.settings.centerX ?? width / 2, y: this.settings.centerY ?? height / 2 };
    this.radius = this.settings.radius ?? Math.min(width, height) / 2 - inset;
    this.isRing = this.settings.shape === 'ring';
    this.rest = this.handle = { x: this.center.x + (this.isRing ? this.radius : 0), y: this.center.y };
  }
  layout() {
    const shift = ({ x, y }) => ({ x: this.frame.x + x, y: this.frame.y + y });
    return { center: [shift(this.center)], handle: [shift(this.handle)], radius: this.radius };
  }
  began(place) { this.moveTo(place); this.emit('began', this.told()); }
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
    return { object: rect(this.frame.x + this.place.x - width / 2, this.frame.y + this.place.y - height / 2, width, height) };
  }
  began(place) {
    this.grab = { x: place.x - this.place.x, y: place.y - this.place.y };
    this.trail = [];
    this.emit('began', this.place);
    this.moved(place);
  }
  within({ x, y }) {
    const { width, height } = this.size;
    return { x: clamp(x, width / 2, this.frame.width - width / 2), y: clamp(y, height / 2, this.frame.height - height / 2) };
  }
  moved({ x, y }) {
    this.place = this.within({ x: x - this.grab.x, y: y - this.grab.y });
    this.trail = [...this.trail, { ...this.place, at: performance.now() }].slice(-5);
    this.emit('moved', this.place);
  }
  ended(_, isLost) {
    if (isLost) return this.emit('cancelled', this.place, { reason: 'contact_lost' });
    const [first, last] = [this.trail[0], this.trail[this.trail.length - 1]], time = Math.max(last.at - first.at, 1) / 1000;
    const [velocityX, velocityY] = [(last.x - first.x) / time, (last.y - first.y) / time];
    const target = this.within({ x: this.place.x + velocityX * .25, y: this.place.y + velocityY * .25 });
    const durationUSec = Math.hypot(velocityX, velocityY) > 50 ? 500000 : 0;
    this.emit('released', { ...this.place, targetX: target.x, targetY: target.y, velocityX, velocityY, durationUSec, curve: [.2, .8, .3, 1] });
    this.place = target;
    setTimeout(() => this.emit('settled', this.place), durationUSec / 1000);
  }
}

class ReorderList extends Model {
  constructor(given) {
    super(given);
    const { items, sections = [{}], rowHeight = 80 } = this.settings;
    this.rows = items.map(({ id, height = rowHeight }) => ({ id, height }));
    this.head = sections[0]?.header ?? 0;      // one section is enough to see how it looks
    this.offset = this.settings.offset ?? 0;
  }
  top(index) { return this.head + this.rows.slice(0, index).reduce((sum, { height }) => sum + height, 0) - this.offset; }
  layout() {
    const { x, y, width } = this.frame, rows = this.rows.map(({ height }, index) => rect(x, y + this.top(index), width, height));
    return { rows, offset: this.offset, contentHeight: this.top(this.rows.length) + this.offset };
  }
  began(place) {
    const index = this.rows.findIndex(({ height }, index) => place.y >= this.top(index) && place.y < this.top(index) + height);
    if (index < 0) return false;
    Object.assign(this, { start: place, held: { id: this.rows[index].id, from: index, grab: place.y - this.top(index) - this.rows[index].height / 2 }, isLifted: false });
    this.emit('began', { id: this.held.id, index });
    this.timer = setTimeout(() => { this.isLifted = true; this.emit('lifted', { id: this.held.id, index, y: this.middle(this.start), scale: 1.04 }); },
      (this.settings.pressUSec ?? 500000) / 1000);
  }
  middle({ y }) { return y - this.held.grab; }
  moved(place) {
    if (!this.isLifted) { if (Math.hypot(place.x - this.start.x, place.y - this.start.y) > 10) clearTimeout(this.timer); return; }
    const y = this.middle(place), from = this.rows.findIndex(({ id }) => id === this.held.id), row = this.rows[from];
    this.emit('dragged', { y, offset: this.offset });
    const to = this.rows.findIndex(({ height }, index) => index !== from && Math.abs(this.top(index) + height / 2 - y) < height / 2);
    if (to < 0) return;
    this.rows.splice(from, 1);
    this.rows.splice(to, 0, row);
    this.emit('moved', { id: row.id, from, to });
  }
  ended(_, isLost) {
    clearTimeout(this.timer);
    const order = this.rows.map(({ id }) => id), to = order.indexOf(this.held.id), { id, from } = this.held;
    if (this.isLifted && !isLost) this.emit('dropped', { id, from, to, order });
    else this.emit('cancelled', { id, order }, { reason: isLost ? 'contact_lost' : 'not_held' });
  }
}

export const models = {
  pattern: Pattern, pin: Pin, captcha: Captcha, gesture: Gesture, button: Button, slider: Slider, step_slider: StepSlider,
  confined_drag: ConfinedDrag, inertial_drag: InertialDrag, reorder_list: ReorderList,
};
