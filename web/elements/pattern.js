import { Pattern } from '../drawings/pattern.js';
import { define } from './screen.js';
import { SecretWidget } from './secret.js';

/** `<touchd-pattern>`. */
export class TouchdPattern extends SecretWidget {
  static kind = 'pattern';
  static drawing = Pattern;
}

define('touchd-pattern', TouchdPattern);
