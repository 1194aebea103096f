import { between, pill, set, shape } from '../svg.js';
import { add } from '../style.js';
import { Drawing } from './drawing.js';
import { grip } from './grip.js';

add(`
.touchd-node { fill: var(--ink); font-size: .85em; } .touchd-over .touchd-node { fill: var(--on-accent); }
`);

/** On right-to-left pages the first node is at the right; see Slider. */
const mirrored = {
  applies: ({ stepSlider }) => stepSlider.orientation !== 'vertical',
  sent: widget => {
    const { nodes, index = 0 } = widget.stepSlider;
    return { ...widget, stepSlider: { ...widget.stepSlider, nodes: [...nodes].reverse(), index: nodes.length - 1 - index } };
  },
  laid: layout => ({ ...layout, nodes: [...layout.nodes].reverse() }),
  heard: (event, { stepSlider: { nodes } }) => {
    const { value, index } = event.stepSlider;
    return { ...event, stepSlider: { ...event.stepSlider, value: 1 - value, index: nodes.length - 1 - index } };
  },
};

export class StepSlider extends Drawing {
  static mirrored = mirrored;
  get role() { return 'slider'; }

  build() {
    const { track, thumb, nodes } = this.layout;
    const names = this.widget.stepSlider.nodes;
    this.index ??= this.widget.stepSlider.index ?? 0;
    this.value ??= this.index / (names.length - 1);
    shape(this.group, 'rect', { class: 'touchd-track', ...pill(track) });
    const place = ({ x, y }, index) => this.text(names[index], x, y, 'touchd-node');
    this.labels = nodes.map(place);
    this.thumb = grip(this.group, 'rect', pill(thumb));
    // The names again, in a color that is legible on the thumb, clipped to it.
    const clip = `touchd-clip-${this.widget.id}`;
    this.window = shape(shape(this.group, 'clipPath', { id: clip }), 'rect', pill(thumb));
    const over = shape(this.group, 'g', { class: 'touchd-over', 'clip-path': `url(#${clip})`, 'aria-hidden': true });
    const copies = nodes.map(place);
    over.append(...copies);
    const isVertical = nodes[0].x === nodes[1].x;
    for (const label of [...this.labels, ...copies]) this.fit(label, (isVertical ? track : thumb).width * .84);
    set(this.group, { 'aria-valuemin': 0, 'aria-valuemax': names.length - 1,
      'aria-orientation': isVertical ? 'vertical' : 'horizontal' });
  }

  event(event) {
    const { value, index } = event.stepSlider;
    Object.assign(this, { value, index });
    this.mood(event.name === 'ended' || event.name === 'cancelled' ? '' : 'drawing');
  }

  draw() {
    const { nodes, thumb: { width, height } } = this.layout;
    const center = between(nodes[0], nodes[nodes.length - 1], this.value);
    for (const part of [this.thumb, this.window]) set(part, { x: center.x - width / 2, y: center.y - height / 2 });
    this.labels.forEach((label, index) => label.classList.toggle('touchd-on', index === this.index));
    set(this.group, { 'aria-valuenow': this.index, 'aria-valuetext': this.widget.stepSlider.nodes[this.index] });
  }

  restored(widget) { return { ...widget, stepSlider: { ...widget.stepSlider, index: this.index } }; }
}
