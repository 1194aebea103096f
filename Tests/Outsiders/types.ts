// What the kit's types accept and refuse; compiled by tsc, never run. Each @ts-expect-error names a mistake.
import { Daemon, Drawing, Presentation, StepSlider, Touchd, type DrawingClass, type Widget, type WidgetEvent } from '../../web/touchd.js';
import '../../web/elements.js';
import { PretendedDaemon } from '../../web/pretend.js';

const touchd = new Touchd();
const { version, panels: { count }, viewWidth } = await touchd.call('io.touchd.manage.Status');
console.info(version.length, count + viewWidth);

const lock: Widget = {
  id: 'lock', kind: 'pattern', unit: 'fractions', x: 0.25, y: 0.1, width: 0.5, height: 0.75, hitMargin: 20,
  pattern: { trail: 'live', minDots: 5, purpose: 'enroll' }, draw: { label: 'Pattern lock' },
};
const heard = (event: WidgetEvent) => {
  if (event.name === 'changed') console.info(event.slider!.value + 1, event.stepSlider?.node?.length);
  // @ts-expect-error an unknown event
  if (event.name === 'chnaged') return;
  // @ts-expect-error a slider's value is in its member
  console.info(event.value);
};
touchd.present({ view: document.body, widgets: [lock], event: heard });

for await (const { attempt, outcome } of touchd.stream('io.touchd.unlock.Verify', { user: 'anna' })) {
  console.info(attempt?.waitUSec, outcome === 'passed');
  // @ts-expect-error an unknown outcome
  console.info(outcome === 'solved');
}

// @ts-expect-error a misspelled setting
const typo: Widget = { ...lock, pattern: { trial: 'live' } };
// @ts-expect-error a value that the setting does not have
const word: Widget = { ...lock, pattern: { trail: 'alive' } };
// @ts-expect-error settings of an unknown kind
const kind: Widget = { ...lock, patern: {} };
// @ts-expect-error a misspelled method
touchd.call('io.touchd.manage.Staus');
// @ts-expect-error a parameter of another method
touchd.call('io.touchd.manage.StartCleaning', { seconds: 5 });
// @ts-expect-error a missing parameter
touchd.call('io.touchd.captcha.Extend', { challenge: 'c' });
// @ts-expect-error a parameter with another type
touchd.call('io.touchd.manage.StartCleaning', { durationUSec: '5' });
// @ts-expect-error a method that requires `more`
touchd.call('io.touchd.device.Watch');
// @ts-expect-error a method with one reply
touchd.stream('io.touchd.device.List', {});
// @ts-expect-error a member that no reply has
touchd.watch('io.touchd.device.Watch', {}, ({ device }) => device);
// @ts-expect-error a drawing with other parameters
const odd: DrawingClass = class { constructor(widget: number) { console.info(widget); } };
class Own extends StepSlider { draw() { console.info(this.layout.dots?.length); } }
const own: DrawingClass = Own, bare: DrawingClass = class {};
new Presentation(new Daemon(), { view: document.body, widgets: [lock], drawings: { pattern: own, button: bare } }).waiting(90);
// @ts-expect-error an unknown kind
touchd.present({ view: document.body, widgets: [lock], drawings: { patern: own } });

const element = document.createElement('touchd-slider');
element.settings = { max: 100, value: 40 };
element.addEventListener('touchd-changed', ({ detail }) => console.info(detail.slider?.value));
// @ts-expect-error a misspelled setting
element.settings = { maximum: 100 };
// @ts-expect-error an unknown member of the event
element.addEventListener('touchd-changed', ({ detail }) => detail.value);
element.value = element.value + 1;
element.disabled = element.readOnly;
// @ts-expect-error a value is a number
element.value = 'wide';
document.createElement('touchd-pattern').settings = { minDots: 5 };
document.createElement('touchd-step-slider').index = document.createElement('touchd-step-slider').settings.nodes!.length;
// @ts-expect-error a setting of another kind
document.createElement('touchd-gesture').settings = { minDots: 5 };
// @ts-expect-error an element of no kind
document.createElement('touchd-patern').settings = {};
// @ts-expect-error a button has no value
document.createElement('touchd-button').value = 1;
document.createElement('touchd-confined-drag').position = { x: 1, y: 1 };
// @ts-expect-error a place has two numbers
document.createElement('touchd-confined-drag').position = { x: 1 };
document.createElement('touchd-idle').addEventListener('touchd-idle', () => {});
const screen = document.querySelector('touchd-screen')!;
screen.touchd = new PretendedDaemon({ users: { anna: { pattern: [0, 3, 7, 4, 8] } } });
// @ts-expect-error a PIN is text
screen.touchd = new PretendedDaemon({ users: { anna: { pin: 1234 } } });
// The kit does not shadow names of the DOM.
const touch = (event: TouchEvent) => event.touches.length;
const list: Parameters<typeof touch> = [new TouchEvent('touchstart')];
console.info(typo, word, kind, odd, list);
export {};
