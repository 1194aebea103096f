// Sounds of a page's widgets: which one belongs to what a finger did.

const names = { lifted: 'lift', dropped: 'drop', rejected: 'wrong', snapped: 'step', solved: 'right', missed: 'wrong' };

/** The sound of an event of a widget, or none. A secret sounds when it is judged, and not while it is entered: how often is nobody's business. */
export function soundOf({ name, judged }) {
  if (name === 'judged') return judged.passed ? 'right' : 'wrong';
  return name === 'pressed' || name === 'long_pressed' ? 'press' : names[name];
}

/** Short tones: [frequency in Hz, start and length in s]. */
const tones = {
  press: [[660, 0, .05]], step: [[520, 0, .03]], lift: [[440, 0, .05], [587, .05, .06]], drop: [[587, 0, .05], [440, .05, .06]],
  right: [[659, 0, .1], [988, .1, .18]], wrong: [[220, 0, .12], [196, .12, .2]],
};
let device;

/** Plays a tone of the kit; needs a browser that may play without a click. */
export function tone(name) {
  device ??= new AudioContext();
  for (const [frequency, start, length] of tones[name]) {
    const source = device.createOscillator(), loudness = device.createGain(), from = device.currentTime + start;
    source.frequency.value = frequency;
    loudness.gain.setValueAtTime(.12, from);
    loudness.gain.exponentialRampToValueAtTime(.001, from + length);
    source.connect(loudness).connect(device.destination);
    source.start(from);
    source.stop(from + length);
  }
}

/**
 * Calls `play(name, event)` for what happens to the widgets inside an element: press, step, lift, drop, right, wrong. Returns what ends it.
 *
 *     sounds(document.querySelector('touchd-screen'));   // the kit's tones
 */
export function sounds(around, play = tone) {
  const ending = new AbortController(), { signal } = ending;
  for (const name of ['pressed', 'long_pressed', 'judged', ...Object.keys(names)]) {
    around.addEventListener(`touchd-${name}`, event => {
      const sound = soundOf(event.detail);
      if (sound && event.detail.name === name) play(sound, event);
    }, { signal });
  }
  return () => ending.abort();
}
