// What a page shows and reports while touches have no effect. Loaded beside each presentation.
import { add } from './style.js';
import { set, shape } from './svg.js';

/** One picture for each reason, of 24 × 24, drawn with a line. */
const pictures = {
  lost: 'M4 5h16v10H4zM8 19h8M12 15v4M9 8l6 4M15 8l-6 4',
  no_bridge: 'M3 12h5M16 12h5M8 8v8M16 8v8M11 6l2 12',
  hung: 'M7 3h10M7 21h10M8 3v4l8 10v4M16 3v4L8 17v4',
  not_served: 'M12 3l8 3v6c0 5-3 8-8 9-5-1-8-4-8-9V6zM9 9l6 6M15 9l-6 6',
  no_panel: 'M9 3v5M15 3v5M6 8h12v3c0 4-2 6-6 6s-6-2-6-6zM12 17v4M3 3l18 18',
  cleaning: 'M12 3c3 5 5 7 5 10a5 5 0 0 1-10 0c0-3 2-5 5-10zM10 14a2 2 0 0 0 2 2',
  paused: 'M8 5v14M16 5v14',
  covered: 'M4 4h11v11H4zM9 9h11v11H9z',
};

add(`
.touchd-pausing { pointer-events: none; position: fixed; inset: 0; z-index: 2147483646; display: grid; place-items: center; padding: 1.5rem; background: #0b10208c;
  color: var(--ink); font: 600 1.375rem/1.4 system-ui, sans-serif; }
.touchd-pausing[hidden] { display: none; }
:is(.touchd-pausing, .touchd-fault)[popover] { width: auto; height: auto; margin: 0; border: 0; overflow: visible; }
.touchd-pausing > div { display: flex; align-items: center; gap: .8em; box-sizing: border-box; max-width: min(40em, 100%); text-wrap: balance; padding: 1em 1.3em; border-radius: .9em; background: var(--face);
  border: 2px solid var(--edge); box-shadow: 0 .6em 2.4em #0009; text-align: start; }
.touchd-pausing svg { flex: none; width: 1.9em; height: 1.9em; fill: none; stroke: var(--wrong); stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
.touchd-pausing:is([data-why=cleaning], [data-why=paused], [data-why=covered]) svg { stroke: var(--accent); }
.touchd-pausing[data-why=covered] { background: none; place-items: end center; font-size: 1.125rem; }
@media (forced-colors: active) { .touchd-pausing > div { background: Canvas; border-color: CanvasText; } }
`);

const timers = new WeakMap();

/** Keeps what notices of elements show above the dialogs of the page, which may open later, as long as anything is shown. */
export function raise(parent) {
  clearTimeout(timers.get(parent));
  if (!parent.showPopover || !parent.isConnected || !parent.matches('.touchd-canvas')) return;
  // All at once, and faults last: each comes to the top.
  const parts = ['.touchd-pausing', '.touchd-fault'].flatMap(name => [...parent.querySelectorAll(name)]);
  for (const part of parts) {
    part.popover = 'manual';
    part.hidePopover();
    if (!part.hidden) part.showPopover();
  }
  if (parts.some(part => !part.hidden)) timers.set(parent, setTimeout(raise, 250, parent));
}

/** The innermost element that `find` finds: in the page, then in the tree of what it has found there, and so on. */
function innermost(find) {
  let part = find(document);
  for (let root; (root = part?.shadowRoot) && root.contains(find(root));) part = find(root);
  return part;
}

/** The dialog around a part of a page, across shadow trees and slots. */
function dialogAround(part) {
  while (part && !part.matches?.('dialog[open], [aria-modal=true]')) part = part.assignedSlot ?? part.parentNode ?? part.host;
  return part;
}

/** Has the latest sentence of notices announced: in the uppermost dialog, if one is open, because a modal one makes all others silent. */
export function speak(notices) {
  const { sentence, parent } = notices;
  if (sentence === null) return;
  const live = notices.live || (notices.live = document.createElement('div'));
  set(live, { class: 'touchd-live', role: 'status' });
  // Also the backdrop of a dialog is a part of it, unless the page hides that.
  const dialog = [root => root.elementFromPoint(innerWidth / 2, innerHeight / 2), root => root.activeElement].map(find => dialogAround(innermost(find))).find(Boolean);
  const place = dialog && dialog !== dialogAround(parent) ? dialog : parent;
  Object.assign(live.style, { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' });
  if (live.parentNode !== place) {
    live.textContent = '';
    place.append(live);
    setTimeout(speak, 100, notices);   // one that has just come is not listened to yet
  } else live.textContent = sentence;
}

/** Shows why touches have no effect, or that they have again, and writes a line into the console. */
export function show(place, why, sentence, reason) {
  place.hidden = !why;
  if (place.isConnected) raise(place.parentNode);
  place.replaceChildren();
  if (!why) return console.info('touchd: touches have an effect again');
  place.dataset.why = why;
  const card = document.createElement('div'), line = document.createElement('span');
  shape(shape(card, 'svg', { viewBox: '0 0 24 24', 'aria-hidden': true }), 'path', { d: pictures[why] });
  line.textContent = sentence;
  card.append(line);
  place.append(card);
  console.info(`touchd: touches have no effect: ${why}: ${reason || sentence}`);
}

/** Tells the panels that there are, now and whenever that changes; nothing to pages that may not know. */
export function watchPanels(touchd, tell, signal) {
  const panels = new Map();
  touchd.watch?.('io.touchd.device.Watch', {}, ({ devices, added, changed, removed }) => {
    if (devices) panels.clear();
    for (const panel of [...devices ?? [], added, changed].filter(Boolean)) panels.set(panel.id, panel);
    panels.delete(removed);
    tell([...panels.values()]);
  }, { signal, failed: ({ name }) => !/Permission|Method/.test(name) });
}
