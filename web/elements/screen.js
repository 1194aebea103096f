import { Daemon } from '../daemon.js';
import { Presentation } from '../presentation.js';
import { style } from '../style.js';
import { completed } from '../widgets.js';

/** The base class of elements; absent where a server renders a page. */
export const Element = globalThis.HTMLElement ?? class {};
/** Registers an element, once, where custom elements exist. */
export const define = (name, element) => {
  if (globalThis.customElements && !customElements.get(name)) customElements.define(name, element);
};

const rules = ':host { display: block; } :host([hidden]) { display: none !important; }';

/**
 * `<touchd-screen>`: the widgets inside it are one scene. They may be anywhere in it, laid out by the page's style sheets; the
 * window has to cover the panel. Attributes: `url` of touchd-web, `language`, `development` (errors are shown on the page).
 */
export class TouchdScreen extends Element {
  #widgets = new Set(); #shown = new Map(); #own = null; #given = null; #presentation = null; #stage = null; #sizes; #places; #ending = null;
  #timer = null; #isApplying = false; #isRefused = false; #notices;

  /** The daemon; a page that has its own connection, or a simulated one, sets it before the element is in the page. */
  get touchd() { return this.#given ?? (this.#own ??= new Daemon(this.getAttribute('url') ?? undefined)); }
  set touchd(touchd) {
    this.#given = touchd;
    this.#restart();
  }

  /** What is presented now, if anything. */
  get presentation() { return this.#presentation; }

  connectedCallback() {
    if (this.#ending) return;
    if (!this.shadowRoot) {
      this.attachShadow({ mode: 'open' });
      const own = new CSSStyleSheet();
      own.replaceSync(rules);
      this.shadowRoot.adoptedStyleSheets = [style(), own];
      this.#notices = document.createElement('div');
      this.#notices.className = 'touchd-canvas';
      this.shadowRoot.append(document.createElement('slot'), this.#notices);
    }
    this.#ending = new AbortController();
    const { signal } = this.#ending, review = () => this.review();
    this.#sizes = new ResizeObserver(review);
    this.#places = new IntersectionObserver(review, { threshold: [0, 1] });
    for (const widget of this.#widgets) this.#watch(widget);
    for (const name of ['resize', 'scroll', 'transitionend', 'animationend', 'toggle']) {
      addEventListener(name, review, { signal, capture: true, passive: true });
    }
    document.addEventListener('visibilitychange', review, { signal });
    // A widget can move without any of these, for instance when something beside it grows.
    const timer = setInterval(() => { if (!document.hidden) this.#apply(); }, 250);
    signal.addEventListener('abort', () => clearInterval(timer));
    this.review();
  }

  /** Frameworks move elements by removing and reinserting them at once. */
  disconnectedCallback() {
    queueMicrotask(() => {
      if (this.isConnected || !this.#ending) return;
      this.#ending.abort();
      this.#ending = null;
      clearTimeout(this.#timer);
      this.#sizes.disconnect();
      this.#places.disconnect();
      this.#restart();
      this.#own?.close();
      this.#own = null;
    });
  }

  /** Called by the widgets inside. */
  join(widget) {
    this.#widgets.add(widget);
    if (this.#ending) this.#watch(widget);
    this.review();
  }

  leave(widget) {
    this.#widgets.delete(widget);
    this.#sizes?.unobserve(widget.area);
    this.#places?.unobserve(widget.area);
    this.review();
  }

  #watch(widget) {
    this.#sizes.observe(widget.area);
    this.#places.observe(widget.area);
  }

  /** Schedules a check of where the widgets are, and informs the daemon if that has changed. */
  review() {
    if (!this.#ending) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#apply(), 40);
  }

  /** Ends the presentation; the next one starts fresh. */
  #restart() {
    this.#presentation?.close();
    this.#presentation = this.#stage = null;
    this.#isRefused = false;
    for (const widget of this.#widgets) widget.silence(false);
    this.#shown.clear();
    this.review();
  }

  /** The widgets that can be touched now, with their places in fractions of the window, as text to compare. */
  #wanted() {
    const found = new Map();
    if (document.hidden) return found;
    for (const widget of this.#widgets) {
      const frame = widget.frame();
      if (frame) found.set(widget.id, { widget, frame, text: JSON.stringify([frame, widget.description]) });
    }
    return found;
  }

  async #apply() {
    if (this.#isApplying || !this.#ending) return;
    const wanted = this.#wanted();
    if (!wanted.size) return this.#presentation && this.#restart();
    if (!this.#presentation) return this.#present();
    const changed = [...wanted].filter(([id, { text }]) => this.#shown.get(id)?.text !== text).map(([, entry]) => entry);
    const gone = [...this.#shown].filter(([id, { isAbsent }]) => !wanted.has(id) && !isAbsent).map(([id]) => id);
    if (!changed.length && !gone.length) return;
    if (this.#isRefused) return this.#restart();      // the error may be fixed now
    if (!this.#stage) return;      // presenting reads the current widgets
    this.#isApplying = true;
    const stage = this.#stage, shown = new Map(this.#shown);
    this.#shown = wanted;
    for (const id of gone) shown.get(id).running?.abort();
    try {
      // Apart from what changes: a widget that the page has hidden must not answer, even if another one is refused.
      if (gone.length) await this.#presentation.update([], gone);
      for (const id of gone) shown.delete(id);
      const made = await Promise.all(changed.map(({ widget, frame }) => widget.made(frame, this)));
      const kept = made.map((each, index) => {
        const { widget } = changed[index], old = shown.get(widget.id);
        const isOnlyMoved = old && JSON.parse(old.text)[1] === widget.description;
        return isOnlyMoved ? this.#presentation?.restored(each) : each;
      });
      const focused = changed.map(({ widget }) => widget).filter(({ shadowRoot }) => shadowRoot.activeElement);
      const refused = await this.#replace(kept);
      for (const widget of focused) if (!widget.shadowRoot.activeElement) widget.shown?.group?.focus();
      for (const [id, entry] of wanted) {
        const old = shown.get(id);
        // Never accepted: the daemon does not have it.
        entry.isAbsent = refused.has(id) ? !old || old.isAbsent : !!old?.isAbsent && old.text === entry.text;
        if (old?.running && !old.running.signal.aborted && old.widget === entry.widget) entry.running = old.running;
        else if (this.#stage === stage && !entry.isAbsent) this.#run(entry);
      }
    } catch (error) {
      if (this.#stage !== stage) return;
      this.#shown = shown;
      if (!/Busy$|NoSuchScene$|^disconnected$/.test(error.name)) this.#presentation.fail(error);
    } finally {
      this.#isApplying = false;
    }
  }

  /** Replaces or adds widgets; returns the ids of those that the daemon refuses, which stay as they were until their page changes them. */
  async #replace(widgets) {
    const refused = new Set();
    while (widgets.length && this.#presentation) {
      try {
        await this.#presentation.update(widgets);
        break;
      } catch (error) {
        const { widget, parameter } = error.parameters ?? {}, index = /^widgets\[(\d+)\]/.exec(parameter)?.[1];
        const id = (widget ?? completed(widgets)[index]?.id)?.replace(/-decline$/, '');
        const others = widgets.filter(other => other.id !== id);
        if (others.length === widgets.length) throw error;
        refused.add(id);
        widgets = others;
        await this.#presentation?.fail(error);
      }
    }
    return refused;
  }

  /** What draws a kind: the class of an element of that kind, or of a widget that another element adds. */
  #drawing(kind) {
    const widgets = [...this.#shown.values()].map(({ widget }) => widget);
    return widgets.find(widget => widget.kind === kind)?.drawing ?? widgets.map(({ constructor }) => constructor.added?.[kind]).find(Boolean);
  }

  #present() {
    const find = id => this.#shown.get(id.replace(/-decline$/, ''))?.widget;
    const options = {
      view: this.#notices,
      drawings: new Proxy({}, { get: (_, kind) => this.#drawing(kind) }),
      canvas: id => find(id)?.canvas(this.#presentation.view),
      development: this.hasAttribute('development'),
      widgets: () => {
        this.#shown = this.#wanted();
        return Promise.all([...this.#shown.values()].map(({ widget, frame }) => widget.made(frame, this)));
      },
      run: stage => {
        this.#stage = stage;
        stage.signal.addEventListener('abort', () => { if (this.#stage === stage) this.#stage = null; });
        for (const entry of this.#shown.values()) this.#run(entry);
        this.#tell('touchd-shown', { scene: stage.scene });
      },
      made: (id, drawing) => this.#shown.get(id)?.widget.drawn(drawing),
      event: event => find(event.widget)?.heard(event),
      say: said => find(said.widget)?.said(said),
      mood: (id, mood) => find(id)?.setAttribute('data-mood', mood),
      paused: (reasons, sentence) => this.#tell('touchd-paused', { reasons, sentence }),
      silenced: sentence => { for (const { widget } of this.#shown.values()) widget.silence(!!sentence); },
      covered: (isCovered, sentence) => this.#tell('touchd-covered', { isCovered, sentence }),
      misaligned: found => this.#tell('touchd-misaligned', found),
      failed: error => this.#tell('touchd-error', error),
    };
    if (this.hasAttribute('language')) options.language = this.getAttribute('language');
    const presentation = this.#presentation = new Presentation(this.touchd, options);
    presentation.closed.catch(() => { this.#isRefused ||= this.#presentation === presentation; });
  }

  /** Runs what belongs to a widget while it is on screen, such as a call that waits for a drawing. */
  #run(entry) {
    const stage = this.#stage, { widget } = entry;
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

  #tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail, composed: true })); }
}

define('touchd-screen', TouchdScreen);
