import { Pin } from '../drawings/pin.js';
import { define } from './screen.js';
import { SecretWidget } from './secret.js';

/** `<touchd-pin>`. */
export class TouchdPin extends SecretWidget {
  static kind = 'pin';
  static drawing = Pin;
}

define('touchd-pin', TouchdPin);
