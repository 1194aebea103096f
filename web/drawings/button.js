import { box, set, shape } from '../svg.js';
import { Drawing } from './drawing.js';

export class Button extends Drawing {
  get role() { return 'button'; }

  build() {
    const { widget, frame } = this;
    shape(this.group, 'rect', { class: 'touchd-face', ...box(frame, Math.min(frame.height / 2, 24)) });
    const { label, name, selected, variant } = widget.draw ?? {};
    if (variant) this.group.classList.add(`touchd-${variant}`);
    this.fit(this.text(label ?? (name ? '' : widget.id), frame.width / 2, frame.height / 2), frame.width * .88, frame.height);
    this.group.classList.toggle('touchd-selected', !!selected);
    if (selected !== undefined) set(this.group, { 'aria-pressed': !!selected });
  }

  event(event) {
    if (event.name === 'began') this.mood('pressed');
    else if (event.name !== 'judged') this.mood('');
    if (event.name === 'pressed' || event.name === 'long_pressed') this.say('pressed', 'done');
  }
}
