// Types of pretend.js.

import { Daemon, type unlock } from './touchd.js';

/** A daemon simulated in the page, which says so in a corner: the mouse is the finger, and nothing is proved. */
export class PretendedDaemon extends Daemon {
  /** `users` has secrets by user and kind, patterns as lists of dots from 0; `parent` gets the note. */
  constructor(options?: { users?: Record<string, { [Kind in unlock.Secret]?: Kind extends 'pattern' ? number[] : string }>; parent?: Element });
}
