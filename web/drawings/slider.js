import { between, pill, set, shape } from '../svg.js';
import { Drawing } from './drawing.js';
import { grip } from './grip.js';

/** On right-to-left pages the range begins at the right: values to and from the daemon are reversed. Only for horizontal sliders. */
const mirrored = {
  applies: ({ slider }) => slider?.orientation !== 'vertical',
  sent: widget => ({ ...widget, slider: { ...widget.slider, value: turned(widget, widget.slider?.value ?? widget.slider?.min ?? 0) } }),
  laid: layout => ({ ...layout, ends: [...layout.ends].reverse() }),
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
    shape(this.group, 'rect', { class: 'touchd-track', ...pill(track) });
    const thickness = Math.min(track.width, track.height);
    this.fill = shape(this.group, 'line', { class: 'touchd-fill', 'stroke-width': thickness });
    this.thumb = grip(this.group, 'rect', pill(thumb));
    const [from, to] = this.layout.ends, isVertical = from.x === to.x;
    // From where the track begins, which is before the thumb's first place; half of it is the line's round end.
    const first = isVertical ? 'y' : 'x', length = isVertical ? 'height' : 'width';
    const begin = track[first] + (from[first] < to[first] ? thickness / 2 : track[length] - thickness / 2);
    set(this.fill, { x1: from.x, y1: from.y, [`${first}1`]: begin });
    set(this.group, { 'aria-valuemin': min, 'aria-valuemax': max, 'aria-orientation': isVertical ? 'vertical' : 'horizontal' });
  }

  event(event) {
    this.value = event.slider.value;
    this.mood(event.name === 'ended' || event.name === 'cancelled' ? '' : 'drawing');
  }

  draw() {
    const [from, to] = this.layout.ends, { width, height } = this.layout.thumb;
    const { min, max } = this.range;
    const center = between(from, to, (this.value - min) / (max - min));
    set(this.thumb, { x: center.x - width / 2, y: center.y - height / 2 });
    set(this.fill, { x2: center.x, y2: center.y });
    set(this.group, { 'aria-valuenow': Math.round(this.value * 1000) / 1000 });
  }

  restored(widget) { return { ...widget, slider: { ...widget.slider, value: this.value } }; }
}
