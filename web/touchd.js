// touchd in a browser: talks to the daemon through touchd-web and draws what fingers do on the panel.
// The page only draws. Nothing in here listens to the page's own touches, so no script can play the finger.

/** An error that the daemon replied; `disconnected` when nobody is there, `refused` when the bridge does not serve this page. */
export class TouchdError extends Error {
  constructor(name, parameters = {}) {
    super(`${name} ${JSON.stringify(parameters)}`);
    this.name = name;
    this.parameters = parameters;
  }
}

const pause = (milliseconds, signal) => new Promise(done => {
  const timer = setTimeout(done, milliseconds);
  signal?.addEventListener('abort', () => { clearTimeout(timer); done(); }, { once: true });
});

/** Why the bridge does not open a WebSocket, which browsers tell no page: a plain request gets the same answer. */
async function refusal(url) {
  try {
    const answer = await fetch(url.replace(/^ws/, 'http'), { cache: 'no-store' });
    const { refused: rule, why } = answer.ok ? {} : await answer.json();
    if (rule) return new TouchdError('refused', { rule, why });
  } catch { /* nobody is there, or the page is not from there */ }
  return new TouchdError('disconnected');
}

/**
 * One WebSocket: a text message is a call or a reply, and replies come in the order of the calls. What has a member
 * `touchd` is said by the bridge itself: `connected`, `lost`, `hung`, `answers`.
 */
class Connection {
  #socket; #tell; #waiting = []; #daemon = 'awaited';

  constructor(url, tell) {
    this.#tell = tell;
    this.#socket = new WebSocket(url, ['touchd']);
    this.#socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
    this.#socket.onclose = async () => this.close(this.#daemon === 'awaited' ? await refusal(url) : undefined);
  }

  get isClosed() { return this.#socket === null; }

  /** Sends a call; `take(reply, isLast)` hears every reply, `fail(error)` that no more will come. */
  send(method, parameters, more, take, fail) {
    if (this.isClosed || this.#daemon === 'lost') return fail(new TouchdError('disconnected'));
    const message = JSON.stringify(more ? { method, parameters, more } : { method, parameters });
    this.#waiting.push({ message, take, fail });
    if (this.#daemon === 'there') this.#socket.send(message);
  }

  close(error = new TouchdError('disconnected')) {
    if (this.isClosed) return;
    const socket = this.#socket;
    this.#socket = null;
    socket.onmessage = socket.onclose = null;
    if (socket.readyState < WebSocket.CLOSING) socket.close(1000);
    this.#fail(error);
  }

  #fail(error) {
    for (const { fail } of this.#waiting.splice(0)) fail(error);
  }

  #hear(reply) {
    if (reply.touchd) return this.#hearBridge(reply.touchd);
    const waiting = this.#waiting[0];
    if (!reply.continues) this.#waiting.shift();
    if (reply.error) waiting?.fail(new TouchdError(reply.error, reply.parameters));
    else waiting?.take(reply.parameters ?? {}, !reply.continues);
  }

  #hearBridge(news) {
    if (news === 'connected') {
      this.#daemon = 'there';
      for (const { message } of this.#waiting) this.#socket.send(message);
    } else if (news === 'lost') {
      this.#daemon = 'lost';
      this.#socket.send('{"touchd":"lost"}');   // what was sent before this goes nowhere
      this.#fail(new TouchdError('disconnected'));
    }
    this.#tell(news);
  }
}

/**
 * The daemon. Fires `state` when `state` changes: connecting, connected, hung (it does not answer), disconnected, refused.
 *
 *     const touchd = new Touchd();
 *     const { devices } = await touchd.call('io.touchd.device.List');
 */
export class Touchd extends EventTarget {
  #url; #shared = null; #state = 'connecting';
  /** Why the bridge refused this page, `{ rule, why }`; for who looks after the kiosk. */
  refusal = null;

  /** `url` is where touchd-web carries messages; the server that the page came from if it is left out. */
  constructor(url = `ws://${location.host}/touchd`) {
    super();
    this.#url = url;
  }

  get state() { return this.#state; }

  #become(state) {
    if (state === this.#state) return;
    this.#state = state;
    this.dispatchEvent(new Event('state'));
  }

  #connect() {
    return new Connection(this.#url, news => {
      if (news === 'hung') this.#become('hung');
      else if (news === 'answers') this.#become('connected');
      else if (news === 'lost') this.#become('disconnected');
    });
  }

  /** A connection ended, or never began. */
  #failed({ name, parameters }) {
    if (name === 'refused' && parameters.rule !== this.refusal?.rule) console.error('touchd-web refuses this page:', parameters.why);
    if (name === 'refused') this.refusal = parameters;
    this.#become(['refused', 'disconnected'].includes(name) ? name : 'connected');
  }

  /** One call with one reply. All such calls share a connection. */
  async call(method, parameters = {}) {
    if (!this.#shared || this.#shared.isClosed) this.#shared = this.#connect();
    try {
      const reply = await new Promise((take, fail) => this.#shared.send(method, parameters, false, take, fail));
      this.#become('connected');
      return reply;
    } catch (error) {
      this.#failed(error);
      throw error;
    }
  }

  /** One call with many replies, on a connection of its own; leaving the loop or aborting closes it. */
  async *stream(method, parameters = {}, { signal } = {}) {
    if (signal?.aborted) return;
    const connection = this.#connect();
    const replies = [];
    let wake, failure = null, isOver = false;
    const stop = () => connection.close();
    signal?.addEventListener('abort', stop);
    connection.send(method, parameters, true,
      (reply, isLast) => { replies.push(reply); isOver ||= isLast; wake?.(); },
      error => { failure = error; wake?.(); });
    try {
      while (true) {
        if (replies.length) {
          this.#become('connected');
          yield replies.shift();
        } else if (isOver || signal?.aborted) return;
        else if (failure) {
          this.#failed(failure);
          throw failure;
        } else await new Promise(done => { wake = done; });
      }
    } finally {
      signal?.removeEventListener('abort', stop);
      connection.close();
    }
  }

  /** A stream that begins anew whenever it ends or the daemon comes back, until it is aborted. */
  async watch(method, parameters, take, { signal, failed } = {}) {
    for (let wait = 250; !signal?.aborted; wait = Math.min(wait * 2, 4000)) {
      try {
        for await (const reply of this.stream(method, parameters, { signal })) { wait = 250; take(reply); }
      } catch (error) {
        if (failed?.(error) === false) return;
      }
      await pause(wait, signal);
    }
  }

  /** Puts widgets on screen and keeps them there; see `Presentation`. */
  present(options) { return new Presentation(this, options); }
}

// ---- words ---------------------------------------------------------------------------------------------------------

/**
 * Sentences by language and key, of the file that the daemon serves them from too (io.touchd.scene.Prompts); `{n}`
 * stands for a number. A front end may add languages or replace sentences.
 */
export const words = await fetch(new URL('prompts.json', import.meta.url)).then(file => file.json()).catch(error => {
  console.error('touchd.js needs prompts.json beside it:', error);
  return { en: {} };
});

// ---- drawing -------------------------------------------------------------------------------------------------------

const svgSpace = 'http://www.w3.org/2000/svg';

function shape(parent, tag, attributes = {}) {
  const element = document.createElementNS(svgSpace, tag);
  set(element, attributes);
  parent?.append(element);
  return element;
}

function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

const box = (rect, radius = 0) => ({ x: rect.x, y: rect.y, width: rect.width, height: rect.height, rx: radius });
const pill = rect => box(rect, Math.min(rect.width, rect.height) / 2);
const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** What every widget's drawing has: a group, the widget as presented, and where its parts are. */
class Drawing {
  constructor(svg, widget, layout, say) {
    const className = `touchd-widget touchd-${widget.kind}`;
    this.group = shape(svg, 'g', { class: className, 'data-widget': widget.id, role: 'img' });
    this.widget = widget;
    this.say = say;   // a sentence for eyes and ears: (key, tone, number)
    this.label(widget.draw?.label ?? widget.id);
    this.place(layout);
  }

  label(text) { this.group.setAttribute('aria-label', text); }
  mood(mood) { this.group.setAttribute('data-mood', this.isAway ? 'away' : mood); }
  /** Nobody hears a finger, or somebody does again; what ends meanwhile changes no mood. */
  away(isAway) {
    this.isAway = isAway;
    this.mood('');
  }
  place(layout) {
    this.layout = layout;
    this.group.replaceChildren();
    this.build();
    this.draw();
  }
  remove() { this.group.remove(); }
  event() {}
  draw() {}
  /** The widget with settings that show it as it is now. */
  restored(widget) { return widget; }
  text(content, x, y, className = 'touchd-label', anchor = 'middle') {
    const place = { x, y, 'text-anchor': anchor, 'dominant-baseline': 'central' };
    const label = shape(this.group, 'text', { class: className, ...place });
    label.textContent = content;
    return label;
  }
}

class Pattern extends Drawing {
  build() {
    this.dots ??= [];
    this.line = shape(this.group, 'polyline', { class: 'touchd-line' });
    const { dots, hitRadius, numbered } = this.layout;
    this.marks = dots.map(({ x, y }, dot) => {
      const mark = shape(this.group, 'g', { class: 'touchd-dot' });
      shape(mark, 'circle', { class: 'touchd-dot-halo', cx: x, cy: y, r: hitRadius });
      shape(mark, 'circle', { class: 'touchd-dot-core', cx: x, cy: y, r: hitRadius / 4 });
      if (numbered) this.text(`${dot + 1}`, x + hitRadius / 2, y - hitRadius / 2);
      return mark;
    });
  }

  /** Takes the dots to where the next drawing finds them. */
  settle() {
    if (!this.next) return;
    const layout = { ...this.layout, ...this.next };
    this.next = null;
    this.place(layout);
  }

  event(event) {
    const own = event.pattern;
    switch (event.name) {
      case 'began':
        this.rest();
        this.clear();
        this.settle();
        this.mood('drawing');
        this.say('drawing', 'busy');
        break;
      case 'dot':
        this.count = own.count;
        if (own.dot !== undefined) this.dots.push(own.dot);
        this.say('dots', 'dot', this.count);
        break;
      case 'moved': this.tail = { x: this.widget.x + own.x, y: this.widget.y + own.y }; break;
      case 'completed': this.end('checking'); this.say('checking', 'busy'); break;
      case 'too_short': this.end('wrong'); this.say('too_short', 'wrong', own.minDots); break;
      case 'too_sparse': this.end('wrong'); this.say('too_sparse', 'wrong'); break;
      case 'first_recorded': this.isRecorded = true; this.end('right'); this.say('draw_again', 'prompt'); break;
      case 'mismatch': this.end('wrong'); this.say('mismatch', 'wrong'); break;
      case 'enrolled': this.isRecorded = false; this.end('right'); this.say('stored', 'right'); break;
      case 'cancelled': this.clear(); if (event.reason === 'contact_lost') this.say(event.reason, 'wrong'); break;
      case 'cleared': this.cleared(); break;
      case 'placed': {
        const { x, y } = this.widget;
        const dots = own.dots.map(dot => ({ x: x + dot.x, y: y + dot.y }));
        this.next = { dots, hitRadius: own.hitRadius };
        if (!this.lingering) this.settle();   // else the drawing that was right is still shown where it was made
        break;
      }
      case 'result':
        this.end(event.result.passed ? 'right' : 'wrong');
        if (event.result.passed) this.say('right', 'right');
        else this.say(event.result.reason ?? 'refused', 'wrong');
        break;
    }
  }

  end(mood) { this.tail = null; this.mood(mood); }

  /** A wrong drawing had its time on screen; any other one gets a moment here, so that its color is seen. */
  cleared() {
    if (this.group.dataset.mood !== 'wrong') {
      this.lingering = setTimeout(() => { this.rest(); this.clear(); this.settle(); this.draw(); }, 500);
      return;
    }
    this.clear();
    this.say(this.isRecorded ? 'draw_again' : this.widget.pattern?.purpose === 'enroll' ? 'draw_new' : 'draw', 'prompt');
  }

  rest() { clearTimeout(this.lingering); this.lingering = null; }
  clear() { this.dots = []; this.count = 0; this.tail = null; this.mood(''); }

  draw() {
    const line = this.dots.map(dot => this.layout.dots[dot]);
    if (line.length && this.tail) line.push(this.tail);
    this.line.setAttribute('points', line.map(({ x, y }) => `${x},${y}`).join(' '));
    this.marks.forEach((mark, dot) => mark.classList.toggle('touchd-on', this.dots.includes(dot)));
  }
}

class Captcha extends Drawing {
  build() {
    const { picture, piece, pieceOutline, bar } = this.layout;
    this.corner = { x: piece.x, y: piece.y };
    this.images ??= this.widget.draw?.images;
    shape(this.group, 'rect', { class: 'touchd-picture', ...box(picture, 12) });
    const clip = `touchd-clip-${this.widget.id}`;
    shape(shape(this.group, 'clipPath', { id: clip }), 'rect', box(picture, 12));
    const scenery = shape(this.group, 'g', { 'clip-path': `url(#${clip})` });
    if (this.images) this.backdrop = this.image(scenery, picture, this.images.picture);
    else this.hills(scenery, picture);
    const { gap } = this.widget.draw ?? {};   // only who chose the target knows it: profile 'given'
    if (gap && !this.images) {
      const x = picture.x + gap.value * (picture.width - piece.width);
      const y = picture.y + gap.y - piece.height / 2;
      this.outline(this.group, 'touchd-gap', pieceOutline, { x: x - piece.x, y: y - piece.y });
    }
    this.piece = shape(this.group, 'g', { class: 'touchd-piece' });
    if (this.images) this.cutting = this.image(this.piece, piece, this.images.piece);
    this.outline(this.piece, this.images ? 'touchd-rim' : 'touchd-cut', pieceOutline, { x: 0, y: 0 });
    if (bar) {
      shape(this.group, 'rect', { class: 'touchd-track', ...box(bar, bar.height / 2) });
      const knob = box({ ...piece, y: bar.y, height: bar.height }, bar.height / 2);
      this.knob = shape(this.group, 'rect', { class: 'touchd-thumb', ...knob });
    }
  }

  /** Without pictures: quiet hills, the same for every challenge. */
  hills(scenery, picture) {
    for (const [index, [height, bend]] of [[.55, .3], [.7, -.2], [.85, .15]].entries()) {
      const { x, y, width, height: tall } = picture, from = y + tall * height;
      shape(scenery, 'path', {
        class: `touchd-hill touchd-hill-${index}`,
        d: `M${x},${from} q${width / 4},${-tall * bend} ${width / 2},0 t${width / 2},0 V${y + tall} H${x} Z`,
      });
    }
  }

  image(parent, rect, { png }) {
    const href = `data:image/png;base64,${png}`;
    return shape(parent, 'image', { ...box(rect), href, preserveAspectRatio: 'none' });
  }

  /** Shows the pictures of `io.touchd.captcha.Refresh`. */
  repaint(images) {
    this.images = images;
    this.backdrop?.setAttribute('href', `data:image/png;base64,${images.picture.png}`);
    this.cutting?.setAttribute('href', `data:image/png;base64,${images.piece.png}`);
  }

  event(event) {
    switch (event.name) {
      case 'began': this.mood('drawing'); break;
      case 'moved': this.corner = { x: this.widget.x + event.captcha.x, y: this.widget.y + event.captcha.y }; break;
      case 'solved': this.mood('right'); this.say('solved', 'right'); break;
      case 'missed':
        this.mood('wrong');
        this.shake(event.hint ?? {});
        this.say('missed', 'wrong');
        break;
      case 'declined': this.mood(''); this.say('declined', 'prompt'); break;
      case 'result':
        if (event.result.passed || event.result.reason === 'missed') break;
        this.mood('wrong');
        this.say(event.result.reason ?? 'refused', 'wrong');
        break;
      case 'cancelled':
        if (['contact_lost', 'hardly_moved'].includes(event.reason)) this.say(event.reason, 'wrong');
        this.mood('');
        break;
      case 'rearmed':
        this.say('slide', 'prompt');
        this.rearm(event.captcha);
        break;
    }
  }

  /** Moves the piece left and right, as the event says. */
  shake({ durationUSec, pixels, times }) {
    if (!pixels || isCalm()) return;
    const steps = [0, -pixels, pixels, 0].map(x => ({ translate: `${x}px` }));
    this.piece.animate(steps, { duration: durationUSec / 1000 / times, iterations: times });
  }

  /** The piece goes back; after another picture perhaps to another place. */
  rearm({ x, y }) {
    this.mood('');
    this.corner = { x: this.widget.x + x, y: this.widget.y + y };
  }

  /** A closed shape, moved away from where its corners are said to be. */
  outline(parent, name, corners, { x, y }) {
    const points = corners.map(corner => `${corner.x},${corner.y}`).join(' ');
    return shape(parent, 'polygon', { class: name, points, transform: `translate(${x} ${y})` });
  }

  draw() {
    const { x, y } = this.layout.piece;
    set(this.piece, { transform: `translate(${this.corner.x - x} ${this.corner.y - y})` });
    this.knob?.setAttribute('x', this.corner.x);
  }
}

/** Taps and holds that the screen asks for: symbols, and the same in words for eyes and ears. */
class Gesture extends Drawing {
  build() {
    const { widget } = this, { x, y, width, height } = widget;
    this.steps ??= widget.draw?.steps ?? [];
    this.count ??= 0;
    shape(this.group, 'rect', { class: 'touchd-face', ...box(widget, 24) });
    // A hold is as wide as three taps; between steps is room.
    const widths = this.steps.flatMap(({ act, count }) => Array(count).fill(act === 'hold' ? 3 : 1));
    const starts = [];
    let at = 0;
    for (const [index, { act, count }] of this.steps.entries()) {
      if (index) at += 1.4;
      for (let touch = 0; touch < count; touch++) {
        if (touch) at += .5;
        starts.push(at);
        at += act === 'hold' ? 3 : 1;
      }
    }
    const unit = Math.min(width * .86 / Math.max(at, 1), height / 5, 44);
    const left = x + (width - at * unit) / 2, top = y + height * .32 - unit / 2;
    this.marks = starts.map((start, touch) => shape(this.group, 'rect', {
      class: 'touchd-mark', ...pill({ x: left + start * unit, y: top, width: widths[touch] * unit, height: unit }),
    }));
    const lines = wrapped(this.sentence, Math.max(Math.floor(width / 11), 8));
    lines.forEach((line, row) => this.text(line, x + width / 2, y + height * .56 + row * 28));
    this.label(this.sentence);
  }

  /** What to do, in words. */
  get sentence() {
    const parts = [];
    for (const [index, { act, count }] of this.steps.entries()) {
      if (act === 'tap' && this.steps[index - 1]?.act === 'tap') parts.push(this.say.words('pause'));
      parts.push(this.say.words(act === 'hold' ? 'hold' : `tap_${count}`));
    }
    const comma = this.say.words('pause').match(/[\u0600-\u06ff]/) ? '، ' : ', ';
    return this.say.words('gesture', parts.join(comma));
  }

  /** Shows the steps of `io.touchd.captcha.Refresh`. */
  repaint({ steps }) {
    this.steps = steps;
    this.place(this.layout);
    this.ask();
  }

  ask() { this.say('gesture', 'prompt', undefined, this.sentence); }

  event(event) {
    switch (event.name) {
      case 'began': this.count = 0; this.mood('drawing'); break;
      case 'touched': this.count = event.gesture.count; this.say('touches', 'busy', this.count); break;
      case 'held': this.say('held', 'busy'); break;
      case 'solved': this.mood('right'); this.say('solved', 'right'); break;
      case 'missed': this.mood('wrong'); this.say('missed', 'wrong'); break;
      case 'declined': this.mood(''); this.say('declined', 'prompt'); break;
      case 'result':
        if (event.result.passed || event.result.reason === 'missed') break;
        this.mood('wrong');
        this.say(event.result.reason ?? 'refused', 'wrong');
        break;
      case 'cancelled': if (event.reason !== 'reset') this.say(event.reason, 'wrong'); break;
      case 'rearmed': this.count = 0; this.mood(''); this.ask(); break;
    }
  }

  draw() { this.marks.forEach((mark, touch) => mark.classList.toggle('touchd-on', touch < this.count)); }
}

/** A sentence in lines of at most so many letters. */
function wrapped(sentence, most) {
  const lines = [''];
  for (const word of sentence.split(' ')) {
    const line = lines.at(-1);
    if (line && line.length + word.length >= most) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines;
}

class Button extends Drawing {
  build() {
    const { widget } = this;
    shape(this.group, 'rect', { class: 'touchd-face', ...box(widget, Math.min(widget.height / 2, 24)) });
    this.text(widget.draw?.label ?? widget.id, widget.x + widget.width / 2, widget.y + widget.height / 2);
    if (widget.draw?.selected) this.group.classList.add('touchd-selected');
  }

  event(event) {
    if (event.name === 'began') this.mood('pressed');
    else if (event.name !== 'result') this.mood('');
    if (event.name === 'pressed' || event.name === 'long_pressed') this.say('pressed', 'done');
  }
}

const between = (from, to, part) => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });

class Slider extends Drawing {
  build() {
    const { track, thumb } = this.layout;
    const { min = 0, max = 1, value = min } = this.widget.slider ?? {};
    this.value ??= value;
    this.range = { min, max };
    shape(this.group, 'rect', { class: 'touchd-track', ...pill(track) });
    const thickness = Math.min(track.width, track.height);
    this.fill = shape(this.group, 'line', { class: 'touchd-fill', 'stroke-width': thickness });
    this.thumb = shape(this.group, 'rect', { class: 'touchd-thumb', ...pill(thumb) });
  }

  event(event) {
    this.value = event.slider.value;
    this.mood(event.name === 'ended' || event.name === 'cancelled' ? '' : 'drawing');
  }

  draw() {
    const [from, to] = this.layout.ends, { width, height } = this.layout.thumb;
    const { min, max } = this.range;
    const center = between(from, to, (this.value - min) / (max - min));
    set(this.thumb, { x: center.x - width / 2, y: center.y - height / 2 });
    set(this.fill, { x1: from.x, y1: from.y, x2: center.x, y2: center.y });
  }

  restored(widget) { return { ...widget, slider: { ...widget.slider, value: this.value } }; }
}

class StepSlider extends Drawing {
  build() {
    const { track, thumb, nodes } = this.layout;
    const names = this.widget.stepSlider.nodes;
    this.index ??= this.widget.stepSlider.index ?? 0;
    this.value ??= this.index / (names.length - 1);
    shape(this.group, 'rect', { class: 'touchd-track', ...pill(track) });
    this.thumb = shape(this.group, 'rect', { class: 'touchd-thumb', ...pill(thumb) });
    this.labels = nodes.map(({ x, y }, index) => this.text(names[index], x, y, 'touchd-node'));
  }

  event(event) {
    const { value, index } = event.stepSlider;
    Object.assign(this, { value, index });
    this.mood(event.name === 'ended' || event.name === 'cancelled' ? '' : 'drawing');
  }

  draw() {
    const [from, to] = this.layout.ends, { width, height } = this.layout.thumb;
    const center = between(from, to, this.value);
    set(this.thumb, { x: center.x - width / 2, y: center.y - height / 2 });
    this.labels.forEach((label, index) => label.classList.toggle('touchd-on', index === this.index));
  }

  restored(widget) { return { ...widget, stepSlider: { ...widget.stepSlider, index: this.index } }; }
}

class ConfinedDrag extends Drawing {
  build() {
    const [center] = this.layout.center, [handle] = this.layout.handle;
    const { handleRadius = 22, inset = 0, shape: area } = this.widget.confinedDrag ?? {};
    this.handle = handle;
    const className = `touchd-area touchd-area-${area ?? 'disc'}`;
    shape(this.group, 'circle', { class: className, cx: center.x, cy: center.y, r: this.layout.radius + inset });
    this.spoke = shape(this.group, 'line', { class: 'touchd-fill', x1: center.x, y1: center.y, 'stroke-width': 4 });
    this.knob = shape(this.group, 'circle', { class: 'touchd-thumb', r: handleRadius });
  }

  event(event) {
    const { x, y, clamped } = event.confinedDrag;
    this.handle = { x: this.widget.x + x, y: this.widget.y + y };
    this.mood(['ended', 'cancelled', 'recentered'].includes(event.name) ? '' : clamped ? 'clamped' : 'drawing');
  }

  draw() {
    set(this.knob, { cx: this.handle.x, cy: this.handle.y });
    set(this.spoke, { x2: this.handle.x, y2: this.handle.y });
  }
}

class InertialDrag extends Drawing {
  build() {
    const { object } = this.layout;
    this.center = { x: object.x + object.width / 2, y: object.y + object.height / 2 };
    this.size = { width: object.width || 40, height: object.height || 40 };
    shape(this.group, 'rect', { class: 'touchd-area', ...box(this.widget, 16) });
    this.thing = shape(this.group, 'rect', {
      class: 'touchd-thumb', rx: 14, x: -this.size.width / 2, y: -this.size.height / 2, ...this.size,
    });
  }

  event(event) {
    this.flight?.cancel();
    this.flight = null;
    const own = event.inertialDrag;
    this.center = { x: this.widget.x + own.x, y: this.widget.y + own.y };
    if (event.name === 'released') this.fly(own);
    this.mood(['released', 'settled', 'cancelled'].includes(event.name) ? '' : 'drawing');
  }

  fly({ targetX, targetY, durationUSec = 0, curve }) {
    const target = { x: this.widget.x + targetX, y: this.widget.y + targetY };
    const place = ({ x, y }) => `translate(${x}px, ${y}px)`;
    if (durationUSec && curve && !isCalm()) {
      this.flight = this.thing.animate([{ transform: place(this.center) }, { transform: place(target) }],
        { duration: durationUSec / 1000, easing: `cubic-bezier(${curve.join(',')})` });
    }
    this.center = target;
  }

  draw() { this.thing.style.transform = `translate(${this.center.x}px, ${this.center.y}px)`; }

  restored(widget) {
    const place = { positionX: this.center.x - this.widget.x, positionY: this.center.y - this.widget.y };
    return { ...widget, inertialDrag: { ...widget.inertialDrag, ...place } };
  }
}

class ReorderList extends Drawing {
  build() {
    const { widget, layout } = this, list = widget.reorderList;
    const clip = `touchd-clip-${widget.id}`;
    shape(shape(this.group, 'clipPath', { id: clip }), 'rect', box(widget, 16));
    shape(this.group, 'rect', { class: 'touchd-area', ...box(widget, 16) });
    const content = shape(this.group, 'g', { 'clip-path': `url(#${clip})` });
    this.offset = layout.offset ?? 0;
    this.heads = (list.sections ?? [{}]).map(({ header = 0 }) => header);
    this.sections ??= this.arranged(list.items);
    const isRight = document.documentElement.dir === 'rtl';
    const start = inset => isRight ? widget.x + widget.width - inset : widget.x + inset;
    this.headers = this.heads.map((_, index) => {
      const place = { class: 'touchd-label touchd-header', x: start(14), 'dominant-baseline': 'central' };
      const header = shape(content, 'text', place);
      header.textContent = widget.draw?.sections?.[index] ?? '';
      return header;
    });
    this.rows = new Map(layout.rows.map((rect, index) => {
      const id = this.sections.flat()[index];
      const row = shape(content, 'g', { class: 'touchd-row' });
      const face = { x: rect.x + 6, y: 4 - rect.height / 2, width: rect.width - 12, height: rect.height - 8 };
      shape(row, 'rect', { class: 'touchd-face', ...box(face, 12) });
      const label = shape(row, 'text', { class: 'touchd-label', x: start(28), y: 0, 'dominant-baseline': 'central' });
      label.textContent = widget.draw?.rows?.[id] ?? id;
      return [id, { row, height: rect.height }];
    }));
    this.lifted = null;
  }

  /** Ids of rows, section by section, of items that say their section only where it changes. */
  arranged(items) {
    const sections = this.heads.map(() => []);
    let last = 0;
    for (const { id, section } of items) sections[last = section ?? last].push(id);
    return sections;
  }

  /** A row goes into a section, to a place among all rows. */
  move(id, section, to) {
    this.sections = this.sections.map(rows => rows.filter(row => row !== id));
    const before = this.sections.slice(0, section).flat().length;
    this.sections[section].splice(to - before, 0, id);
  }

  event(event) {
    const own = event.reorderList ?? {};
    if (own.offset !== undefined) this.offset = own.offset;
    switch (event.name) {
      case 'lifted':
        this.lifted = { id: own.id, y: own.y, scale: own.scale };
        this.say('lifted', 'done');
        break;
      case 'dragged': case 'scrolled': if (this.lifted) this.lifted.y = own.y; break;
      case 'moved': this.move(own.id, own.section ?? 0, own.to); break;
      case 'dropped': this.say('dropped', 'done', own.to + 1); // falls through
      case 'cancelled': {
        const order = [...own.order ?? []];
        if (order.length) this.sections = (own.sectionSizes ?? [order.length]).map(size => order.splice(0, size));
        this.lifted = null;
        break;
      }
      case 'rejected': this.say(event.reason, 'wrong'); this.lifted = null; break;
    }
    this.mood(this.lifted ? 'drawing' : '');
  }

  draw() {
    let y = this.widget.y - this.offset;
    for (const [section, ids] of this.sections.entries()) {
      set(this.headers[section], { y: y + this.heads[section] / 2 });
      y += this.heads[section];
      for (const id of ids) {
        const { row, height } = this.rows.get(id);
        const isLifted = this.lifted?.id === id;
        const middle = isLifted ? this.widget.y + this.lifted.y : y + height / 2;
        row.style.transform = `translateY(${middle}px)` + (isLifted ? ` scale(${this.lifted.scale})` : '');
        row.style.transformOrigin = `${this.widget.x + this.widget.width / 2}px 0`;
        row.classList.toggle('touchd-lifted', isLifted);
        if (isLifted) row.parentNode.append(row);
        y += height;
      }
    }
  }

  restored(widget) {
    const items = new Map(widget.reorderList.items.map(item => [item.id, item])), order = this.sections.flat();
    if (items.size !== order.length || !order.every(id => items.has(id))) return widget;
    if (this.heads.length !== (widget.reorderList.sections ?? [{}]).length) return widget;
    const arranged = this.sections.flatMap((ids, section) => ids.map(id => ({ ...items.get(id), section })));
    return { ...widget, reorderList: { ...widget.reorderList, items: arranged, offset: this.offset } };
  }
}

/** Drawings by kind; a front end may put its own in. */
export const drawings = {
  pattern: Pattern, captcha: Captcha, gesture: Gesture, button: Button, slider: Slider, step_slider: StepSlider,
  confined_drag: ConfinedDrag, inertial_drag: InertialDrag, reorder_list: ReorderList,
};

// Every color and width is a variable; see docs/front-ends.md.
const style = new CSSStyleSheet();
style.replaceSync(`
.touchd-view { position: absolute; left: 50%; top: 50%; overflow: hidden; touch-action: none; user-select: none;
  --ink: var(--touchd-ink, #e8edf7); --quiet: var(--touchd-quiet, #8896b0); --accent: var(--touchd-accent, #5b8cff);
  --right: var(--touchd-right, #37d39b); --wrong: var(--touchd-wrong, #ff6b6b); --face: var(--touchd-face, #1f2a44);
  --line: var(--touchd-line-width, 10); }
.touchd-view > svg { position: absolute; inset: 0; width: 100%; height: 100%; touch-action: none; }
.touchd-live { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.touchd-pausing { position: absolute; inset: auto 0 0; padding: 1em; text-align: center; color: var(--ink);
  background: var(--face); font: 600 28px system-ui, sans-serif; }
.touchd-pausing[hidden] { display: none; }
.touchd-widget { --tone: var(--accent); font: 500 20px system-ui, sans-serif; }
.touchd-widget[data-mood=right] { --tone: var(--right); }
.touchd-widget[data-mood=wrong], .touchd-widget[data-mood=clamped] { --tone: var(--wrong); }
.touchd-line { fill: none; stroke: var(--tone); stroke-width: var(--line); stroke-linecap: round; stroke-linejoin: round;
  opacity: .85; }
.touchd-dot-core { fill: var(--quiet); transition: fill .15s; }
.touchd-dot-halo { fill: var(--tone); opacity: 0; transition: opacity .15s; }
.touchd-on .touchd-dot-core { fill: var(--tone); }
.touchd-on .touchd-dot-halo { opacity: .22; }
.touchd-pattern[data-mood=checking] { opacity: .7; }
.touchd-picture { fill: var(--touchd-sky, #2c3d66); }
.touchd-hill-0 { fill: var(--touchd-hill-far, #3b5285); } .touchd-hill-1 { fill: var(--touchd-hill, #314672); }
.touchd-hill-2 { fill: var(--touchd-hill-near, #26375c); }
.touchd-gap { fill: #0009; stroke: #fff8; stroke-width: 1.5; stroke-dasharray: 5 4; }
.touchd-cut { fill: var(--tone); stroke: var(--ink); stroke-width: 2; }
.touchd-piece image { filter: drop-shadow(0 3px 6px #000a); }
.touchd-rim { fill: none; stroke: var(--ink); stroke-width: 1.5; stroke-opacity: .75; }
[data-mood=right] .touchd-rim, [data-mood=wrong] .touchd-rim { stroke: var(--tone); stroke-width: 4; stroke-opacity: 1; }
.touchd-mark { fill: var(--quiet); transition: fill .15s; }
.touchd-mark.touchd-on, .touchd-gesture[data-mood=right] .touchd-mark,
.touchd-gesture[data-mood=wrong] .touchd-mark { fill: var(--tone); }
.touchd-label.touchd-header { fill: var(--quiet); font-size: .8em; }
.touchd-track, .touchd-area, .touchd-face { fill: var(--face); }
.touchd-area { stroke: var(--quiet); stroke-opacity: .35; }
.touchd-area-ring { fill: none; stroke: var(--face); stroke-opacity: 1; stroke-width: 14; }
.touchd-fill { stroke: var(--tone); stroke-linecap: round; }
.touchd-thumb { fill: var(--tone); stroke: var(--ink); stroke-width: 2; }
.touchd-label, .touchd-node { fill: var(--ink); }
.touchd-node { fill: var(--quiet); font-size: 17px; } .touchd-node.touchd-on { fill: var(--ink); font-weight: 700; }
.touchd-button[data-mood=pressed] .touchd-face, .touchd-selected .touchd-face { fill: var(--accent); }
.touchd-button .touchd-face { transition: fill .12s; }
.touchd-row { transition: transform .18s; } .touchd-row .touchd-face { fill: var(--touchd-row, #2a3859); }
.touchd-lifted { transition: none; } .touchd-lifted .touchd-face { fill: var(--accent); }
@media (prefers-reduced-motion: reduce) { .touchd-view * { transition: none !important; animation: none !important; } }
@media (prefers-contrast: more) {
  .touchd-view { --quiet: #fff; --ink: #fff; --face: #000; --line: 14; }
  .touchd-track, .touchd-area, .touchd-face, .touchd-dot-core { stroke: #fff; stroke-width: 3; stroke-opacity: 1; }
  .touchd-line { opacity: 1; }
}
@media (forced-colors: active) {
  .touchd-view { --ink: CanvasText; --quiet: CanvasText; --accent: Highlight; --right: Highlight; --wrong: Mark;
    --face: Canvas; }
  .touchd-view > svg { forced-color-adjust: none; }
  .touchd-track, .touchd-area, .touchd-face { stroke: CanvasText; stroke-width: 2; }
  .touchd-row .touchd-face { fill: Canvas; }
  .touchd-lifted .touchd-face, .touchd-selected .touchd-face { fill: Highlight; }
  .touchd-lifted .touchd-label, .touchd-selected .touchd-label, .touchd-node.touchd-on { fill: HighlightText; }
}`);

// ---- presenting ----------------------------------------------------------------------------------------------------

const lasting = new Set(['PermissionDenied', 'BadWidget', 'InvalidParameter', 'MethodNotFound', 'InterfaceNotFound']);

/**
 * Widgets on screen: drawn in `view`, an element that gets the view's size and is scaled into its parent.
 * After a lost connection they are presented anew, as they were last.
 */
class Presentation {
  #touchd; #options; #ending = new AbortController(); #changed = []; #arrivals = [];
  #widgets = []; #drawings = new Map(); #dirty = new Map(); #frame = 0; #stamps = []; #sizes; #svg; #live; #pausing; #reasons = [];
  /** The scene's id while it is on screen. */
  scene = null;

  constructor(touchd, options) {
    this.#touchd = touchd;
    this.#options = { language: document.documentElement.lang || 'en', private: true, ...options };
    const { view } = this.#options;
    if (!document.adoptedStyleSheets.includes(style)) document.adoptedStyleSheets.push(style);
    view.classList.add('touchd-view');
    this.#svg = shape(view, 'svg', {});
    this.#live = document.createElement('div');
    this.#live.className = 'touchd-live';
    this.#live.setAttribute('aria-live', 'polite');
    this.#pausing = document.createElement('div');
    this.#pausing.className = 'touchd-pausing';
    this.#pausing.hidden = true;
    view.append(this.#live, this.#pausing);
    this.#sizes = new ResizeObserver(() => this.#fit());
    this.#sizes.observe(view.parentElement);
    touchd.addEventListener('state', this.#shade);
    /** Resolves when it was closed; rejects when the daemon will never take these widgets. */
    this.closed = this.#keep();
    this.closed.catch(() => {});
  }

  /** The sentence for `key` in the presentation's language. */
  words(key, number) {
    const { language, sentences } = this.#options;
    const said = [sentences, words[language], words[language.split('-')[0]], words.en];
    const find = key => said.map(table => table?.[key]).find(sentence => sentence !== undefined);
    return String(find(key) ?? find('refused') ?? key).replaceAll('{n}', number);
  }

  /** Replaces or adds widgets and removes others, once the scene is there; the rest goes on undisturbed. */
  async update(given, gone = []) {
    const widgets = this.#completed(given);
    const known = new Set(this.#widgets.map(({ id }) => id));
    const remove = [...gone, ...gone.map(declining).filter(id => known.has(id))];
    while (!this.scene && !this.#ending.signal.aborted) await new Promise(done => this.#arrivals.push(done));
    const change = { widgets, remove };
    this.#changed.push(change);   // the new layout arrives on the other connection, before this call returns
    try {
      await this.#touchd.call('io.touchd.scene.Update', { scene: this.scene, widgets: widgets.map(plain), remove });
    } catch (error) {
      this.#changed = this.#changed.filter(other => other !== change);
      throw error;
    }
  }

  /** Another picture for the captcha of a widget, or another gesture, as after a miss. */
  async refresh(id) {
    const other = await this.#touchd.call('io.touchd.captcha.Refresh', { challenge: this.#challenge(id) });
    this.#drawings.get(id)?.repaint(other);
  }

  /** Somebody cannot solve the captcha of a widget. */
  async decline(id) {
    await this.#touchd.call('io.touchd.captcha.Decline', { challenge: this.#challenge(id) });
    this.#options.declined?.(id);
  }

  #challenge(id) {
    const widget = this.#widgets.find(widget => widget.id === id);
    return widget?.request ?? (widget?.captcha ?? widget?.gesture)?.challenge;
  }

  /** The widgets, and the button of each that may be declined. */
  #completed(widgets) {
    return widgets.flatMap(widget => {
      const { id, unit, z, draw } = widget;
      if (!draw?.decline) return [widget];
      const look = { label: this.words('decline'), declines: id };
      return [widget, { id: declining(id), kind: 'button', unit, z, ...draw.decline, draw: look }];
    });
  }

  /** Takes the widgets off the screen. */
  close() {
    this.#ending.abort();
    return this.closed;
  }

  async #keep() {
    const signal = this.#ending.signal;
    let wait = 250;
    try {
      while (!signal.aborted) {
        try {
          const { widgets } = this.#options;
          const given = typeof widgets === 'function' ? await widgets() : widgets;
          this.#widgets = this.#completed(given).map(widget => this.#drawings.get(widget.id)?.restored(widget) ?? widget);
          await this.#show(() => { wait = 250; });
        } catch (error) {
          if (lasting.has(error.name.split('.').pop())) throw error;
          this.#options.failed?.(error);
        }
        await pause(wait, signal);
        wait = Math.min(wait * 2, 4000);
      }
    } finally {
      this.#ending.abort();
      for (const arrived of this.#arrivals.splice(0)) arrived();
      this.#sizes.disconnect();
      this.#touchd.removeEventListener('state', this.#shade);
      this.#svg.remove();
      this.#live.remove();
      this.#pausing.remove();
    }
  }

  async #show(shown) {
    const ending = new AbortController();
    const end = () => ending.abort();
    this.#ending.signal.addEventListener('abort', end);
    try {
      const call = { widgets: this.#widgets.map(plain) };
      for await (const reply of this.#touchd.stream('io.touchd.scene.Present', call, { signal: ending.signal })) {
        if (reply.layout) this.#place(reply);
        if (reply.scene && !this.scene && !reply.dismissed) {
          this.scene = reply.scene;
          shown();
          for (const arrived of this.#arrivals.splice(0)) arrived();
          Promise.resolve(this.#options.run?.({ scene: reply.scene, signal: ending.signal, presentation: this }))
            .catch(error => { if (!ending.signal.aborted) this.#options.failed?.(error); });
        }
        if (reply.event) this.#hear(reply.event);
        if (reply.paused) this.#pause(reply.paused);
      }
    } finally {
      end();
      this.#ending.signal.removeEventListener('abort', end);
      this.scene = null;
      this.#reasons = [];
      for (const drawing of this.#drawings.values()) drawing.away(true);
      this.#pausing.hidden = true;   // nobody is there to say when it ends
      this.#options.away?.();
    }
  }

  #place({ layout, viewWidth, viewHeight }) {
    this.view = { width: viewWidth, height: viewHeight };
    set(this.#svg, { viewBox: `0 0 ${viewWidth} ${viewHeight}` });
    this.#fit();
    const replaced = new Set(this.scene ? [] : this.#widgets.map(({ id }) => id));
    for (const { widgets, remove } of this.#changed.splice(0)) {
      for (const widget of widgets) replaced.add(widget.id);
      const gone = new Set([...remove, ...widgets.map(({ id }) => id)]);
      this.#widgets = [...this.#widgets.filter(({ id }) => !gone.has(id)), ...widgets];
    }
    const places = new Map(layout.map(part => [part.widget, part]));
    for (const [id, drawing] of this.#drawings) {
      if (places.has(id) && !replaced.has(id)) continue;
      drawing.remove();
      this.#drawings.delete(id);
    }
    for (const widget of this.#widgets) {
      const place = places.get(widget.id);
      if (!place) continue;
      const drawing = this.#drawings.get(widget.id);
      if (drawing) drawing.place(place);
      else {
        const say = (key, tone, number, sentence) => this.#say(widget, key, tone, number, sentence);
        say.words = (key, number) => this.words(key, number);
        const pixels = widget.unit === 'fractions' ? inPixels(widget, this.view) : widget;
        const made = new (drawings[widget.kind] ?? Drawing)(this.#svg, pixels, place, say);
        this.#drawings.set(widget.id, made);
        made.ask?.();
      }
    }
    this.#options.placed?.(this.view, this);
  }

  /** View pixels fill the parent: on the kiosk's own screen one to one. */
  #fit() {
    if (!this.view) return;
    const { view } = this.#options, { width, height } = this.view;
    const scale = Math.min(view.parentElement.clientWidth / width, view.parentElement.clientHeight / height);
    const transform = `translate(-50%, -50%) scale(${scale})`;
    Object.assign(view.style, { width: `${width}px`, height: `${height}px`, transform });
  }

  #hear(event) {
    const drawing = this.#drawings.get(event.widget);
    drawing?.event(event);
    if (drawing) this.#dirty.set(event.widget, drawing);
    this.#stamps.push(event);
    const declined = event.name === 'pressed' && this.#widgets.find(({ id }) => id === event.widget)?.draw?.declines;
    if (declined) this.decline(declined).catch(error => this.#options.failed?.(error));
    this.#options.event?.(event);
    // However many events came since, a frame draws the newest state once.
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      for (const changed of this.#dirty.values()) changed.draw();
      this.#dirty.clear();
      // Not the time that the callback is given: a frame may have begun before its events came.
      this.#options.drawn?.(this.#stamps.splice(0), performance.now());
    });
  }

  /** Fingers are not heard, or heard again. */
  #pause(reasons) {
    this.#reasons = reasons;
    this.#shade();
    this.#options.paused?.(reasons, reasons.length ? this.#pausing.textContent : '');
  }

  /** Says, and shows over the widgets, that no finger is heard: what is drawn then would be answered to nobody. */
  #shade = () => {
    if (!this.scene) return;
    const reasons = this.#reasons, isHung = this.#touchd.state === 'hung';
    const key = isHung ? 'lost' : reasons.includes('cleaning') ? 'cleaning' : reasons.length ? 'paused' : null;
    const sentence = key ? this.words(key) : '';
    if (sentence === this.#pausing.textContent && this.#pausing.hidden === !key) return;
    this.#live.textContent = sentence;
    this.#pausing.textContent = sentence;
    this.#pausing.hidden = !key;
    for (const drawing of this.#drawings.values()) drawing.away(!!key);
  };

  #say(widget, key, tone, number, sentence = this.words(key, number)) {
    const isDot = tone === 'dot';
    if (isDot && this.#options.private) return;   // neither how many nor which
    this.#live.textContent = sentence;
    if (!isDot) this.#options.say?.({ widget: widget.id, key, tone, sentence });
  }
}

const declining = id => `${id}-decline`;
/** What the daemon gets of a widget. Nobody has to drag: a captcha takes taps too unless the page says otherwise. */
const plain = ({ draw, ...widget }) => ({
  ...widget, ...widget.captcha && { captcha: { input: 'both', ...widget.captcha } },
});
const inPixels = (widget, view) => ({
  ...widget, x: widget.x * view.width, y: widget.y * view.height,
  width: widget.width * view.width, height: widget.height * view.height,
});

// ---- calibration ---------------------------------------------------------------------------------------------------

const calibrationTexts = {
  aiming: 'Touch the middle of the mark', verifying: 'Once more, to see how well it fits', trial: 'Touch the mark to keep this calibration',
  kept: 'Kept', reverted: 'Not confirmed: as before', refused: 'That did not work', cancelled: 'Cancelled',
};

/**
 * Shows the targets of calibrations that administrators begin (`touchctl calibrate`) over everything else in `parent`, an
 * element that covers the view, until `signal` is aborted. `texts` replaces sentences by stage.
 */
export async function showCalibrations(touchd, parent, { signal, texts = {}, failed } = {}) {
  const sentences = { ...calibrationTexts, ...texts };
  const show = async ({ id }) => {
    const cover = document.createElement('div'), words = document.createElement('p');
    const picture = shape(null, 'svg', { width: '100%', height: '100%' });
    cover.className = 'touchd-calibration';
    cover.setAttribute('role', 'status');
    Object.assign(cover.style, { position: 'absolute', inset: 0, zIndex: 2147483647, background: '#000', color: '#fff' });
    Object.assign(words.style, { position: 'absolute', inset: '55% 0 auto', margin: 0, textAlign: 'center', font: '24px system-ui' });
    cover.append(picture, words);
    parent.append(cover);
    try {
      for await (const reply of touchd.stream('io.touchd.calibration.Show', { request: id }, { signal })) {
        if (!reply.stage) continue;
        const { stage, target, targets, place, reason } = reply;
        words.textContent = sentences[stage] + (target ? ` (${target}/${targets})` : '') + (reason ? `: ${reason}` : '');
        picture.replaceChildren();
        if (!place) continue;
        const stroke = stage === 'trial' ? '#37d39b' : '#fff';
        shape(picture, 'circle', { cx: place.x, cy: place.y, r: 28, fill: 'none', stroke, 'stroke-width': 2 });
        shape(picture, 'path', {
          d: `M${place.x - 40} ${place.y}h80M${place.x} ${place.y - 40}v80`, fill: 'none', stroke, 'stroke-width': 1,
        });
      }
      await pause(2000, signal);
    } catch (error) {
      failed?.(error);
    } finally {
      cover.remove();
    }
  };
  await touchd.watch('io.touchd.scene.Requests', { kinds: ['calibration'] }, ({ requests, wanted }) => {
    for (const request of [...requests ?? [], ...wanted ? [wanted] : []]) {
      if (request.kind === 'calibration') show(request);
    }
  }, { signal, failed });
}
