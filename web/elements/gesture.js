import { Gesture } from '../drawings/gesture.js';
import { define } from './screen.js';
import { ChallengeWidget } from './challenge.js';

/** `<touchd-gesture>`. */
export class TouchdGesture extends ChallengeWidget {
  static kind = 'gesture';
  static drawing = Gesture;
}

define('touchd-gesture', TouchdGesture);
