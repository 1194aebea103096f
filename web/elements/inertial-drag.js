import { InertialDrag } from '../drawings/inertial-drag.js';
import { define } from './screen.js';
import { TouchdWidget } from './widget.js';

/** `<touchd-inertial-drag>`. */
export class TouchdInertialDrag extends TouchdWidget {
  static kind = 'inertial_drag';
  static drawing = InertialDrag;
}

define('touchd-inertial-drag', TouchdInertialDrag);
