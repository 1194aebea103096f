import { Drawing } from './drawing.js';

/** The base of puzzles and gestures: what their ends look like. */
export class Challenge extends Drawing {
  event(event) {
    switch (event.name) {
      case 'solved': this.mood('right'); this.say('solved', 'right'); break;
      case 'missed': this.mood('wrong'); this.say('missed', 'wrong'); break;
      case 'declined': this.mood(''); this.say('declined', 'prompt'); break;
      case 'judged':
        if (event.judged.passed || event.judged.reason === 'missed') break;
        this.mood('wrong');
        this.say(event.judged.reason ?? 'refused', 'wrong');
        break;
    }
  }
}
