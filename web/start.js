// Served until a page is installed: shows whether the connection from this browser to the daemon, its panel and a finger works.
import { watchPanels } from './away.js';
import './elements/button.js';

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
:root { color-scheme: dark; --touchd-accent: #7d9bff; }
* { box-sizing: border-box; margin: 0; }
html, body { height: 100%; }
body { background: radial-gradient(60% 70% at 12% 0, #26386f 0, transparent 70%), #0d1428; color: #e8edf7; font: 1.125rem/1.5 system-ui, "DejaVu Sans", sans-serif; touch-action: none; }
main { min-height: 100%; max-width: 46rem; margin: auto; padding: 4vmin; display: flex; flex-direction: column; justify-content: center; gap: 1.6rem; }
h1 { font-size: 1.8rem; font-weight: 650; letter-spacing: -.01em; }
ul { list-style: none; padding: .4rem 1.4rem; border-radius: 1.2rem; background: #131c36cc; border: 1px solid #ffffff1f; }
li { display: flex; gap: .9rem; align-items: center; padding: .7rem 0; font-weight: 600; }
li + li { border-top: 1px solid #ffffff1a; }
li::before { content: ""; flex: none; width: .75rem; height: .75rem; border-radius: 50%; background: #f5b94a; }
li[data-state=right]::before { background: #37d39b; } li[data-state=wrong]::before { background: #ff6b6b; }
li span { margin-inline-start: auto; font-weight: 400; color: #c4cee4; text-align: end; }
touchd-screen { display: grid; }
touchd-button { height: 5rem; }
p { color: #c4cee4; } code { color: #e8edf7; overflow-wrap: anywhere; }
@media (forced-colors: active) { li::before { border: 2px solid CanvasText; forced-color-adjust: none; } ul { border-color: CanvasText; } }
`);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

const { touchd } = document.querySelector('touchd-screen');
/** Shows a line as right, as wrong, or as not known yet. */
function tell(line, text, state) {
  const row = document.querySelector(`#${line}`);
  row.dataset.state = state;
  row.lastChild.textContent = text;
}

const show = () => {
  const { state, missing, why, refusal } = touchd, isThere = state === 'connected';
  const isServed = isThere || state === 'hung' || state === 'disconnected' && !missing;
  tell('bridge', state === 'refused' ? refusal.why : isServed ? 'serves this page' : why || state, isServed ? 'right' : state === 'connecting' ? '' : 'wrong');
  tell('daemon', isThere ? 'connected' : state === 'hung' ? 'does not answer' : why || 'not reached', isThere ? 'right' : state === 'connecting' ? '' : 'wrong');
};
touchd.addEventListener('state', show);
show();

watchPanels(touchd, panels => {
  const names = panels.map(({ name, provenance }) => `${name} (${provenance})`);
  tell('panel', names.join(', ') || 'none is connected', names.length ? 'right' : 'wrong');
});

document.querySelector('#try').addEventListener('touchd-pressed', () => tell('finger', `arrived at ${new Date().toLocaleTimeString()}`, 'right'));
