import { box, pill, shape } from '../svg.js';
import { add } from '../style.js';
import { Challenge } from './challenge.js';

add(`
.touchd-mark { fill: var(--quiet); transition: fill .15s; }
.touchd-mark.touchd-on, [data-mood=right] .touchd-mark, [data-mood=wrong] .touchd-mark { fill: var(--tone); }
`);

/** Taps and holds that the screen asks for: as symbols, and in words that are shown and announced. */
export class Gesture extends Challenge {
  build() {
    const { widget, frame } = this, { width, height } = frame;
    this.steps ??= widget.draw?.steps ?? [];
    this.count ??= 0;
    shape(this.group, 'rect', { class: 'touchd-face', ...box(frame, 24) });
    // A hold is as wide as three taps; there is a gap between steps.
    const touches = [];
    let at = 0;
    for (const [index, { act, count }] of this.steps.entries()) {
      for (let touch = 0; touch < count; touch++) {
        const start = at + (touch ? .5 : index ? 1.4 : 0), wide = act === 'hold' ? 3 : 1;
        touches.push({ start, wide });
        at = start + wide;
      }
    }
    const unit = Math.min(width * .86 / Math.max(at, 1), height / 5, 44);
    // In the direction of the sentence below them.
    const left = (width - at * unit) / 2, top = height * .28 - unit / 2, { isMirrored } = this;
    this.marks = touches.map(({ start, wide }) => {
      const from = isMirrored ? at - start - wide : start;
      return shape(this.group, 'rect', { class: 'touchd-mark', ...pill({ x: left + from * unit, y: top, width: wide * unit, height: unit }) });
    });
    // As large as the style says, or as fits below the symbols.
    let size = parseFloat(getComputedStyle(this.group).fontSize) || 20, lines;
    do {
      lines = wrapped(this.sentence, Math.max(Math.floor(width * .92 / (size * .55)), 8));
    } while (lines.length * size * 1.4 > height * .46 && (size *= .9) > 12);
    lines.forEach((line, row) => {
      const text = this.text(line, width / 2, height * .68 + (row + .5 - lines.length / 2) * size * 1.4);
      text.style.fontSize = `${size}px`;
      this.fit(text, width * .94);
    });
    this.label(this.sentence);
  }

  /** What to do, in words. */
  get sentence() {
    const parts = [];
    for (const [index, { act, count }] of this.steps.entries()) {
      if (act === 'tap' && this.steps[index - 1]?.act === 'tap') parts.push(this.say.words('pause'));
      parts.push(this.say.words(act === 'hold' ? 'hold' : `tap_${count}`));
    }
    const comma = this.say.words('pause').match(/[\u0600-\u06ff]/) ? '، ' : ', ';
    return this.say.words('gesture', parts.join(comma));
  }

  /** Shows the steps of `io.touchd.captcha.Refresh`. */
  repaint({ steps }) {
    this.steps = steps;
    this.place(this.layout);
    this.ask();
  }

  ask() { this.say('gesture', 'prompt', undefined, this.sentence); }

  event(event) {
    switch (event.name) {
      case 'began': this.count = 0; this.mood('drawing'); break;
      case 'touched': this.count = event.gesture.count; this.say('touches', 'busy', this.count); break;
      case 'held': this.say('held', 'busy'); break;
      case 'cancelled': if (event.reason !== 'reset') this.say(event.reason, 'wrong'); break;
      case 'rearmed': this.count = 0; this.mood(''); this.ask(); break;
      default: super.event(event);
    }
  }

  draw() { this.marks.forEach((mark, touch) => mark.classList.toggle('touchd-on', touch < this.count)); }
}

/** A sentence broken into lines of a maximum length. */
function wrapped(sentence, most) {
  const lines = [''];
  for (const word of sentence.split(' ')) {
    const line = lines[lines.length - 1];
    if (line && line.length + word.length >= most) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines;
}
