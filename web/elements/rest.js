// A wait after too many wrong entries. Loaded for the first one.
import { pause } from '../connection.js';

/** Counts down while nothing is accepted; how long is said once, and the end. */
export async function rest(widget, mine, microseconds, { presentation, signal }, kind) {
  const end = performance.now() + microseconds / 1000, isOver = () => widget.resting !== mine;
  while (!signal.aborted && !isOver() && performance.now() < end) {
    // No countdown while touches have no effect; a sentence over the view says why.
    const wait = presentation.paused ? '' : presentation.waiting((end - performance.now()) / 1000, kind);
    if (!mine.isAnswered) widget.prompt(wait, 'wrong');
    if (wait && !mine.isSaid) mine.isSaid = !presentation.announce(wait);
    await pause(Math.min(500, end - performance.now()), signal);
  }
  if (isOver()) return;
  widget.resting = null;
  presentation.disable(widget.id, widget.matches(':disabled'));
  if (!signal.aborted) presentation.announce(presentation.words('wait_over'));
}
