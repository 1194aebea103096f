// The simulated daemon against the traces of the real models: the same events in the same order, and the same ends;
// for sliders also the same values.
//   pretend.mjs FOLDER-OF-THE-KIT FOLDER-OF-TRACES
// Traces that it does not simulate are listed below with the reason; any other difference is a failure.
import { readFileSync, readdirSync } from 'node:fs';

const [kit, folder] = process.argv.slice(2);
const { models } = await import(`${kit}/pretend/models.js`);
const member = { step_slider: 'stepSlider', confined_drag: 'confinedDrag', inertial_drag: 'inertialDrag', reorder_list: 'reorderList' };

/** A clock that only traces advance. */
class Clock {
  now = 0;
  timers = [];
  until(time) {
    for (;;) {
      const due = this.timers.filter(({ at }) => at <= time).sort((one, other) => one.at - other.at)[0];
      if (!due) break;
      this.timers.splice(this.timers.indexOf(due), 1);
      this.now = due.at;
      due.act();
    }
    this.now = time;
  }
}

/** Plays a trace to the simulated model; returns its events and the expected ones. */
function play(lines) {
  const { kind, frame: [x, y, width, height], settings, widget } = lines.find(line => line.kind);
  const clock = new Clock(), heard = [];
  globalThis.setTimeout = (act, wait) => { const timer = { at: clock.now + (wait || 0), act }; clock.timers.push(timer); return timer; };
  globalThis.clearTimeout = timer => { clock.timers = clock.timers.filter(other => other !== timer); };
  Object.defineProperty(performance, 'now', { value: () => clock.now, configurable: true });
  const emit = (event, part, more) => { if (event !== 'judged') heard.push({ event, ...part, ...more }); };
  // The steps of a rhythm are in the trace; on the wire they are in the challenge.
  const steps = settings.sequence?.split('').map(act => act === 'h' ? { act: 'hold', count: 1 } : { act: 'tap', count: +act });
  const challenges = { get: () => steps && { steps }, judge() {} };
  const model = new models[kind]({ frame: { x, y, width, height }, settings, emit, entered() {}, challenges });
  let holder = null;
  for (const line of lines) {
    if (line.us !== undefined && !line.event) clock.until(line.us / 1000);
    if (line.judge === widget) model.judged(line.accepted);
    if (line.cancel && holder) {
      model.ended(holder.place, true);
      holder = null;
    }
    for (const [contact, phase, left, top] of Array.isArray(line.frame) && !line.kind ? line.frame : []) {
      const place = { x: left - x, y: top - y };
      const isInside = place.x >= 0 && place.y >= 0 && place.x < width && place.y < height;
      if (phase === 'began' && holder === null && isInside && model.began(place) !== false) holder = { contact, place };
      else if (contact !== holder?.contact) continue;
      else if (phase === 'moved') model.moved(holder.place = place);
      else if (phase !== 'began') {
        // Only a keypad depends on where a finger lifts: on another key it presses nothing.
        model.ended(kind === 'pin' ? place : holder.place, phase === 'cancelled');
        holder = null;
      }
    }
  }
  clock.until(clock.now + 2000);
  return { heard, told: lines.filter(line => line.event && line.widget === widget) };
}

/** Only the events at the beginning and end of a gesture are compared; the number of intermediate ones may differ. */
const steps = new Set(['moved', 'changed', 'dragged', 'scrolled', 'dot', 'touched', 'held', 'placed', 'settled', 'snapped', 'recentered', 'cleared', 'rearmed']);
const outline = events => events.map(({ event }) => event).filter(name => !steps.has(name)).join();
/** Of sliders every change on the way, too: what was held, how, and where the thumb came to be. */
const changes = events => events.map(({ event, grabbed, input, reason, value, index, node }) =>
  [event, grabbed, input, reason, value.toFixed(6).replace(/^-(0\.0+)$/, '$1'), index, node].filter(part => part !== undefined).join(' ')).join();
const sliders = ['slider', 'step_slider'];
const failed = [];

/** Traces that are not simulated, by name, and the reasons. */
const left = [
  [/^captcha\//, 'the target is in the challenge on the page, not in the settings'],
  [/^gesture\/(renews|spent)/, 'a spent rhythm is the challenge\'s, not a setting'],
  [/^gesture\/no-pause/, 'no pause is required between two groups of taps'],
  [/front-end-gone/, 'a page that has gone gets no events'],
  [/^pattern\/(too-sparse|turn-first)/, 'lines are followed point by point, so none is too sparse and no dot is inferred'],
  [/^confined_drag\/tap-that-strays/, 'a finger beside the handle drags it'],
  [/^inertial_drag\/(V12|curve|picture)/, 'no intermediate positions: the page animates'],
  [/^reorder_list\/pull/, 'pulling a list is not simulated'],
];

const counts = {};
for (const kind of readdirSync(folder)) {
  for (const file of readdirSync(`${folder}/${kind}`).sort()) {
    const name = `${kind}/${file}`, lines = readFileSync(`${folder}/${name}`, 'utf8').split('\n').filter(Boolean).map(line => JSON.parse(line));
    const { heard, told } = play(lines), count = counts[kind] ??= { same: 0, all: 0 }, isLeft = left.some(([names]) => names.test(name));
    const summary = sliders.includes(kind) ? changes : outline;
    count.all++;
    if (summary(heard) === summary(told)) count.same++;
    else if (!isLeft || process.env.PRETEND) failed.push(`${name}: the daemon reports ${summary(told)}, the page ${summary(heard)}`);
  }
}
const compared = Object.values(counts).reduce((sum, { same }) => sum + same, 0);
console.log(Object.entries(counts).map(([kind, { same, all }]) => `${kind} ${same} of ${all}`).join(', '));
if (compared < 215) failed.push(`only ${compared} traces are the same`);
for (const line of failed) console.error(line);
process.exitCode = failed.length ? 1 : 0;
