import { box, set, shape } from '../svg.js';
import { add } from '../style.js';
import { Secret } from './secret.js';

add(`
.touchd-pin:is([data-mood=drawing], [data-mood=right], [data-mood=wrong]) .touchd-face { stroke: var(--tone); stroke-width: 3; }
`);

/** A keypad. It does not show how many digits were entered, because the daemon does not report it. */
export class Pin extends Secret {
  get role() { return 'group'; }

  build() {
    const { keys, labels } = this.layout, names = { backspace: '⌫', enter: '✓' };
    keys.forEach((key, index) => {
      const { x, y, width, height } = key, gap = Math.min(width, height) * .06;
      const face = { x: x + gap, y: y + gap, width: width - 2 * gap, height: height - 2 * gap };
      const part = shape(this.group, 'g', { class: `touchd-key touchd-key-${labels[index]}` });
      shape(part, 'rect', { class: 'touchd-face', ...box(face, gap * 2) });
      const label = this.text(names[labels[index]] ?? labels[index], x + width / 2, y + height / 2);
      set(label, { 'font-size': Math.min(width, height) * .4, 'aria-hidden': true });
      part.append(label);
      const name = names[labels[index]] ? this.say.words(`pin_${labels[index]}`) : labels[index];
      set(part, { role: 'button', 'aria-label': name });
    });
  }

  placed({ labels }) { return { labels }; }
}
