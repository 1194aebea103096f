/** Where the window is and how it is scaled, as text to compare. */
export const placement = ({ screenX, screenY, innerWidth, innerHeight, devicePixelRatio, visualViewport } = globalThis) =>
  [screenX, screenY, innerWidth, innerHeight, devicePixelRatio, visualViewport?.scale].join();

/**
 * Sentences that say why the page does not cover the panel; none if it does. Fingers touch the panel, not the window, so a pixel
 * of the view has to be a pixel of the screen behind it.
 *
 * `view` is the size of the daemon's view, `frame` where the page shows it, in CSS pixels of the window.
 */
export function misalignments(view, frame, { devicePixelRatio, screenX, screenY, visualViewport } = globalThis) {
  const found = [], off = (a, b) => Math.abs(a - b) > 1.5;
  const shown = { width: frame.width * devicePixelRatio, height: frame.height * devicePixelRatio };
  const size = ({ width, height }) => `${Math.round(width)} × ${Math.round(height)}`;
  if (off(shown.width, view.width) || off(shown.height, view.height)) {
    found.push(`the view has ${size(view)} pixels, the page shows it on ${size(shown)} (devicePixelRatio ${devicePixelRatio}): `
      + 'set [view] size to the size of the screen, and show the page full screen');
  }
  const x = (screenX + frame.x) * devicePixelRatio, y = (screenY + frame.y) * devicePixelRatio;
  if (off(x, 0) || off(y, 0)) {
    found.push(`the view begins ${Math.round(x)}, ${Math.round(y)} pixels from the corner of the screen: show the page full screen, `
      + 'and let its view fill the window');
  }
  if (visualViewport && off(visualViewport.scale * 100, 100)) {
    found.push(`the page is zoomed to ${Math.round(visualViewport.scale * 100)} %: forbid it with touch-action: none`);
  }
  return found;
}

/** The window, or that around its frames whose pages are of the same origin. */
function whole() {
  let view = globalThis;
  while (view.frameElement) view = view.parent;
  return { x: 0, y: 0, width: view.innerWidth, height: view.innerHeight };
}

/**
 * Calls `tell` with the sentences: at once, and whenever the window is moved, resized or zoomed, until `signal` is aborted.
 * The returned function checks again if something has changed, or with true in any case. The console has each fault once.
 */
export function watchPlace(view, tell, signal, frame = whole) {
  if (signal.aborted) return () => {};   // closed while this module was loaded: 'abort' will not be fired again
  const told = new Set();
  let last = '';
  const look = always => {
    const size = view(), now = placement();
    if (signal.aborted || !size || !always && now === last) return;
    last = now;
    const found = misalignments(size, frame()), text = found.join('; ');
    // For the developer of the page.
    if (text && !told.has(text)) console.info('touchd: the page does not lie over the panel:', text);
    told.add(text);
    tell(found);
  };
  const moved = () => look(false), timer = setInterval(moved, 2000);   // no event reports that a window was moved
  addEventListener('resize', moved, { signal });
  signal.addEventListener('abort', () => clearInterval(timer));
  look(true);
  return look;
}
