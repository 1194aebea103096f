/** How it looks while touches have no effect. */
export const away = () => import('./away.js');

/** Messages about a presentation as a whole: announced, shown over the widgets, and in development. */
export class Notices {
  now = ' '; sentence; live; pausing = document.createElement('div');

  constructor(parent) {
    this.parent = parent;
    this.pausing.className = 'touchd-pausing';
    this.pausing.hidden = true;
    parent.append(this.pausing);
    this.say('');   // what shows and says it is loaded while there is somebody who serves it
  }

  /** Announces a sentence to screen readers. */
  say(sentence) {
    this.sentence = sentence;
    away().then(({ speak }) => speak(this));
  }

  /** Shows why touches have no effect; without a sentence they have. Returns whether that changed. */
  pause(why, sentence, reason) {
    const now = `${why ?? ''} ${sentence}`;
    if (now === this.now) return false;
    this.now = now;
    this.say(sentence);
    away().then(({ show }) => show(this.pausing, why, sentence, reason));
    return true;
  }

  /** In development: shows the texts of topics, empty texts not. */
  fault(texts) { import('./faults.js').then(({ fault }) => fault(this.parent, texts)); }

  remove() {
    this.sentence = null;
    this.live?.remove();
    this.pausing.remove();
  }
}
