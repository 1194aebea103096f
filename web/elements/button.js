import { Button } from '../drawings/button.js';
import { define } from './screen.js';
import { TouchdWidget } from './widget.js';

/** `<touchd-button>`. */
export class TouchdButton extends TouchdWidget {
  static kind = 'button';
  static drawing = Button;
  static looks = ['variant'];

  keys(key) { return key === 'Enter' || key === ' ' ? [['began'], ['pressed']] : null; }
}

define('touchd-button', TouchdButton);
