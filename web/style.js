// In forced colors, Highlight may be translucent, and a thumb or a lifted row lies over other parts.
let rules = `
.touchd-view { position: absolute; left: 50%; top: 50%; overflow: hidden; touch-action: none; user-select: none; }
.touchd-view, .touchd-canvas { --ink: var(--touchd-ink, #e8edf7); --quiet: var(--touchd-quiet, #8896b0); --accent: var(--touchd-accent, #7d9bff);
  --right: var(--touchd-right, #37d39b); --wrong: var(--touchd-wrong, #ff6b6b); --face: var(--touchd-face, #1f2a44);
  --on-accent: var(--touchd-on-accent, #0b1020); --edge: var(--touchd-edge, var(--quiet)); --row: var(--touchd-row, #2a3859);
  --line: var(--touchd-line-width, 10); --focus: var(--ink); }
:where([data-theme=light], [data-theme=light] *):is(.touchd-view, .touchd-canvas) {
  --ink: var(--touchd-ink, #111827); --quiet: var(--touchd-quiet, #55617a); --accent: var(--touchd-accent, #2a5fd0);
  --on-accent: var(--touchd-on-accent, #fff); --right: var(--touchd-right, #0a7048); --wrong: var(--touchd-wrong, #b3122b);
  --face: var(--touchd-face, #e6eaf3); --row: var(--touchd-row, #d6dded); }
.touchd-view > svg { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; touch-action: none; }
.touchd-shield { fill: none; pointer-events: all; touch-action: none; }
.touchd-disabled, .touchd-widget[data-mood=away] { opacity: .35; }
.touchd-widget { --tone: var(--accent); }
:where(.touchd-widget) { font: 500 1.25rem system-ui, sans-serif; }
.touchd-widget[data-mood=right] { --tone: var(--right); }
.touchd-widget[data-mood=wrong] { --tone: var(--wrong); }
.touchd-line { fill: none; stroke: var(--tone); stroke-width: var(--line); stroke-linecap: round; stroke-linejoin: round;
  opacity: .85; }
.touchd-dot-core { fill: var(--quiet); transition: fill .15s; }
.touchd-dot-halo { fill: var(--tone); opacity: 0; transition: opacity .15s; }
.touchd-on .touchd-dot-core { fill: var(--tone); }
.touchd-on .touchd-dot-halo { opacity: .22; }
.touchd-widget[data-mood=checking] { opacity: .7; }
.touchd-arrow { fill: var(--tone); stroke: var(--ink); }
.touchd-track, .touchd-area, .touchd-face { fill: var(--face); stroke: var(--edge); stroke-width: 1.5; }
.touchd-label { fill: var(--ink); }
.touchd-widget:focus { outline: none; }
.touchd-widget:focus-visible { outline: 4px solid var(--focus); outline-offset: 4px; }
.touchd-button[data-mood=pressed] .touchd-face, .touchd-selected .touchd-face { fill: var(--accent); }
.touchd-button[data-mood=pressed] .touchd-label, .touchd-selected .touchd-label, .touchd-lifted .touchd-label { fill: var(--on-accent); }
.touchd-primary { --face: var(--accent); --ink: var(--on-accent); } .touchd-danger { --face: var(--wrong); --ink: var(--on-accent); }
.touchd-quiet { --face: transparent; --edge: transparent; }
:is(.touchd-primary, .touchd-danger)[data-mood=pressed] { --accent: var(--quiet); }
.touchd-button .touchd-face { transition: fill .12s; }
@media (prefers-reduced-motion: reduce) { .touchd-view *, .touchd-canvas * { transition: none !important; } }
@media (prefers-contrast: more) {
  .touchd-view, .touchd-canvas { --quiet: #fff; --ink: #fff; --face: #000; --row: #000; --edge: #fff; --line: 14; }
  :where([data-theme=light], [data-theme=light] *):is(.touchd-view, .touchd-canvas) {
    --quiet: #000; --ink: #000; --face: #fff; --row: #fff; --edge: #000; }
  .touchd-track, .touchd-area, .touchd-face, .touchd-dot-core { stroke: var(--edge); stroke-width: 3; }
  .touchd-line { opacity: 1; }
}
@media (forced-colors: active) {
  .touchd-view, .touchd-canvas { --ink: CanvasText; --quiet: CanvasText; --accent: Highlight; --right: var(--accent); --wrong: ActiveText;
    --face: Canvas; --row: Canvas; --edge: CanvasText; --on-accent: HighlightText; }
  .touchd-view > svg, svg.touchd-canvas { forced-color-adjust: none; }
  .touchd-track, .touchd-area, .touchd-face { stroke: var(--edge); stroke-width: 2; }
  @supports (color: rgb(from red r g b)) { .touchd-view, .touchd-canvas { --accent: rgb(from Highlight r g b / 1); } }
}`;

let sheet;

/** A style sheet of rules. */
export function sheetOf(rules) {
  const made = new CSSStyleSheet();
  made.replaceSync(rules);
  return made;
}

/** Adds the rules of one kind's drawing, so that pages load only those of the kinds that they show. */
export function add(more) {
  rules += more;
  sheet?.replaceSync(rules);
}

/** The kit's rules. Every color and width is a variable; see docs/front-ends.md. */
export const style = () => sheet ??= sheetOf(rules);

/** Makes an element light where the page's `color-scheme` is `light`, or `light dark` and the user does not prefer dark; otherwise dark. */
export function shade(element) {
  const { colorScheme } = getComputedStyle(element), isDark = /dark/.test(colorScheme) && matchMedia('(prefers-color-scheme: dark)').matches;
  const theme = /light/.test(colorScheme) && !isDark ? 'light' : 'dark';
  for (const { dataset } of element.shadowRoot.querySelectorAll('.touchd-canvas')) if (dataset.theme !== theme) dataset.theme = theme;
}

let views = 0;

/** Adds the rules to the document, for a view in it. The returned function removes them, after the last view. */
export function lend() {
  if (!views++ && !document.adoptedStyleSheets.includes(style())) document.adoptedStyleSheets = [...document.adoptedStyleSheets, style()];
  let isLent = true;
  return () => {
    if (isLent && !--views) document.adoptedStyleSheets = document.adoptedStyleSheets.filter(other => other !== sheet);
    isLent = false;
  };
}
