import { Button } from '../drawings/button.js';
import { KeyedWidget } from './keyboard.js';
import { define } from './screen.js';

/** `<touchd-button>`. */
export class TouchdButton extends KeyedWidget {
  static kind = 'button';
  static drawing = Button;
}

define('touchd-button', TouchdButton);
