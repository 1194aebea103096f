import { add } from '../style.js';
import { box, set, shape } from '../svg.js';
import { Drawing } from './drawing.js';

add(`
.touchd-switch { fill: var(--face); stroke: var(--edge); stroke-width: 2; transition: fill .15s; }
.touchd-knob { fill: var(--ink); transition: transform .15s; }
.touchd-checked .touchd-switch { fill: var(--accent); } .touchd-checked .touchd-knob { fill: var(--on-accent); }
.touchd-toggle[data-mood=wrong] .touchd-switch { stroke: var(--wrong); stroke-width: 5; }
.touchd-ground { fill: transparent; } [data-mood=pressed] > .touchd-ground { fill: var(--face); }
.touchd-button.touchd-toggle[data-mood=pressed] .touchd-label { fill: var(--ink); }
`);

/** A switch with its label before it. */
export class Toggle extends Drawing {
  get role() { return 'switch'; }

  build() {
    const { width, height } = this.frame, { label } = this.widget.draw ?? {}, { isMirrored } = this;
    const side = Math.min(14, width * .08), tall = Math.min(height, 36, (width - 2 * side) / 1.8), wide = tall * 1.8;
    const left = isMirrored ? side : width - wide - side, top = (height - tall) / 2;
    this.group.classList.add('touchd-toggle');
    shape(this.group, 'rect', { class: 'touchd-ground', ...box(this.frame, 14) });
    shape(this.group, 'rect', { class: 'touchd-switch', ...box({ x: left, y: top, width: wide, height: tall }, tall / 2) });
    this.knob = shape(this.group, 'circle', { class: 'touchd-knob', cx: left + tall / 2, cy: top + tall / 2, r: tall * .34 });
    this.travel = wide - tall;
    this.isReversed = isMirrored;
    // In its place before text is measured; afterward, it would slide there.
    this.check(this.isChecked ?? !!this.widget.draw?.checked);
    if (label) this.fit(this.text(label, isMirrored ? width - 14 : 14, height / 2, 'touchd-label', 'start'), width - wide - 44, height);
  }

  check(isChecked) {
    this.isChecked = isChecked;
    const isFar = isChecked !== this.isReversed;
    this.knob.style.transform = `translateX(${isFar ? this.travel : 0}px)`;
    this.group.classList.toggle('touchd-checked', isChecked);
    set(this.group, { 'aria-checked': isChecked });
  }

  event(event) {
    if (event.name === 'began') this.mood('pressed');
    else if (event.name !== 'judged') this.mood('');
  }
}
