import { ConfinedDrag } from '../drawings/confined-drag.js';
import { PlacedWidget } from './control.js';
import { define } from './screen.js';

/** `<touchd-confined-drag>`; `position` is the center of the handle. */
export class TouchdConfinedDrag extends PlacedWidget {
  static kind = 'confined_drag';
  static drawing = ConfinedDrag;

  /** Moved into the area, as the daemon does it. */
  reads({ shape, inset = 0, positionX, positionY, ...settings }) {
    const { width = 0, height = 0 } = this.area?.getBoundingClientRect() ?? {}, { radius = Math.min(width, height) / 2 } = settings;
    const { centerX = width / 2, centerY = height / 2 } = settings, limit = radius - inset;
    const across = (positionX ?? centerX) - centerX, down = (positionY ?? centerY) - centerY, far = Math.hypot(across, down);
    const scale = Math.abs(far - limit) < .01 || shape !== 'ring' && far < limit ? 1 : limit / far;
    return far ? { x: centerX + across * scale, y: centerY + down * scale } : { x: centerX + (shape === 'ring' ? limit : 0), y: centerY };
  }
  told({ x, y }) { return { x, y }; }

  /** Whether it springs back: then it is at rest whenever it is shown anew, because nobody holds it any longer. */
  get #isSpring() { return this.given.onRelease === 'recenter'; }
  restored(widget) { return this.#isSpring ? widget : super.restored(widget); }

  drawn(drawing) {
    super.drawn(drawing);
    const { layout } = drawing, { handle, center, radius } = layout ?? {}, { x, y } = this.position;
    if (!this.#isSpring || !handle || Math.hypot(handle.x - x, handle.y - y) < .01) return;
    const dx = (handle.x - center.x) / radius, place = { ...handle, dx, dy: 0, distance: dx, angle: 0, clamped: false };
    this.heard({ widget: this.id, name: 'recentered', timeUSec: Math.round(performance.now() * 1000), confinedDrag: place });
  }
}

define('touchd-confined-drag', TouchdConfinedDrag);
