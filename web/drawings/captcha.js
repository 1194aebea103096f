import { box, isCalm, set, shape } from '../svg.js';
import { add } from '../style.js';
import { Challenge } from './challenge.js';
import { grip } from './grip.js';

add(`
.touchd-captcha { --sky: var(--touchd-sky, #2c3d66); --far: var(--touchd-hill-far, #3b5285); --hill: var(--touchd-hill, #314672);
  --near: var(--touchd-hill-near, #26375c); }
:where([data-theme=light], [data-theme=light] *) .touchd-captcha { --sky: var(--touchd-sky, #e3ebfa); --far: var(--touchd-hill-far, #d3dff5);
  --hill: var(--touchd-hill, #c8d7f2); --near: var(--touchd-hill-near, #bccdec); }
.touchd-picture { fill: var(--sky); }
.touchd-hill-0 { fill: var(--far); } .touchd-hill-1 { fill: var(--hill); }
.touchd-hill-2 { fill: var(--near); }
.touchd-gap { fill: #0009; stroke: #fff8; stroke-width: 1.5; stroke-dasharray: 5 4; } [data-mood=right] .touchd-gap { display: none; }
.touchd-cut { fill: var(--tone); stroke: var(--ink); stroke-width: 2; }
.touchd-piece { transform-box: fill-box; transform-origin: center; } .touchd-piece image { filter: drop-shadow(0 3px 6px #000a); }
.touchd-rim { fill: none; filter: drop-shadow(0 0 1px #000); }
[data-mood=right] .touchd-rim, [data-mood=wrong] .touchd-rim { stroke: var(--tone); stroke-width: 4; }
@media (forced-colors: active) { .touchd-captcha { --sky: Canvas; } .touchd-picture { stroke: var(--edge); stroke-width: 2; } .touchd-hill { display: none; } }
`);

/** The address of a picture of the daemon's, or of one that is somewhere. */
const address = ({ png, href }) => href ?? `data:image/png;base64,${png}`;

export class Captcha extends Challenge {
  get name() { return this.say.words('slide'); }

  build() {
    const { picture, piece, outline, bar } = this.layout;
    this.corner = { x: piece.x, y: piece.y };
    this.images ??= this.widget.draw?.images;
    shape(this.group, 'rect', { class: 'touchd-picture', ...box(picture, 12) });
    const clip = `touchd-clip-${this.widget.id}`;
    shape(shape(this.group, 'clipPath', { id: clip }), 'rect', box(picture, 12));
    const scenery = shape(this.group, 'g', { 'clip-path': `url(#${clip})` });
    this.scenery = [scenery];
    if (this.images) this.backdrop = this.image(scenery, picture, this.images.picture);
    else this.hills(scenery, picture);
    const { gap } = this.widget.draw ?? {};   // known only to the caller that set it: profile 'given'
    if (gap && !this.images) {
      const x = picture.x + gap.value * (picture.width - piece.width);
      const y = picture.y + gap.y - piece.height / 2;
      this.scenery.push(this.closed(this.group, 'touchd-gap', outline, { x: x - piece.x, y: y - piece.y }));
    }
    this.piece = shape(this.group, 'g', { class: 'touchd-piece' });
    if (this.images) this.cutting = this.image(this.piece, piece, this.images.piece);
    this.closed(this.piece, this.images ? 'touchd-rim' : 'touchd-cut', outline, { x: 0, y: 0 });
    if (bar) {
      shape(this.group, 'rect', { class: 'touchd-track', ...box(bar, bar.height / 2) });
      const knob = box({ ...piece, y: bar.y, height: bar.height }, bar.height / 2);
      this.knob = grip(this.group, 'rect', knob);
    }
  }

  /** The picture if there is none: quiet hills, the same for every challenge. */
  hills(scenery, picture) {
    for (const [index, [height, bend]] of [[.55, .3], [.7, -.2], [.85, .15]].entries()) {
      const { x, y, width, height: tall } = picture, from = y + tall * height;
      shape(scenery, 'path', {
        class: `touchd-hill touchd-hill-${index}`,
        d: `M${x},${from} q${width / 4},${-tall * bend} ${width / 2},0 t${width / 2},0 V${y + tall} H${x} Z`,
      });
    }
  }

  image(parent, rect, picture) {
    const href = address(picture);
    return shape(parent, 'image', { ...box(rect), href, preserveAspectRatio: 'none' });
  }

  /** Shows the pictures of `io.touchd.captcha.Refresh`. */
  repaint(images) {
    this.images = images;
    this.isRepainted = true;
    this.backdrop?.setAttribute('href', address(images.picture));
    this.cutting?.setAttribute('href', address(images.piece));
  }

  event(event) {
    switch (event.name) {
      case 'began': this.mood('drawing'); this.isNew = true; break;
      case 'moved': this.follow(event.captcha); break;
      case 'cancelled':
        if (['contact_lost', 'hardly_moved'].includes(event.reason)) this.say(event.reason, 'wrong');
        this.mood('');
        break;
      case 'rearmed':
        if (!this.isDeclined) this.say('slide', 'prompt');
        this.rearm(event.captcha);
        break;
      case 'missed': this.shake(event.hint ?? {}); super.event(event); break;
      case 'solved': this.flash(event.hint ?? {});   // fall through
      default: super.event(event);
    }
  }

  /** The piece is there now. Where a tap has put it, it jumps to: then another tap hands it in. */
  follow(corner) {
    const far = Math.hypot(corner.x - this.corner.x, corner.y - this.corner.y), { piece, bar } = this.layout;
    if (this.isNew && far > piece.width / 2) this.say(bar ? 'confirm_bar' : 'confirm_piece', 'prompt');
    this.isNew = false;
    this.corner = { x: corner.x, y: corner.y };
  }

  ask() { this.beckon(); }

  /** Draws the eye to the piece, once. */
  beckon() {
    if (isCalm()) return;
    const grown = { scale: 1.16, filter: 'drop-shadow(0 0 10px #fff)' };
    this.piece.animate([{ scale: 1 }, grown, { scale: 1 }, grown, { scale: 1 }], { duration: 1400, delay: 150, easing: 'ease-in-out' });
  }

  /** Fades the picture out and back in, without the piece, as the event says. */
  flash({ durationUSec }) {
    if (!durationUSec || isCalm()) return;
    const duration = durationUSec / 1000;
    for (const part of this.scenery) part.animate([{ opacity: 1 }, { opacity: 0 }, { opacity: 1 }], { duration });
    this.piece.animate([{ opacity: 0 }, { opacity: 0 }], { duration });
  }

  /** Moves the piece left and right, as the event says. */
  shake({ durationUSec, pixels, times }) {
    if (!pixels || isCalm()) return;
    const steps = [0, -pixels, pixels, 0].map(x => ({ translate: `${x}px` }));
    this.piece.animate(steps, { duration: durationUSec / 1000 / times, iterations: times });
  }

  /** Puts the piece back; after another picture, possibly to another place. */
  rearm({ x, y }) {
    this.mood('');
    this.corner = { x, y };
    if (this.isRepainted) this.beckon();
    this.isRepainted = false;
  }

  /** A closed shape, moved by an offset from its corners. */
  closed(parent, name, corners, { x, y }) {
    const points = corners.map(corner => `${corner.x},${corner.y}`).join(' ');
    return shape(parent, 'polygon', { class: name, points, transform: `translate(${x} ${y})` });
  }

  draw() {
    const { x, y } = this.layout.piece;
    set(this.piece, { transform: `translate(${this.corner.x - x} ${this.corner.y - y})` });
    this.knob?.setAttribute('x', this.corner.x);
  }
}
