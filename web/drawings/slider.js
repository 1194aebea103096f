import { valueText } from '../numbers.js';
import { add } from '../style.js';
import { between, box, pill, set, shape } from '../svg.js';
import { Drawing } from './drawing.js';
import { grip } from './grip.js';

add(`
.touchd-tick { stroke: var(--edge); stroke-width: 2; } .touchd-end { fill: var(--quiet); font-size: .75em; }
.touchd-bubble .touchd-face { fill: var(--tone); stroke: none; } .touchd-bubble path { fill: var(--tone); }
.touchd-bubble text { fill: var(--on-accent); font-size: .9em; font-weight: 600; font-variant-numeric: tabular-nums; }
`);

/** On right-to-left pages the range begins at the right: values to and from the daemon are reversed. Only for horizontal sliders. */
const mirrored = {
  applies: ({ slider }) => slider?.orientation !== 'vertical',
  sent: widget => ({ ...widget, slider: { ...widget.slider, value: turned(widget, widget.slider?.value ?? widget.slider?.min ?? 0) } }),
  laid: layout => ({ ...layout, minCenter: layout.maxCenter, maxCenter: layout.minCenter }),
  heard: (event, widget) => ({ ...event, slider: { ...event.slider, value: turned(widget, event.slider.value) } }),
};
const turned = ({ slider: { min = 0, max = 1 } = {} }, value) => min + max - value;

export class Slider extends Drawing {
  static mirrored = mirrored;
  get role() { return 'slider'; }

  build() {
    const { track, thumb } = this.layout;
    const { min = 0, max = 1, value = min } = this.widget.slider ?? {};
    this.value ??= value;
    this.range = { min, max };
    this.told = valueText(this.widget.draw?.valueText, max - min, this.say.language);
    this.tick();
    shape(this.group, 'rect', { class: 'touchd-track', ...pill(track) });
    const thickness = Math.min(track.width, track.height);
    this.fill = shape(this.group, 'line', { class: 'touchd-fill', 'stroke-width': thickness });
    this.thumb = grip(this.group, 'rect', pill(thumb));
    this.bubble = this.widget.draw?.bubble ? this.blow() : null;
    const { minCenter: from, maxCenter: to } = this.layout, isVertical = from.x === to.x;
    // From where the track begins, which is before the thumb's first place; half of it is the line's round end.
    const first = isVertical ? 'y' : 'x', length = isVertical ? 'height' : 'width';
    const begin = track[first] + (from[first] < to[first] ? thickness / 2 : track[length] - thickness / 2);
    set(this.fill, { x1: from.x, y1: from.y, [`${first}1`]: begin });
    set(this.group, { 'aria-valuemin': min, 'aria-valuemax': max, 'aria-orientation': isVertical ? 'vertical' : 'horizontal' });
  }

  /** Marks along the range, and the values of its ends. */
  tick() {
    const count = Number(this.widget.draw?.ticks ?? 0), { minCenter: from, maxCenter: to, thumb, track } = this.layout, { min, max } = this.range;
    if (!(count > 1)) return;
    const isVertical = from.x === to.x, aside = Math.max(Math.min(thumb.width, thumb.height), Math.min(track.width, track.height)) / 2 + 3;
    for (let index = 0; index < count; index++) {
      const { x, y } = between(from, to, index / (count - 1)), isEnd = index === 0 || index === count - 1;
      const line = isVertical ? { x1: x + aside, x2: x + aside + 9, y1: y, y2: y } : { x1: x, x2: x, y1: y + aside, y2: y + aside + 9 };
      shape(this.group, 'line', { class: 'touchd-tick', ...line });
      if (!isEnd) continue;
      const value = this.told(index ? max : min);
      if (isVertical) this.text(value, x + aside + 14, y, 'touchd-end', this.isMirrored ? 'end' : 'start');
      else {
        const { width } = this.frame, isLeft = x < width / 2;
        this.text(value, isLeft ? 0 : width, y + aside + 24, 'touchd-end', isLeft !== this.isMirrored ? 'start' : 'end');
      }
    }
  }

  /** A bubble with the value, above the thumb, or beside that of a vertical slider. */
  blow() {
    const bubble = shape(this.group, 'g', { class: 'touchd-bubble', 'aria-hidden': true });
    this.balloon = shape(bubble, 'rect', { class: 'touchd-face' });
    this.tail = shape(bubble, 'path', {});
    this.balloonText = this.text('', 0, 0, 'touchd-value');
    bubble.append(this.balloonText);
    return bubble;
  }

  /** Puts the bubble where the thumb is; its size follows its text. */
  float({ x, y }) {
    const { minCenter: from, maxCenter: to, thumb } = this.layout, isVertical = from.x === to.x;
    this.balloonText.textContent = this.told(this.value);
    const size = parseFloat(getComputedStyle(this.balloonText).fontSize) || 18, tall = size * 1.7;
    const wide = Math.max((this.balloonText.getComputedTextLength?.() ?? size * 2) + size, tall);
    const center = isVertical ? { x: x - thumb.width / 2 - 12 - wide / 2, y } : { x, y: y - thumb.height / 2 - 12 - tall / 2 };
    set(this.balloon, box({ x: center.x - wide / 2, y: center.y - tall / 2, width: wide, height: tall }, 10));
    set(this.balloonText, { x: center.x, y: center.y });
    set(this.tail, { d: isVertical ? `M${center.x + wide / 2 - 1} ${y - 7}l9 7l-9 7z` : `M${x - 7} ${center.y + tall / 2 - 1}l7 9l7 -9z` });
  }

  event(event) {
    this.value = event.slider.value;
    this.mood(event.name === 'ended' || event.name === 'cancelled' ? '' : 'drawing');
  }

  draw() {
    const { minCenter: from, maxCenter: to, thumb: { width, height } } = this.layout;
    const { min, max } = this.range;
    const center = between(from, to, (this.value - min) / (max - min));
    set(this.thumb, { x: center.x - width / 2, y: center.y - height / 2 });
    set(this.fill, { x2: center.x, y2: center.y });
    if (this.bubble) this.float(center);
    set(this.group, { 'aria-valuenow': Math.round(this.value * 1000) / 1000 });
    if (this.widget.draw?.valueText) set(this.group, { 'aria-valuetext': this.told(this.value) });
  }

  restored(widget) { return { ...widget, slider: { ...widget.slider, value: this.value } }; }
}
