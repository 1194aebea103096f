import { box, isCalm, shape } from '../svg.js';
import { Drawing } from './drawing.js';
import { grip } from './grip.js';

export class InertialDrag extends Drawing {
  build() {
    const { object } = this.layout;
    // Events say where the object is from then on; it flies on if its drawing is built anew.
    this.center ??= { x: object.x + object.width / 2, y: object.y + object.height / 2 };
    const size = { width: object.width || 40, height: object.height || 40 };
    shape(this.group, 'rect', { class: 'touchd-area', ...box(this.frame, 16) });
    this.thing ??= grip(null, 'rect', { rx: 14, x: -size.width / 2, y: -size.height / 2, ...size });
    this.group.append(this.thing);
  }

  event(event) {
    this.flight?.cancel();
    this.flight = null;
    const own = event.inertialDrag;
    this.center = { x: own.x, y: own.y };
    if (event.name === 'released') this.fly(own);
    this.mood(['released', 'settled', 'cancelled'].includes(event.name) ? '' : 'drawing');
  }

  fly({ targetX, targetY, durationUSec = 0, curve }) {
    const target = { x: targetX, y: targetY };
    const place = ({ x, y }) => `translate(${x}px, ${y}px)`;
    if (durationUSec && curve && !isCalm()) {
      this.flight = this.thing.animate([{ transform: place(this.center) }, { transform: place(target) }],
        { duration: durationUSec / 1000, easing: `cubic-bezier(${curve.join(',')})` });
    }
    this.center = target;
  }

  draw() { this.thing.style.transform = `translate(${this.center.x}px, ${this.center.y}px)`; }

  restored(widget) {
    return { ...widget, inertialDrag: { ...widget.inertialDrag, positionX: this.center.x, positionY: this.center.y } };
  }
}
