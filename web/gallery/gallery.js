// Every element of the kit in every state, drawn from layouts and events like the daemon's; no daemon is needed.
//   #theme=light  #language=ar  #kinds=slider,button
import { Toggle } from '../drawings/toggle.js';
import { style } from '../style.js';
import { shape } from '../svg.js';
import { drawings as ofKinds } from '../touchd.js';
import { isMirrored, loadWords, words } from '../words.js';
import { presented } from './stage.js';
import { kinds, reasons, states } from './states.js';

const drawings = { ...ofKinds, toggle: Toggle };

const options = new URLSearchParams(location.hash.slice(1)), language = options.get('language') ?? 'en';
document.documentElement.lang = language;
const spoken = language.split('-')[0], sentences = { ...(await loadWords()).en, ...words[spoken] };
document.documentElement.dir = isMirrored(spoken) ? 'rtl' : 'ltr';
if (options.has('theme')) document.documentElement.dataset.theme = options.get('theme');
document.adoptedStyleSheets = [...document.adoptedStyleSheets, style()];

/** The layout as the kit mirrors it on right-to-left pages. */
const laid = ({ mirrored }, layout) => document.documentElement.dir === 'rtl' && mirrored ? mirrored.laid(layout) : layout;

const placeOf = ({ x, y, width, height }) => ({ x, y, width, height });

/** A cell of a row: the element in a view of 320 × 200, brought into the state. */
async function cell(row, kind, state) {
  const figure = document.createElement('figure'), frame = document.createElement('div'), view = document.createElement('div');
  const name = document.createElement('figcaption');
  view.className = 'touchd-view';
  name.textContent = state;
  frame.append(view);
  figure.append(frame, name);
  row.append(figure);   // text is measured when it is drawn
  const { widget, layout, to } = kinds[kind](state), id = `${kind}-${state}`;
  // The presentation itself handles what concerns all widgets.
  if (reasons.includes(state)) {
    view.className = 'presented';
    return presented(view, { id, kind: 'button', ...widget }, to, state, language);
  }
  const svg = shape(view, 'svg', { viewBox: '0 0 320 200' });
  const say = () => {};
  say.words = (key, number) => (sentences[`${kind}_${key}`] ?? sentences[key] ?? key).replaceAll('{n}', number);
  const drawing = new drawings[kind](svg, { id, kind: kind === 'toggle' ? 'button' : kind, ...widget }, laid(drawings[kind], { ...layout, frame: placeOf(widget) }), say);
  for (const event of to ?? []) drawing.event(event);
  // A result disappears after a moment; here it stays.
  drawing.rest?.();
  if (['waiting', 'disabled'].includes(state)) drawing.group.classList.add('touchd-disabled');
  drawing.draw();
  await Promise.all([...svg.querySelectorAll('image')].map(image => Object.assign(new Image(), { src: image.getAttribute('href') }).decode()));
}

/** Links to the same page in other colors and languages; a link that only changes the fragment loads the page anew. */
for (const [label, change] of [['dark', { theme: 'dark' }], ['light', { theme: 'light' }], ...Object.keys(words).map(language => [language, { language }])]) {
  const link = document.createElement('a'), now = new URLSearchParams(options);
  for (const [name, value] of Object.entries(change)) now.set(name, value);
  link.textContent = label;
  link.href = `#${now}`;
  document.querySelector('#ways').append(link);
}
addEventListener('hashchange', () => location.reload());

const shown = options.get('kinds')?.split(',') ?? Object.keys(kinds);
const cells = [];
for (const kind of shown) {
  const title = document.createElement('h2'), row = document.createElement('div');
  title.textContent = kind === 'screen' ? 'the whole screen, while touches have no effect' : kind.replaceAll('_', ' ');
  row.className = 'states';
  document.querySelector('#gallery').append(title, row);
  for (const state of states(kind)) cells.push(cell(row, kind, state));
}
await Promise.all(cells);
document.documentElement.dataset.ready = '';
