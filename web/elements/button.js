import { Button } from '../drawings/button.js';
import { define } from './screen.js';
import { TouchdWidget } from './widget.js';

/** `<touchd-button>`. */
export class TouchdButton extends TouchdWidget {
  static kind = 'button';
  static drawing = Button;
  static looks = ['variant'];

  heard(event) {
    super.heard(event);
    const type = event.name === 'pressed' && this.getAttribute('type');
    if (type === 'submit') this.#submit(this.form);
    if (type === 'reset') this.form?.reset();
  }

  /** Submits a form, or shows and says what keeps it back, because nobody sees where a browser puts the focus. */
  #submit(form) {
    form?.requestSubmit();
    const wrong = !form?.noValidate && [...form?.elements ?? []].find(({ shown, validity }) => shown && !validity.valid);
    if (!wrong) return;
    wrong.shown.mood?.('wrong');
    this.screen.presentation?.announce(wrong.validationMessage);
  }

  keys(key) { return key === 'Enter' || key === ' ' ? [['began'], ['pressed']] : null; }
}

define('touchd-button', TouchdButton);
