// Types of pretend.js.

import { Daemon } from './touchd.js';

/** A daemon simulated in the page, which says so in a corner: the mouse is the finger, and nothing is proved. */
export class PretendedDaemon extends Daemon {
  /** `users` has patterns, as lists of dots from 0, and PINs by user; `parent` gets the note. */
  constructor(options?: { users?: Record<string, { pattern?: number[]; pin?: string }>; parent?: Element });
}
