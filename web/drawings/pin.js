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
    const { keys } = this.layout, names = { backspace: '⌫', enter: '✓' };
    for (const { label: key, x, y, width, height } of keys) {
      const gap = Math.min(width, height) * .06;
      const face = { x: x + gap, y: y + gap, width: width - 2 * gap, height: height - 2 * gap };
      const part = shape(this.group, 'g', { class: `touchd-key touchd-key-${key}` });
      shape(part, 'rect', { class: 'touchd-face', ...box(face, gap * 2) });
      const label = this.text(names[key] ?? key, x + width / 2, y + height / 2);
      set(label, { 'font-size': Math.min(width, height) * .4, 'aria-hidden': true });
      part.append(label);
      set(part, { role: 'button', 'aria-label': names[key] ? this.say.words(key) : key });
    }
  }

  placed({ labels }) { return { keys: this.layout.keys.map((key, index) => ({ ...key, label: labels[index] })) }; }
}
