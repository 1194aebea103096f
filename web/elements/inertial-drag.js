import { InertialDrag } from '../drawings/inertial-drag.js';
import { PlacedWidget, within } from './control.js';
import { define } from './screen.js';

/** `<touchd-inertial-drag>`; `position` is the center of the object, or where it flies to. */
export class TouchdInertialDrag extends PlacedWidget {
  static kind = 'inertial_drag';
  static drawing = InertialDrag;

  reads({ positionX, positionY }) {
    const { width = 0, height = 0 } = this.area?.getBoundingClientRect() ?? {};
    return { x: within(positionX ?? width / 2, 0, width), y: within(positionY ?? height / 2, 0, height) };
  }
  told({ x, y, targetX = x, targetY = y }, { name }) { return name === 'animating' ? undefined : { x: targetX, y: targetY }; }
}

define('touchd-inertial-drag', TouchdInertialDrag);
