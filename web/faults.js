// Errors, shown to the developer of the page. Loaded in development.
import { raise } from './away.js';
import { add } from './style.js';

add(`
.touchd-fault { pointer-events: none; position: fixed; inset: 0 0 auto; z-index: 2147483647; padding: .6em 1em; background: #b00020; color: #fff;
  font: 16px/1.4 monospace; white-space: pre-wrap; }
`);

const bars = new WeakMap();

/** Shows the texts of topics in a place, empty texts not; other topics stay. */
export function fault(place, texts) {
  const bar = bars.get(place) ?? { texts: {}, shown: document.createElement('div') };
  bars.set(place, bar);
  Object.assign(bar.texts, texts);
  bar.shown.className = 'touchd-fault';
  bar.shown.setAttribute('role', 'status');
  bar.shown.textContent = Object.values(bar.texts).filter(Boolean).join('\n');
  if (!bar.shown.textContent) bar.shown.remove();
  else if (!bar.shown.isConnected) place.append(bar.shown);
  raise(place);
}
