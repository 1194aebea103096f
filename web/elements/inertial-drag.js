import { InertialDrag } from '../drawings/inertial-drag.js';
import { ControlWidget, within } from './control.js';
import { define } from './screen.js';

/** `<touchd-inertial-drag>`; `position` is the center of the object, or where it flies to, in CSS pixels from the widget's top left corner. */
export class TouchdInertialDrag extends ControlWidget {
  static kind = 'inertial_drag';
  static drawing = InertialDrag;
  static written = ['position-x', 'position-y'];
  get position() { return this.state; }
  set position(position) { this.state = position; }

  reads({ positionX, positionY }) {
    const { clientWidth: width = 0, clientHeight: height = 0 } = this.area ?? {};
    return { x: within(positionX ?? width / 2, 0, width), y: within(positionY ?? height / 2, 0, height) };
  }
  applied(settings, { x, y }) { return { ...settings, positionX: x, positionY: y }; }
  entries({ x, y }) { return [['.x', x], ['.y', y]]; }
  fixed({ positionX, positionY, ...settings }) { return settings; }
  told({ x, y, targetX = x, targetY = y }, { name }) { return name === 'animating' ? undefined : { x: targetX, y: targetY }; }
}

define('touchd-inertial-drag', TouchdInertialDrag);
