import { set, shape } from '../svg.js';
import { add } from '../style.js';
import { Drawing } from './drawing.js';
import { grip } from './grip.js';

add(`
.touchd-area-ring { fill: none; stroke-width: 6; }
`);

export class ConfinedDrag extends Drawing {
  get role() { return 'slider'; }

  build() {
    const { center, handle } = this.layout;
    const { handleRadius = 22, inset = 0, shape: area } = this.widget.confinedDrag ?? {};
    this.handle = handle;
    const className = `touchd-area touchd-area-${area ?? 'disc'}`;
    shape(this.group, 'circle', { class: className, cx: center.x, cy: center.y, r: this.layout.radius + inset });
    this.spoke = shape(this.group, 'line', { class: 'touchd-fill', x1: center.x, y1: center.y, 'stroke-width': 4 });
    this.center = center;
    this.isRing = area === 'ring';
    set(this.group, { 'aria-valuemin': 0, 'aria-valuemax': this.isRing ? 360 : 100 });
    this.knob = grip(this.group, 'circle', { r: handleRadius });
  }

  event(event) {
    const { x, y, clamped } = event.confinedDrag;
    this.handle = { x, y };
    this.mood(['ended', 'cancelled', 'recentered'].includes(event.name) ? '' : clamped ? 'clamped' : 'drawing');
  }

  draw() {
    set(this.knob, { cx: this.handle.x, cy: this.handle.y });
    set(this.spoke, { x2: this.handle.x, y2: this.handle.y });
    const across = this.handle.x - this.center.x, down = this.handle.y - this.center.y, { radius } = this.layout;
    const degrees = Math.round(Math.atan2(down, across) * 180 / Math.PI + 360) % 360;
    const percent = Math.round(Math.hypot(across, down) / radius * 100);
    set(this.group, {
      'aria-valuenow': this.isRing ? degrees : percent,
      'aria-valuetext': this.isRing || !percent ? `${this.isRing ? `${degrees}°` : 0}` : `${percent} %, ${degrees}°`,
    });
  }

  /** One that springs back is at rest, because nobody holds it any longer. */
  restored(widget) {
    const { confinedDrag: own } = widget;
    return own?.onRelease === 'recenter' ? widget : { ...widget, confinedDrag: { ...own, positionX: this.handle.x, positionY: this.handle.y } };
  }
}
