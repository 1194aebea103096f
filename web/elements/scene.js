import { isLasting } from '../connection.js';
import { Daemon } from '../daemon.js';
import { Presentation } from '../presentation.js';
import { shade, sheetOf, style } from '../style.js';
import { completed } from '../widgets.js';

/** Puts the daemon into CSS pixels; loaded where they are not the panel's. */
let scaled;

/** Widgets that have found no screen around them yet. */
export const strays = new Set();

const rules = ':host { display: block; } :host([hidden]) { display: none !important; }';

/** The id of the element that has a widget of the daemon's: the buttons of a challenge have ids made from it. */
const owner = id => id?.replace(/ \w+$/, '');

/** What a `<touchd-screen>`, its host, shows. A class without private members, which would make it larger for older browsers. */
export class Scene {
  widgets = new Set(); shown = new Map(); refused = new Map(); tried = new Map(); offered = []; gone = new Set();
  own = null; given = null; presentation = null; stage = null; sizes; changes; ending = null; timer = null; isApplying = false; isSent = false;
  isRefused = false; notices; spoken;

  constructor(host) { this.host = host; }

  /** The daemon; a page that has its own connection, or a simulated one, sets it before the element is in the page. */
  get touchd() { return this.given ?? (this.own ??= new Daemon(this.host.getAttribute('url') ?? undefined)); }
  set touchd(touchd) {
    this.given = touchd;
    this.refused.clear();
    this.restart();
  }

  /** The element is in a page. */
  begin() {
    if (this.ending) return;
    if (!this.host.shadowRoot) {
      this.host.attachShadow({ mode: 'open' });
      this.host.shadowRoot.adoptedStyleSheets = [style(), sheetOf(rules)];
      this.notices = document.createElement('div');
      this.notices.className = 'touchd-canvas';
      this.host.shadowRoot.append(document.createElement('slot'), this.notices);
    }
    this.ending = new AbortController();
    const { signal } = this.ending, review = () => this.review();
    this.sizes = new ResizeObserver(review);
    for (const { area } of this.widgets) this.sizes.observe(area);
    for (const widget of strays) if (widget.find()) strays.delete(widget);
    for (const name of ['resize', 'scroll', 'transitionend', 'animationend', 'toggle']) {
      addEventListener(name, review, { signal, capture: true });
    }
    document.addEventListener('visibilitychange', review, { signal });
    this.changes = new MutationObserver(review);
    this.changes.observe(document, { subtree: true, childList: true, attributeFilter: ['open', 'inert', 'hidden', 'class'] });
    // A widget can move without any of these, for instance when something beside it grows.
    const timer = setInterval(() => { if (!document.hidden) this.apply(); }, 250);
    signal.addEventListener('abort', () => clearInterval(timer));
    this.review();
  }

  /** The element has left the page. */
  end() {
    if (!this.ending) return;
    this.ending.abort();
    this.ending = null;
    clearTimeout(this.timer);
    this.sizes.disconnect();
    this.changes.disconnect();
    this.restart();
    this.own?.close();
    this.own = null;
  }

  /** Called by the widgets inside. */
  join(widget) {
    this.widgets.add(widget);
    if (this.ending) this.sizes.observe(widget.area);
    this.review();
  }

  leave(widget) {
    this.widgets.delete(widget);
    this.sizes?.unobserve(widget.area);
    this.review();
  }

  /** Schedules a check of where the widgets are, and informs the daemon if that has changed. */
  review() {
    if (!this.ending) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.apply(), 40);
  }

  /** Language and scale of the page around it. */
  get speech() {
    return `${this.host.getAttribute('language') ?? (this.host.closest('[lang]')?.lang || document.documentElement.lang || 'en')} ${devicePixelRatio}`;
  }

  /** Ends the presentation; the next one starts fresh. */
  restart() {
    this.presentation?.close();
    this.presentation = this.stage = null;
    this.isRefused = false;
    for (const widget of this.widgets) widget.silence(false);
    this.shown.clear();
    this.review();
  }

  /** The widgets to show now, by id, with their places in fractions of the window; `place` and `text` are what to compare. */
  wanted() {
    const found = new Map();
    if (document.hidden) return found;
    for (const widget of this.widgets) {
      const frame = widget.frame(), { id } = widget;
      if (!frame) continue;
      if (found.has(id)) {
        widget.warn(`another one has its id, ${id}`);
        continue;
      }
      const { isOff } = widget;
      const entry = { widget, frame, isOff, place: JSON.stringify([frame, isOff]), text: widget.text, task: widget.task };
      const old = this.shown.get(id);
      // What was refused stays as it was, unless it has gone from there.
      if (this.refused.get(id)?.text !== entry.place + entry.text) found.set(id, entry);
      else if (old?.place === entry.place) found.set(id, old);
    }
    return found;
  }

  apply() {
    if (!this.ending) return;
    shade(this.host);
    for (const [id, { widget }] of this.tried) if (!this.widgets.has(widget) && this.tried.delete(id)) this.forgive(id);
    const wanted = this.wanted();
    if (this.presentation && (!wanted.size || this.speech !== this.spoken)) return this.restart();
    if (!wanted.size) return;
    if (!this.presentation) {
      if (devicePixelRatio === 1 || scaled) this.present();
      else import('../scale.js').then(scale => { ({ scaled } = scale); this.review(); });
      return;
    }
    const changed = [...wanted].filter(([id, { widget, place, text }]) => {
      const old = this.shown.get(id);
      // What the page writes while a finger is on a widget waits until it lifts, unless that takes the widget from under it.
      return old?.widget !== widget || old.place !== place || old.text !== text && !widget.isHeld;
    }).map(([, entry]) => entry);
    // One that becomes unreachable while others are being made does not wait for them: it is removed, and added again later.
    const isLate = id => this.isApplying && wanted.get(id).isOff && !(this.isSent && this.tried.get(id).isOff);
    const gone = [...this.shown].filter(([id, { widget, isOff }]) => wanted.get(id)?.widget !== widget || !isOff && isLate(id)).map(([id]) => id);
    if (this.isRefused && (changed.length || gone.length)) return this.restart();      // the error may be fixed now
    if (!this.stage) return;      // presenting reads the current widgets
    this.remove(gone);
    if (changed.length && !this.isApplying) this.change(changed);
  }

  /** Takes widgets off the screen, apart from what else changes: one that the page has hidden must not answer meanwhile. */
  remove(gone) {
    for (const id of gone) {
      this.shown.get(id).running?.abort();
      this.shown.delete(id);
      this.gone.add(id);
      // Each by itself: one that is not there, because it was refused in the meantime, holds back no other.
      this.presentation.update([], [id]).catch(() => {});
    }
  }

  /** Replaces or adds widgets; those that the daemon refuses stay as they were until their page changes them. */
  async change(entries) {
    const stage = this.stage;
    this.isApplying = true;
    try {
      await this.offer(entries);
      const wanted = this.wanted();
      this.offered = this.offered.filter(({ id }) => wanted.get(owner(id))?.place === this.tried.get(owner(id)).place);
      this.gone.clear();
      while (this.offered.length && this.stage === stage) {
        try {
          this.isSent = true;
          await stage.presentation.update(this.offered);
          break;
        } catch (error) {
          this.isSent = false;
          const culprit = this.culprit(error);
          if (!culprit) throw error;
          this.failed(error);   // told while the others are sent: what is no longer to be touched does not wait for it
          this.offered = this.offered.filter(({ id }) => owner(id) !== culprit);
        }
      }
      if (this.stage !== stage) return;
      for (const entry of entries) if (this.offered.some(({ id }) => id === entry.widget.id && !this.gone.has(id))) this.accept(entry);
    } catch (error) {
      await this.failed(error);
    } finally {
      this.isApplying = this.isSent = false;
    }
  }

  /** The daemon has a widget as its entry describes it. */
  accept(entry) {
    const { id } = entry.widget, old = this.shown.get(id);
    this.shown.set(id, entry);
    this.forgive(id);
    if (old?.running && old.task === entry.task && !old.running.signal.aborted) entry.running = old.running;
    else {
      old?.running?.abort();
      this.run(entry);
    }
  }

  /** Makes the widgets of entries as they are presented, without those that cannot be made. */
  async offer(entries) {
    const made = await Promise.all(entries.map(async entry => {
      const { widget, frame } = entry;
      this.tried.set(widget.id, entry);
      try {
        return [await widget.made(frame, this.host)];
      } catch (error) {
        if (!isLasting(error)) throw error;
        error.parameters.widget = widget.id;
        await this.failed(error);
        return [];
      }
    }));
    return this.offered = made.flat();
  }

  async failed(error) {
    if (!/Busy$|NoSuchScene$|^disconnected$/.test(error.name)) await this.presentation?.fail(error);
  }

  /** The id of the element with the widget that a lasting error is about, if it is about one. */
  culprit(error) {
    const { widget, parameter } = error.parameters ?? {}, index = /^widgets\[(\d+)\]/.exec(parameter)?.[1];
    return isLasting(error) ? owner(widget ?? completed(this.offered)[index]?.id) : undefined;
  }

  forgive(id) { if (this.refused.delete(id)) this.presentation?.fault(id, ''); }

  present() {
    this.spoken = this.speech;
    const find = id => this.tried.get(owner(id))?.widget, scene = this;
    const options = {
      view: this.notices,
      language: this.spoken.split(' ')[0],
      development: this.host.hasAttribute('development'),
      ratio: devicePixelRatio,
      // The element's class, or that of what it adds.
      drawings: ({ id, kind }) => {
        const widget = find(id);
        return (widget?.id === id ? widget.drawing : widget?.constructor.added[kind]) ?? class {};
      },
      canvas: id => find(id)?.canvas(this.presentation.view),
      widgets: async () => {
        this.shown.clear();
        await this.offer([...this.wanted().values()]);
        for (const { id } of this.offered) if (this.tried.has(id)) this.shown.set(id, this.tried.get(id));
        return this.offered;
      },
      run: stage => {
        this.stage = stage;
        stage.signal.addEventListener('abort', () => { if (this.stage === stage) this.stage = null; });
        for (const entry of this.shown.values()) this.accept(entry);
        this.tell('touchd-shown', { scene: stage.scene });
      },
      made: (id, drawing) => {
        const widget = drawing.owner = find(id);
        if (widget.id === id) widget.drawn(drawing);
      },
      // The end of a gesture is for the element on which it began, also if another one has its id by now.
      event: (event, drawing) => drawing?.owner.heard(event),
      say: said => find(said.widget)?.said(said),
      mood: (id, mood) => find(id)?.setAttribute('data-mood', mood),
      paused: (reasons, sentence) => this.tell('touchd-paused', { reasons, sentence }),
      silenced: (sentence, reason, why) => {
        for (const widget of this.widgets) widget.silence(!!sentence);
        this.tell('touchd-away', { reason, sentence, why });
      },
      covered: (isCovered, sentence) => this.tell('touchd-covered', { isCovered, sentence }),
      misaligned: found => this.tell('touchd-misaligned', found),
      failed: error => this.tell('touchd-error', error),
    };
    const presentation = this.presentation = new class extends Presentation {
      restored(widget) { return scene.tried.get(widget.id)?.widget.restored(widget) ?? widget; }

      async fail(error) {
        const id = scene.culprit(error);
        if (!id) return super.fail(error);
        error.parameters.widget = id;
        const { place, text } = scene.tried.get(id) ?? {}, { refused } = scene, before = refused.get(id)?.error;
        const message = JSON.stringify([error.name, error.parameters]).replace(/widgets\[\d+\]/, '');
        refused.set(id, { text: place + text, error: message });
        if (message === before) return;
        await super.fail(error);
        this.fault('error', '');
        this.fault(id, error.message);
      }
    }(devicePixelRatio === 1 ? this.touchd : scaled(this.touchd, devicePixelRatio), options);
    presentation.closed.catch(error => {
      if (this.presentation !== presentation) return;
      // Presented again without the widget at fault.
      if (this.culprit(error)) this.restart();
      else this.isRefused = true;
    });
  }

  /** Runs what belongs to a widget while it is on screen, such as a call that waits for a drawing. */
  run(entry) {
    const stage = this.stage, { widget } = entry;
    entry.running = new AbortController();
    const { running } = entry, { signal } = running, { scene, presentation } = stage;
    // Not longer than the widget runs: a scene outlives many of them.
    stage.signal.addEventListener('abort', () => running.abort(), { once: true, signal });
    signal.addEventListener('abort', () => widget.ended(), { once: true });
    Promise.resolve(widget.run({ scene, presentation, signal, touchd: this.touchd }))
      .catch(error => {
        if (signal.aborted) return;
        presentation.fail(error);
        entry.running.abort();   // retried with the new attributes
      });
  }

  tell(name, detail) { this.host.dispatchEvent(new CustomEvent(name, { detail, composed: true })); }
}
