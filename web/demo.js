// The demonstration: a kiosk screen with an element of every kind, and a view of what the daemon reports.
import { watchPanels } from './away.js';
import { pause } from './connection.js';
import './elements.js';
import { FingerMap } from './fingers.js';
import { labels } from './labels.js';
import { bridge } from './pointer.js';
import { Daemon, loadWords, showCalibrations } from './touchd.js';
import { isMirrored } from './words.js';

const options = new URLSearchParams(location.hash.slice(1)), user = options.get('user') ?? 'visitor';
const $ = selector => document.querySelector(selector), page = document.documentElement, screen = $('touchd-screen');
page.lang = options.get('language') ?? 'en';
if (options.has('theme')) page.dataset.theme = options.get('theme');
await loadWords();
page.dir = isMirrored(page.lang) ? 'rtl' : 'ltr';
const text = labels(page.lang), label = (part, key) => part.setAttribute('label', text[key]);
for (const part of document.querySelectorAll('[data-text]')) {
  if (part.localName.includes('-')) label(part, part.dataset.text);
  else part.textContent = text[part.dataset.text];
}
page.style.setProperty('--nothing', JSON.stringify(text.nothing));

/** For tests, which have to know where to slide to: a target that the page has chosen proves nothing. */
class GivenDaemon extends Daemon {
  call(method, parameters) {
    if (!method.endsWith('captcha.Create') || parameters.kind) return super.call(method, parameters);
    const targetValue = page.dataset.gap = .3 + .65 * Math.random();
    return super.call(method, { ...parameters, profile: 'given', given: { targetValue }, puzzle: { pictures: true } });
  }
}
if (options.get('captcha') === 'given') screen.touchd = new GivenDaemon();
const { touchd } = screen;

/** A page that is left loses its connections. */
const failed = error => { if (error.name !== 'left') console.warn(error); };

// ---- lock, challenge and controls ----------------------------------------------------------------------------------

/** Puts another element in the place of the one with this id. */
function put(id, kind, attributes) {
  const made = document.createElement(`touchd-${kind}`);
  for (const [name, value] of Object.entries({ id, ...attributes })) made.setAttribute(name, value);
  $(`#${id}`).replaceWith(made);
  return made;
}

let isChanging = false, isNew = false, doubt;

/** Asks for the user's secret, or for a new one: from a user who has none, or who wants another one. */
async function ask(isAnother = false) {
  const { users: [known] } = await touchd.call('io.touchd.unlock.Users', { name: user });
  isChanging = isAnother && !!known;
  isNew = isChanging || !known;
  // A new user gets a pattern, or with #secret=KIND another secret.
  const kind = known?.secrets[0] ?? options.get('secret') ?? 'pattern';
  const lock = put('lock', kind, { user, purpose: isNew ? 'enroll' : 'verify', ...kind === 'pattern' && { trail: 'live' } });
  // Beginners see in which direction they have drawn; nobody else is to see it when it unlocks.
  lock.look = { arrows: isNew };
  offer(false);
  for (const [id, isOffered] of Object.entries({ change: !isNew, forget: !isNew, again: isNew, back: isChanging })) $(`#${id}`).hidden = !isOffered;
}

/** Offers to forget the secret, or asks whether that is meant. */
function offer(isDoubted) {
  label($('#forget'), isDoubted ? 'really' : 'forget');
  $('#forget').setAttribute('variant', isDoubted ? 'danger' : '');
  clearTimeout(doubt);
  doubt = isDoubted && setTimeout(offer, 5000, false);
}

/** The first touch asks, a second one within five seconds removes the secret. */
async function forget() {
  if (!doubt) return offer(true);
  await touchd.call('io.touchd.unlock.Remove', { user });
  await ask();
}

/** Shows a puzzle, or a gesture. */
function challenge(kind) {
  const isGesture = kind === 'gesture';
  // Three labels are too small in a narrow window.
  put('captcha', kind, { decline: '', refresh: '', ...isGesture && innerWidth > 600 && { hear: '' } });
  $('#puzzle h2').textContent = isGesture ? text.tap : text.slide;
  label($('#form'), isGesture ? 'picture' : 'taps');
}

function show(tab) {
  page.dataset.tab = tab;
  for (const part of document.querySelectorAll('.tab')) {
    part.hidden = part.id !== `${tab}-tab`;
    $(`#tab-${part.id.slice(0, -4)}`).look = { selected: !part.hidden };
  }
  if (tab === 'live') map.draw();
}

/** Thumb and rows have the size that their element has room for, and a slider with room has marks. */
function fit() {
  const volume = $('#volume');
  volume.setAttribute('ticks', volume.clientHeight > 7.5 * parseFloat(getComputedStyle(volume).fontSize) ? 5 : 0);
  const { width } = $('#size').getBoundingClientRect(), { height } = $('#drinks').getBoundingClientRect(), header = 32;
  $('#size').settings = { nodes: text.sizes, index: 1, ...width && { thumbWidth: width / 3.2, margin: width / 6.4 + 2 } };
  const items = ['tea', 'coffee', 'cocoa', 'water', 'juice', 'milk'].map((id, index) => ({ id, section: index < 3 ? 0 : 1 }));
  $('#drinks').settings = { items, sections: [{ header }, { header }], rowHeight: Math.max((height - 2 * header) / items.length, 52) };
}
$('#drinks').look = { rows: text, sections: [text.hot, text.cold] };
fit();
new ResizeObserver(fit).observe($('#drinks'));

const presses = {
  forget, change: () => ask(true), again: () => ask(isChanging), back: () => ask(),
  form: () => challenge($('#captcha').localName === 'touchd-gesture' ? 'captcha' : 'gesture'),
  'tab-lock': () => show('lock'), 'tab-controls': () => show('controls'), 'tab-live': () => show('live'),
};
const round = value => Math.round(value * 100) / 100;
/** What the cards of the controls say. */
const outputs = {
  volume: ({ slider: { value } }) => Math.round(value), size: ({ stepSlider: { node } }) => node,
  stick: ({ confinedDrag: { dx, dy } }) => `${round(dx)} · ${round(dy)}`, dial: ({ confinedDrag: { angle } }) => `${Math.round(angle)}°`,
  puck: ({ name, inertialDrag: { velocityX, velocityY } }) => name === 'released' ? `${Math.round(Math.hypot(velocityX, velocityY))} px/s` : undefined,
  drinks: ({ name, reorderList: { from, to } }) => name === 'dropped' ? `${from + 1} → ${to + 1}` : undefined,
};

const names = `animating began cancelled caught changed cleared completed declined dot dragged dropped ended enrolled first_recorded held judged lifted
  long_pressed mismatch missed moved placed pressed rearmed recentered rejected released scrolled settled snapped solved start_over too_short too_sparse touched`;
for (const name of names.split(/\s+/)) {
  screen.addEventListener(`touchd-${name}`, ({ target, detail: event }) => {
    log(event);
    time(event);
    if (name === 'pressed') Promise.resolve(presses[target.id]?.()).catch(failed);
    const told = outputs[target.id]?.(event);
    if (told !== undefined) target.closest('.card').querySelector('output').value = told;
  });
}
screen.addEventListener('touchd-outcome', async ({ target, detail: { outcome } }) => {
  page.dataset[target.id === 'lock' ? 'unlock' : 'captcha'] = outcome;
  if (target.id !== 'lock' || !isNew || outcome !== 'passed') return;
  await pause(1200);   // what was stored is seen
  await ask().catch(failed);
});
// Somebody else has removed the user.
screen.addEventListener('touchd-error', ({ detail: { name } }) => { if (name.endsWith('NoSuchUser')) ask().catch(failed); });
// Alt with 1, 2, 3 also shows the tabs, for users with a keyboard.
addEventListener('keydown', event => {
  const tab = event.isTrusted && event.altKey && ['lock', 'controls', 'live'][event.code.replace('Digit', '') - 1];
  if (tab) show(tab);
});

// ---- what the daemon reports ---------------------------------------------------------------------------------------

function row(card, parts, most, kind = '') {
  const line = document.createElement('div');
  line.className = kind;
  for (const [tag, text, tone] of parts) {
    const part = line.appendChild(document.createElement(tag));
    part.textContent = text;
    if (tone) part.className = tone;
  }
  const rows = $(`#${card} .rows`);
  rows.prepend(line);
  while (rows.childElementCount > most) rows.lastChild.remove();
}

function log(event) {
  const { widget, name, timeUSec, hint, judged, input, reason, ...groups } = event;
  // Nothing is shown that reveals the shape of a pattern.
  const own = widget === 'lock' ? {} : Object.assign({}, ...Object.values(groups));
  const shown = Object.entries({ input, reason, ...own }).filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key} ${typeof value === 'number' ? round(value) : value}`).slice(0, 3).join('  ');
  row('log', [['b', name], ['span', widget], ['i', shown]], 40);
}

let view = { width: 1280, height: 800 };
const map = new FingerMap($('#map'), () => view);

function devices(panels) {
  $('#devices .rows').replaceChildren();
  for (const { name, provenance, widthMm, heightMm, slots } of panels) {
    const millimeters = widthMm && `${Math.round(widthMm)} × ${Math.round(heightMm)} mm`;
    // Each part by itself, because a line of Arabic has parts that are read from the left.
    const facts = [provenance, text.fingers.replace('{n}', slots ?? 1), millimeters].filter(Boolean).map(fact => `\u2068${fact}\u2069`);
    row('devices', [['b', name], ['i', facts.join(' · ')]], 8);
  }
  const [first] = panels;
  $('#panel').textContent = first ? text.panel.replace('{n}', first.provenance) : '';
}

/** Rings where fingers are, and their places; the daemon reports neither while a lock or captcha is on screen. */
function contacts({ contacts, hidden }) {
  if (!contacts) return;
  map.show(contacts);
  for (const ring of document.querySelectorAll('#over > i')) ring.remove();
  for (const { x, y } of contacts) $('#over').appendChild(document.createElement('i')).style.translate = `${x}px ${y}px`;
  const lines = contacts.map(({ id, x, y, xMm, yMm }) => {
    const millimeters = xMm === undefined ? '' : `, ${xMm.toFixed(1)} · ${yMm.toFixed(1)} mm`;
    return `${id}: ${Math.round(x)} · ${Math.round(y)} px${millimeters}`;
  });
  $('#devices .places').textContent = hidden ? text.hidden : lines.join('\n');
}

/** Touches that reached no widget, the newest first; the daemon reports none while a lock or captcha is on screen. */
function unheard({ landings }) {
  if (!landings) return;
  $('#unheard').hidden = false;
  for (const { reason, panel, device, x, y } of landings) {
    const place = x === undefined ? '' : `${Math.round(x)} · ${Math.round(y)} px`;
    row('unheard', [['b', reason.replaceAll('_', ' ')], ['span', place], ['i', panel ?? device]], 3);
  }
}

// Both timestamps of a result name the same moment, which relates the kernel's clock to the page's.
let clockOffset = null;
function result({ result }) {
  if (!result) return;
  clockOffset = result.wallTimeUSec - result.timeUSec;
  const notes = [result.reason?.replaceAll('_', ' '), result.demo && 'demo', result.provenance].filter(Boolean);
  const tone = { passed: 'right', failed: 'wrong' }[result.outcome];
  row('log', [['b', result.kind], ['span', result.outcome, tone], ['i', notes.join(', ')]], 40, 'result');
}

const delays = [], stamps = [];
/** Measures how long it takes from the finger until the kit has drawn the next frame, in a callback that is asked for before this one. */
function time({ name, timeUSec }) {
  if (clockOffset === null || name === 'judged') return;
  if (stamps.push(timeUSec) === 1) queueMicrotask(() => requestAnimationFrame(latency));
}

function latency() {
  const now = performance.timeOrigin + performance.now();
  for (const stamp of stamps.splice(0)) delays.push(Math.max(now - (stamp + clockOffset) / 1000, 0));
  delays.splice(0, delays.length - 400);
  const sorted = [...delays].sort((a, b) => a - b), at = part => sorted[Math.floor((sorted.length - 1) * part)];
  const figures = document.createElement('div'), bars = document.createElement('div'), most = Math.max(at(1), 1);
  figures.className = 'figures';
  for (const [name, part] of [[text.median, .5], ['95 %, ms', .95], [text.most, 1]]) {
    const figure = figures.appendChild(document.createElement('div'));
    figure.appendChild(document.createElement('b')).textContent = at(part).toFixed(1);
    figure.appendChild(document.createElement('span')).textContent = name;
  }
  bars.className = 'bars';
  for (const delay of delays.slice(-60)) bars.appendChild(document.createElement('s')).style.height = `${delay / most * 100}%`;
  $('#latency .rows').replaceChildren(figures, bars);
}

function state() {
  const isMissing = !$('#lock').localName.includes('-');
  $('#state').textContent = text[touchd.state];
  $('#state').dataset.state = touchd.state;
  // For staff; the kit shows people that touches have no effect.
  $('#refusal').textContent = touchd.state === 'refused' ? touchd.refusal.why : '';
  if (isMissing && touchd.state === 'connected') ask().catch(failed);
}

/** Marks and rings are in pixels of the view, which this window covers. */
function lay() {
  const size = screen.presentation?.view;
  if (!size) return;
  view = { width: size.width * devicePixelRatio, height: size.height * devicePixelRatio };
  const own = [innerWidth / view.width, innerHeight / view.height];
  Object.assign($('#over').style, { width: `${view.width}px`, height: `${view.height}px`, transform: `scale(${own})` });
  // With the mouse as finger, the view has the size of the window.
  const wanted = { width: Math.round(innerWidth * devicePixelRatio), height: Math.round(innerHeight * devicePixelRatio) };
  if (options.has('pointer') && own.some(part => Math.abs(part * devicePixelRatio - 1) > .002)) touchd.call('io.touchd.manage.SetView', wanted).catch(failed);
}

// ---- beginning -----------------------------------------------------------------------------------------------------

const isPermitted = { failed: ({ name }) => !name.endsWith('PermissionDenied') };
challenge(options.get('captcha') === 'gesture' ? 'gesture' : 'captcha');
show(options.get('tab') ?? 'lock');
touchd.addEventListener('state', state);
watchPanels(touchd, devices);
touchd.watch('io.touchd.result.Watch', {}, result);
touchd.watch('io.touchd.monitor.Contacts', {}, contacts, isPermitted);
touchd.watch('io.touchd.monitor.Unheard', {}, unheard, isPermitted);
touchd.call('io.touchd.result.List', { limit: 1000 })
  .then(({ results }) => { for (const past of results.slice(-12)) result({ result: past }); }, failed);
showCalibrations(touchd, $('#over'), isPermitted);
screen.addEventListener('touchd-misaligned', lay);   // at each layout
$('#unlock h2').textContent = `${text.lock}: ${user}`;
if (options.has('pointer')) bridge(`ws://${location.host}/touchsim`, options.get('pointer'));
state();
