// The demonstration: a kiosk screen with every model that the daemon has, and a view of what it reports.
import { pause } from './connection.js';
import { FingerMap } from './fingers.js';
import { Touchd, loadWords, showCalibrations } from './touchd.js';
import { bridge } from './pointer.js';
import { labels } from './labels.js';
import { isMirrored } from './words.js';

const options = new URLSearchParams(location.hash.slice(1));
const user = options.get('user') ?? 'visitor';
const $ = selector => document.querySelector(selector);
const view = $('#view');
if (options.has('theme')) document.documentElement.dataset.theme = options.get('theme');
document.documentElement.lang = options.get('language') ?? 'en';
const language = document.documentElement.lang.split('-')[0];
const words = await loadWords(), sentences = { ...words.en, ...words[language] };
const isRight = isMirrored(language);
document.documentElement.dir = isRight ? 'rtl' : 'ltr';
const text = labels(document.documentElement.lang);
for (const part of document.querySelectorAll('[data-text]')) part.textContent = text[part.dataset.text];
view.style.setProperty('--nothing', JSON.stringify(text.nothing));

const touchd = new Touchd();

// ---- where things are ----------------------------------------------------------------------------------------------

let size = { width: 1280, height: 800 }, kinds = new Set(), tab = options.get('tab') ?? 'lock';
const cards = {
  lock: ['lock', 'captcha'], controls: ['sliders', 'confined', 'inertial', 'list'],
  live: ['devices', 'log'],
};
const u = () => Math.min(size.width, size.height) / 800;
/** The size of a touch target: never below 44 pixels. */
const target = length => Math.max(44, length * u());
/** How much larger than usual the browser's text is. */
const larger = () => Math.max(parseFloat(getComputedStyle(document.documentElement).fontSize) / 16, 1);
/** Mirrors a position in right-to-left languages. */
const mirrored = (x, width, left, whole) => isRight ? 2 * left + whole - x - width : x;
const tabs = () => Object.keys(cards).filter(name => name !== 'controls' || kinds.has('slider'));

/** The cards of the tab, in rows and columns between header and dock. */
function areas() {
  const unit = u(), gap = 24 * unit, left = 36 * unit, top = 84 * unit;
  const width = size.width - 2 * left, height = size.height - top - (kinds.has('button') ? 112 : 36) * unit;
  const isPortrait = size.height > size.width, names = cards[tab];
  const columns = names.length === 2 && isPortrait ? 1 : 2, rows = names.length / columns;
  // What fingers do has more room than the log of it.
  const parts = tab === 'live' ? [.64, .36] : [.5, .5], wide = width - gap * (columns - 1), tall = height - gap * (rows - 1);
  return Object.fromEntries(names.map((name, index) => {
    const column = index % columns, row = Math.floor(index / columns), across = columns === 1 ? wide : wide * parts[column];
    const down = rows === 1 ? tall : tall * parts[row], x = left + (column ? wide * parts[0] + gap : 0);
    return [name, { x: mirrored(x, across, 0, size.width), y: top + (row ? tall * parts[0] + gap : 0), width: across, height: down }];
  }));
}

function placeCards() {
  view.style.setProperty('--u', u());
  const places = areas();
  for (const card of document.querySelectorAll('.card')) {
    const place = places[card.id];
    card.classList.toggle('shown', !!place);
    if (!place) continue;
    const [left, top, width, height] = [place.x, place.y, place.width, place.height].map(length => `${length}px`);
    Object.assign(card.style, { left, top, width, height });
  }
}

/** The space in a card below its title, with `below` units left free at the bottom, and as many for text as it needs. */
function room(area, below = 20, text = 0, title = larger()) {
  const unit = u(), side = 24 * unit, top = 20 * unit + Math.max(target(44), 38 * Math.max(unit, .85) * title);
  const bottom = below + text * larger();
  return { x: area.x + side, y: area.y + top, width: area.width - 2 * side, height: area.height - top - bottom * unit };
}

const square = ({ x, y, width, height }) => {
  const side = Math.min(width, height);
  return { x: x + (width - side) / 2, y: y + (height - side) / 2, width: side, height: side };
};

// ---- widgets of a tab ----------------------------------------------------------------------------------------------

// A new user gets a pattern, or with #secret=pin a PIN.
const asked = options.get('secret') === 'pin' ? 'pin' : 'pattern';
let isForgetting = false, isChanging = false, purpose = 'verify', secret = asked, challenge = null, isGesture = options.get('captcha') === 'gesture';

// The demonstration's own target proves nothing; it is for tests, which have to know where to slide to.
const isGiven = options.get('captcha') === 'given';

async function newChallenge() {
  if (isGesture) {
    const wish = { kind: 'gesture', profile: 'default', maxAttempts: 3, timeoutUSec: 600e6 };
    return touchd.call('io.touchd.captcha.Create', wish);
  }
  const gap = { value: .3 + .65 * Math.random() };
  const profile = isGiven ? { profile: 'given', given: { targetValue: gap.value } } : { profile: 'default' };
  const reply = await touchd.call('io.touchd.captcha.Create',
    { ...profile, puzzle: { pictures: true }, maxAttempts: 3, timeoutUSec: 600e6 });
  if (isGiven) view.dataset.gap = gap.value;
  return reply;
}

/** The sentence for a key, the PIN's variant if a PIN is requested. */
const word = key => sentences[`${secret}_${key}`] ?? sentences[key];

const lockWidget = () => ({
  id: 'lock', kind: secret, ...square(room(areas().lock, 20, 56, 1)), [secret]: secret === 'pin' ? { purpose } : { purpose, trail: 'live' },
  // Beginners see in which direction they have drawn; nobody else is to see it when it unlocks.
  draw: { label: word(purpose === 'enroll' ? 'draw_new' : 'draw'), arrows: purpose === 'enroll' },
});
const puzzleFrame = area => {
  const space = room(area, 32 + target(44) / u(), 45, 1), height = Math.min(space.height, space.width * .68);
  return { ...space, y: space.y + (space.height - height) / 2, height };
};
function captchaWidget() {
  const area = areas().captcha, unit = u(), frame = puzzleFrame(area), settings = { challengeId: challenge.challengeId };
  const width = 260 * unit, height = target(44);
  const decline = { x: area.x + (area.width - width) / 2, y: area.y + area.height - (30 + 45 * larger()) * unit - height, width, height };
  // Of the challenge's kind, even if another kind was asked for meanwhile.
  if (challenge.steps) {
    return { id: 'captcha', kind: 'gesture', ...frame, gesture: settings, draw: { steps: challenge.steps, decline } };
  }
  const draw = { images: challenge, label: sentences.slide, decline };
  return { id: 'captcha', kind: 'captcha', ...frame, hitMargin: 8, captcha: settings, draw };
}
const drinks = ['tea', 'coffee', 'cocoa', 'water', 'juice', 'milk'];

function controls() {
  const places = areas(), unit = u(), wide = room(places.sliders), half = wide.height / 2;
  const round = room(places.confined), gap = 24 * unit, isTall = round.height > round.width;
  const part = isTall ? { ...round, height: (round.height - gap) / 2 } : { ...round, width: (round.width - gap) / 2 };
  const disc = square(part), other = isTall ? { y: disc.y + part.height + gap } : { x: disc.x + part.width + gap };
  const list = room(places.list);
  const items = drinks.map((id, index) => ({ id, section: index < 3 ? 0 : 1 })), thumb = target(44);
  const header = 32 * Math.max(unit, .85), knob = Math.min(120 * unit, wide.width / 3.2);
  return [
    {
      id: 'volume', kind: 'slider', ...wide, height: half, draw: { label: text.volume },
      slider: { max: 100, value: 40, thumbWidth: thumb, thumbHeight: thumb, trackHeight: 10 * unit },
    },
    {
      id: 'size', kind: 'step_slider', ...wide, y: wide.y + half * 1.1, height: Math.min(half * .9, Math.max(64, 64 * unit)),
      stepSlider: { nodes: text.sizes, index: 1, thumbWidth: knob, margin: knob / 2 + 2 * unit },
      draw: { label: text.size },
    },
    {
      id: 'stick', kind: 'confined_drag', ...disc, draw: { label: text.stick },
      confinedDrag: { onRelease: 'recenter', inset: target(52) / 2, handleRadius: target(52) / 2, deadZone: .1 },
    },
    {
      id: 'dial', kind: 'confined_drag', ...disc, ...other, draw: { label: text.dial },
      confinedDrag: { shape: 'ring', radius: disc.width / 2 - target(52) / 2, handleRadius: target(44) / 2 },
    },
    {
      id: 'puck', kind: 'inertial_drag', ...room(places.inertial), draw: { label: text.puck },
      inertialDrag: { objectWidth: target(72), objectHeight: target(72) },
    },
    {
      id: 'drinks', kind: 'reorder_list', ...list, draw: { label: text.drinks, rows: text, sections: [text.hot, text.cold] },
      reorderList: {
        items, sections: [{ header }, { header }], rowHeight: Math.max((list.height - 2 * header) / 6, 52, 52 * unit),
      },
    },
  ].filter(({ kind }) => kinds.has(kind));
}

function dock() {
  if (!kinds.has('button')) return [];
  const unit = u(), names = tabs(), width = 190 * unit, height = target(60), gap = 16 * unit;
  const left = (size.width - names.length * width - (names.length - 1) * gap) / 2, y = size.height - 88 * unit;
  const buttons = names.map((name, index) => ({
    id: `tab-${name}`, kind: 'button', x: mirrored(left + index * (width + gap), width, 0, size.width), y, width, height,
    draw: { label: text[name], selected: name === tab },
  }));
  if (tab === 'lock') {
    const small = (id, label, area, place = 0, variant, width = 132) => ({
      id, kind: 'button', draw: { label, variant }, width: width * unit, height: target(44), y: area.y + 16 * unit,
      x: mirrored(area.x + area.width - (24 + width + (width + 10) * place) * unit, width * unit, area.x, area.width),
    });
    const card = areas().lock;
    // Only a stored secret can be changed or forgotten, and forgotten not by a single touch.
    if (purpose === 'verify') {
      buttons.push(small('forget', isForgetting ? text.really : text.forget, card, 0, isForgetting ? 'danger' : undefined), small('change', text.change, card, 1));
    } else buttons.push(small('again', text.again, card), ...isChanging ? [small('back', text.back, card, 1)] : []);
    const wide = 168;
    buttons.push(
      small('renew', isGesture ? sentences.gesture_renew : sentences.renew, areas().captcha, 0, undefined, wide),
      small('form', isGesture ? text.picture : text.taps, areas().captcha, 1, undefined, wide));
  }
  return buttons;
}

/** The secrets that the user has already, so that the first scene is right. */
async function known() {
  const { users } = await touchd.call('io.touchd.unlock.Users', { name: user });
  purpose = users.length && !isChanging ? 'verify' : 'enroll';
  secret = users[0]?.secrets[0] ?? asked;
}

async function widgets() {
  if (tab === 'lock') await known();
  if (tab === 'lock') challenge = await newChallenge();
  return [...dock(), ...(tab === 'lock' ? [lockWidget(), captchaWidget()] : tab === 'controls' ? controls() : [])];
}

// ---- what happens --------------------------------------------------------------------------------------------------

function prompt(card, sentence, tone = 'prompt') {
  const line = $(`#${card} .prompt`), isPuzzle = card === 'captcha' && sentence === sentences.slide;
  line.textContent = sentence;
  line.dataset.tone = tone;
  // Whoever cannot drag has to find the other way.
  if (card === 'captcha') $('#captcha .hint').textContent = isPuzzle ? sentences[isGiven ? 'taps_bar' : 'taps_piece'] : '';
}

/** The buttons on the card of the lock. */
const lockButtons = ['forget', 'change', 'again', 'back'];

/** Begins the request for a secret once more: to enroll another one, or after all to unlock. */
async function begin(isAnother) {
  isChanging = isAnother;
  const { signal } = current;
  leaving.abort();
  await pause(300, signal);   // the old request ends with its connection
  if (!signal.aborted) await run(current);
}

/** Enrolls if there is no pattern or PIN yet, then unlocks repeatedly. */
async function lock({ scene, signal, presentation }) {
  $('#lock h2').textContent = `${text.lock}: ${user}`;
  while (!signal.aborted) {
    const { users: [known], asked: wish } = await touchd.call('io.touchd.unlock.Users', { name: user });
    const wanted = known && !isChanging ? 'verify' : 'enroll';
    const kind = known?.secrets[0] ?? asked;
    if (wanted !== purpose || kind !== secret) {
      [purpose, secret] = [wanted, kind];
      const buttons = dock().filter(({ id }) => lockButtons.includes(id)), ids = buttons.map(({ id }) => id);
      const kept = currentIds.filter(id => !lockButtons.includes(id));
      await presentation.update([lockWidget(), ...buttons], currentIds.filter(id => lockButtons.includes(id) && !ids.includes(id)));
      currentIds = [...kept, ...ids];
    }
    if (known && purpose === 'verify') countDown(known, presentation, signal);
    const method = purpose === 'enroll' ? 'Enroll' : 'Verify';
    const more = purpose === 'enroll' ? {} : { maxAttempts: 20 };
    const call = { user, scene, widget: 'lock', timeoutUSec: 600e6, ...more };
    try {
      for await (const reply of touchd.stream(`io.touchd.unlock.${method}`, call, { signal })) {
        if (reply.ready) prompt('lock', word(purpose === 'verify' ? 'draw' : wish ? 'draw_asked' : 'draw_new'));
        if (reply.attempt) countDown(reply.attempt, presentation, signal);
        if (reply.outcome) {
          document.documentElement.dataset.unlock = reply.outcome;
          isChanging = false;
        }
      }
      await pause(1800, signal);
    } catch (error) {
      // Until there is a panel again; other errors end the scene or are reported.
      if (signal.aborted || error.name !== 'io.touchd.unlock.NoPanel') throw error;
      await pause(300, signal);
    }
  }
}

const counts = new Set();

/** Reports the remaining seconds four times a second; not while touches have no effect, and at once when they have again. */
async function count(end, presentation, signal, tell) {
  const told = () => { if (!presentation.paused) tell((end - performance.now()) / 1000); };
  counts.add(told);
  for (; !signal.aborted && performance.now() < end; await pause(250, signal)) told();
  counts.delete(told);
}

let counting = new AbortController();

/** Shows how long drawings are refused, after a moment for the last result; the dots are shown as disabled. */
async function countDown({ waitUSec, locked }, presentation, leave) {
  counting.abort();
  counting = new AbortController();
  presentation.disable('lock', false);
  leave.addEventListener('abort', () => counting.abort(), { once: true });
  const { signal } = counting, end = locked ? Infinity : performance.now() + (waitUSec ?? 0) / 1000;
  if (!waitUSec && !locked) return;
  await pause(900, signal);
  await count(end, presentation, signal, seconds => {
    presentation.disable('lock', true);
    prompt('lock', locked ? sentences.ask_staff : presentation.waiting(seconds, secret), 'wrong');
  });
  if (signal.aborted) return;
  presentation.disable('lock', false);
  prompt('lock', word('draw'));
}

/** A new challenge whenever the last one is over. */
async function puzzle({ signal, presentation }) {
  while (!signal.aborted) {
    $('#captcha h2').textContent = isGesture ? text.tap : text.slide;
    prompt('captcha', isGesture ? '' : sentences.slide);
    const call = { challengeId: challenge.challengeId };
    let waitUSec = 0;
    for await (const reply of touchd.stream('io.touchd.captcha.Await', call, { signal })) {
      waitUSec = reply.attempt?.waitUSec ?? waitUSec;
      if (waitUSec) break;
      if (reply.outcome) document.documentElement.dataset.captcha = reply.outcome;
      else if (reply.attempt?.outcome === 'failed' && (isGesture || !isGiven)) nextPicture(presentation, signal);
    }
    await pause(waitUSec ? 900 : 1800, signal);
    if (waitUSec && !signal.aborted) await lockedOut(waitUSec, presentation, signal);
    if (!signal.aborted) await anotherChallenge(presentation, signal);
  }
}

/** After too many misses at this panel: disables the captcha and counts the wait down. */
async function lockedOut(microseconds, presentation, signal) {
  const end = performance.now() + microseconds / 1000;
  await presentation.update([], ['captcha']);
  await count(end, presentation, signal, seconds => prompt('captcha', presentation.waiting(seconds, 'captcha'), 'wrong'));
}

/** Another challenge after a miss, once the miss was shown; none after the last one. */
async function nextPicture(presentation, signal) {
  await pause(900, signal);
  if (signal.aborted) return;
  await presentation.refresh('captcha').catch(error => { if (!error.name.endsWith('NoPicture')) failed(error); });
}

/** Another challenge, unless the tab is left or shown anew meanwhile. */
async function anotherChallenge(presentation, signal) {
  const next = await newChallenge();
  if (signal.aborted) return;
  challenge = next;
  await presentation.update([captchaWidget()]);
}

let leaving = new AbortController(), current = null, currentIds = [];

/** Runs what belongs to the tab, until it is left or the scene is gone. */
async function run(stage) {
  current = stage;
  leaving.abort();
  leaving = new AbortController();
  const signal = AbortSignal.any([leaving.signal, stage.signal]);
  document.documentElement.dataset.tab = tab;
  if (tab === 'live') map.draw();
  if (tab === 'lock') await Promise.all([lock({ ...stage, signal }), puzzle({ ...stage, signal })]);
}

async function show(name) {
  const old = currentIds;
  leaving.abort();
  tab = name;
  placeCards();
  const next = await widgets();
  await current.presentation.update(next, old.filter(id => !next.some(widget => widget.id === id)));
  currentIds = next.map(({ id }) => id);
  run(current).catch(failed);
}
const round = value => Math.round(value * 100) / 100;
function hear(event) {
  log(event);
  if (event.name === 'pressed') {
    if (event.widget.startsWith('tab-')) show(event.widget.slice(4)).catch(failed);
    else if (event.widget === 'forget') forget().catch(failed);
    else if (event.widget === 'change') begin(true).catch(failed);
    else if (event.widget === 'again') begin(isChanging).catch(failed);
    else if (event.widget === 'back') begin(false).catch(failed);
    else if (event.widget === 'renew') renew().catch(failed);
    else if (event.widget === 'form') {
      isGesture = !isGesture;
      show(tab).catch(failed);
    }
  }
  const tell = (card, text) => { $(`#${card} output`).value = text; };
  if (event.widget === 'volume') tell('sliders', Math.round(event.slider.value));
  if (event.widget === 'size' && event.stepSlider.node) tell('sliders', event.stepSlider.node);
  const { dx, dy, angle } = event.confinedDrag ?? {};
  if (event.widget === 'stick') tell('confined', `${round(dx)} · ${round(dy)}`);
  if (event.widget === 'dial') tell('confined', `${Math.round(angle)}°`);
  if (event.widget === 'puck' && event.name === 'released') {
    const { velocityX, velocityY } = event.inertialDrag;
    tell('inertial', `${Math.round(Math.hypot(velocityX, velocityY))} px/s`);
  }
  if (event.widget === 'drinks' && event.name === 'dropped') {
    tell('list', `${event.reorderList.from + 1} → ${event.reorderList.to + 1}`);
  }
}

/** The first touch asks, a second one within five seconds removes the secret. */
async function forget() {
  if (isForgetting) {
    isForgetting = false;
    await touchd.call('io.touchd.unlock.Remove', { user });
    return run(current);
  }
  const { presentation, signal } = current;
  const offer = () => presentation.update(dock().filter(({ id }) => id === 'forget'));
  isForgetting = true;
  await offer();
  await pause(5000, signal);
  if (!isForgetting || signal.aborted) return;
  isForgetting = false;
  await offer();
}

async function renew() {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  await anotherChallenge(current.presentation, signal);
  if (!signal.aborted) await run(current);
}

/** A page that is left loses its connections. */
const failed = error => { if (error.name !== 'left') console.warn(error); };

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
  const { widget, name, timeUSec, hint, result, input, reason, ...groups } = event;
  // Nothing is shown that reveals the shape of a pattern.
  const own = widget === 'lock' ? {} : Object.assign({}, ...Object.values(groups));
  const shown = Object.entries({ input, reason, ...own }).filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key} ${typeof value === 'number' ? round(value) : value}`).slice(0, 3).join('  ');
  row('log', [['b', name], ['span', widget], ['i', shown]], 40);
}

const panels = new Map(), map = new FingerMap($('#map'), () => size);

function devices(reply) {
  if (reply.devices) panels.clear();
  for (const device of [...reply.devices ?? [], ...[reply.added, reply.changed].filter(Boolean)]) panels.set(device.id, device);
  if (reply.removed !== undefined) panels.delete(reply.removed);
  $('#devices .rows').replaceChildren();
  for (const { name, provenance, widthMm, heightMm, slots } of panels.values()) {
    const millimeters = widthMm && `${Math.round(widthMm)} × ${Math.round(heightMm)} mm`;
    row('devices', [['b', name], ['i', [provenance, text.fingers.replace('{n}', slots ?? 1), millimeters].filter(Boolean).join(' · ')]], 8);
  }
  const [first] = panels.values();
  $('#panel').textContent = first ? text.panel.replace('{n}', first.provenance) : sentences.no_panel;
  away();
}

/** Rings where fingers are, and their places; the daemon reports neither while a lock or captcha is on screen. */
function contacts({ contacts, hidden }) {
  if (!contacts) return;
  map.show(contacts);
  $('#fingers').replaceChildren(...contacts.map(({ x, y }) => {
    const ring = document.createElement('i');
    ring.style.translate = `${x}px ${y}px`;
    return ring;
  }));
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

const delays = [];
function drawn(events, now) {
  if (clockOffset === null) return;
  const clock = (performance.timeOrigin + now) * 1000;
  for (const { timeUSec, name } of events) {
    const delay = (clock - timeUSec - clockOffset) / 1000;
    if (name !== 'judged' && delay < 1000) delays.push(Math.max(delay, 0));
  }
  if (delays.length > 400) delays.splice(0, delays.length - 400);
  latency();
}

function latency() {
  if (!delays.length) return;
  const sorted = delays.toSorted((a, b) => a - b), at = part => sorted[Math.floor((sorted.length - 1) * part)];
  const figures = document.createElement('div'), bars = document.createElement('div'), most = Math.max(at(1), 1);
  figures.className = 'figures';
  for (const [name, part] of [[text.median, .5], ['95 %, ms', .95], [text.most, 1]]) {
    const figure = figures.appendChild(document.createElement('div'));
    figure.appendChild(document.createElement('b')).textContent = at(part).toFixed(1);
    figure.appendChild(document.createElement('span')).textContent = name;
  }
  bars.className = 'bars';
  for (const delay of delays.slice(-60)) {
    bars.appendChild(document.createElement('s')).style.height = `${delay / most * 100}%`;
  }
  $('#latency .rows').replaceChildren(figures, bars);
}

function away() {
  $('#state').textContent = text[touchd.state];
  $('#state').dataset.state = touchd.state;
  // For staff; the kit shows people that touches have no effect.
  $('#refusal').textContent = touchd.state === 'refused' ? touchd.refusal.why : '';
}

// ---- beginning -----------------------------------------------------------------------------------------------------

touchd.addEventListener('state', away);
touchd.watch('io.touchd.device.Watch', {}, devices);
touchd.watch('io.touchd.result.Watch', {}, result);
touchd.watch('io.touchd.monitor.Contacts', {}, contacts, { failed: ({ name }) => !name.endsWith('PermissionDenied') });
touchd.watch('io.touchd.monitor.Unheard', {}, unheard, { failed: ({ name }) => !name.endsWith('PermissionDenied') });
touchd.call('io.touchd.result.List', { limit: 1000 })
  .then(({ results }) => { for (const past of results.slice(-12)) result({ result: past }); }, failed);

showCalibrations(touchd, view, { failed: ({ name }) => !name.endsWith('PermissionDenied') });

touchd.present({
  view,
  event: hear, drawn, failed, run,
  widgets: async () => {
    const status = await touchd.call('io.touchd.manage.Status');
    size = { width: status.viewWidth, height: status.viewHeight };
    const scene = { interface: 'io.touchd.scene' };
    const { description } = await touchd.call('org.varlink.service.GetInterfaceDescription', scene);
    kinds = new Set(description.match(/type Kind \(([^)]*)\)/)[1].replace(/#.*/g, '').match(/\w+/g));
    placeCards();
    const next = await widgets();
    currentIds = next.map(({ id }) => id);
    return next;
  },
  // A prompt is hidden while touches have no effect, and after its scene.
  silenced: sentence => {
    view.toggleAttribute('data-silent', !!sentence);
    for (const told of counts) told();
  },
  away: () => { for (const card of ['lock', 'captcha']) prompt(card, ''); },
  placed: view => {
    if (view.width === size.width && view.height === size.height) return;
    size = view;
    show(tab).catch(failed);
  },
  say: ({ widget, key, sentence, tone }) => {
    // What to tap is written beside its symbols.
    if (widget === 'lock' || widget === 'captcha') prompt(widget, key === 'gesture' ? '' : sentence, tone);
  },
});

// Alt with 1, 2, 3 also shows the tabs, for users with a keyboard.
addEventListener('keydown', event => {
  const name = event.isTrusted && event.altKey && Object.keys(cards)[event.code.replace('Digit', '') - 1];
  if (name && current && tabs().includes(name)) show(name).catch(failed);
});

if (options.has('pointer')) bridge(view, `ws://${location.host}/touchsim`);
