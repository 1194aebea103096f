import { ConfinedDrag } from '../drawings/confined-drag.js';
import { define } from './screen.js';
import { TouchdWidget } from './widget.js';

/** `<touchd-confined-drag>`. */
export class TouchdConfinedDrag extends TouchdWidget {
  static kind = 'confined_drag';
  static drawing = ConfinedDrag;
}

define('touchd-confined-drag', TouchdConfinedDrag);
