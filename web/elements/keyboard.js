// Keys as an alternative for people who cannot touch the panel: a keyboard, or switches that act as one. Opt-in, and never for secrets
// or proofs. Loaded for elements with the attribute `keyboard`.

/** The meaning of arrows: up, or forward in the direction of the text, is more. */
const meanings = isMirrored => ({ ArrowUp: 'more', ArrowDown: 'less', ArrowRight: isMirrored ? 'less' : 'more', ArrowLeft: isMirrored ? 'more' : 'less' });

const attended = new WeakSet(), timers = new WeakMap();
/** The widget that has got the focus last, if nothing else has since. */
let last = null;
document.addEventListener('focusin', event => { last = event.composedPath().find(part => attended.has(part)); });

/** Passes keys to an element from now on. */
export function attend(widget) {
  if (attended.has(widget)) return;
  attended.add(widget);
  // A drawing that is made anew has the focus of the one before.
  widget.regain = () => { if (widget === last && document.activeElement === document.body) widget.shown.group?.focus(); };
  widget.shadowRoot.addEventListener('keydown', event => { if (widget.isKeyed) press(widget, event); });
}

function press(widget, event) {
  const { id, shown: drawing, screen } = widget, { presentation } = screen ?? {};
  // Synthetic events of a script have no effect; and keys cannot press a widget that no finger could.
  if (!event.isTrusted || widget.isOff || event.repeat && widget.kind === 'button' || event.ctrlKey || event.altKey || event.metaKey) return;
  if (!drawing?.group || drawing.isAway || !presentation?.scene) return;
  const done = widget.keys(meanings(drawing.isMirrored)[event.key] ?? event.key, drawing);
  if (!done) return;
  event.preventDefault();
  const timeUSec = Math.round(performance.now() * 1000);
  for (const [name, part] of done) presentation.act({ widget: id, name, timeUSec, input: 'key', ...part });
  drawing.choose?.(drawing.chosen);
  // The daemon continues from this state with the next finger.
  clearTimeout(timers.get(widget));
  const keep = () => { if (widget.shown === drawing && drawing.group.isConnected) presentation.keep(id).catch(() => {}); };
  if (widget.kind !== 'button' && !drawing.lifted) timers.set(widget, setTimeout(keep, 250));
}
