import { Captcha } from '../drawings/captcha.js';
import { define } from './screen.js';
import { ChallengeWidget } from './challenge.js';

/** `<touchd-captcha>`. */
export class TouchdCaptcha extends ChallengeWidget {
  static kind = 'captcha';
  static drawing = Captcha;
}

define('touchd-captcha', TouchdCaptcha);
