import { TouchdError, isLasting, isLoud, pause } from './connection.js';
import { Drawing } from './drawings/drawing.js';
import { Notices, away } from './notices.js';
import { completed, member, plain } from './widgets.js';
import { loadWords, words } from './words.js';

/** Events with which a gesture ends. */
const ends = /^(ended|cancelled|pressed|long_pressed|completed|too_short|too_sparse|mismatch|start_over|dropped|rejected|released)$/;

/** Lets a widget's drawing act. One that throws would throw again: a retry cannot fix it. */
function drawn(widget, act, failed = error => { throw error; }) {
  try {
    return act();
  } catch (cause) {
    failed(Object.assign(new TouchdError('BadDrawing', { widget, why: `${cause}` }), { cause }));
  }
}

/** Ends gestures that the daemon can no longer end. */
const release = presentation => { for (const last of presentation.held.values()) presentation.act({ ...last, name: 'cancelled', reason: 'contact_lost' }); };

/**
 * Widgets on screen, which are drawn into `canvas(id)`; `view` is an element beside them, for notices. After a lost connection they are
 * presented again in their last state.
 */
export class Presentation {
  #touchd; #options; #ending = new AbortController();
  // One member, because older browsers get a map for each private one.
  #own = {
    changed: [], arrivals: [], widgets: [], drawings: new Map(), dirty: new Set(), frame: 0, stamps: [], notices: null, reasons: [],
    isCovered: false, hasPanel: true, told: new Set(), look: null, isMirrored: false,
  };
  /** The scene's id while it is on screen. */
  scene = null;
  /** The last events of gestures that have begun and not ended, by widget. */
  held = new Map();

  constructor(touchd, options) {
    this.#touchd = touchd;
    this.#options = { language: document.documentElement.lang || 'en', private: true, ...options };
    const { view, frame, ratio = 1 } = this.#options;
    this.#own.notices = new Notices(view);
    touchd.addEventListener('state', this.#shade);
    import('./alignment.js').then(({ watchPlace }) => {
      const panel = () => this.view && { width: this.view.width * ratio, height: this.view.height * ratio };
      const tell = found => {
        this.fault('place', found.join('; '));
        this.#options.misaligned?.(found);
      };
      this.#own.look = watchPlace(panel, tell, this.#ending.signal, frame);
    });
    /** Resolves when it was closed; rejects if the daemon can never accept these widgets. */
    this.closed = this.#keep();
    this.closed.catch(() => {});
  }

  get language() { return this.#options.language; }

  /** The sentence for `key` in the presentation's language: that of the widget's kind, if there is one. */
  words(key, number, kind) {
    const { language, sentences } = this.#options;
    const said = [sentences, words[language], words[language.split(/[-_]/)[0].toLowerCase()], words.en];
    const find = key => said.map(table => table?.[key]).find(sentence => sentence !== undefined);
    return String(find(`${kind}_${key}`) ?? find(key) ?? find('refused') ?? key).split('{n}').join(number);
  }

  /** Replaces or adds widgets and removes others, once the scene exists; other widgets are not disturbed. */
  async update(given, gone = [], isKept = false) {
    const widgets = completed(given, this.words('decline'));
    const changed = new Set([...gone, ...widgets.map(({ id }) => id)]);
    // With a widget go the buttons that belong to it, unless they are given again.
    const left = isKept ? [] : this.#own.widgets.filter(({ id, draw }) => changed.has(draw?.of) && !changed.has(id)).map(({ id }) => id);
    const remove = [...gone, ...left];
    while (!this.scene && !this.#ending.signal.aborted) await new Promise(done => this.#own.arrivals.push(done));
    const change = { widgets, remove, isKept };
    this.#own.changed.push(change);   // the new layout arrives on the other connection, before this call returns
    try {
      await this.#touchd.call('io.touchd.scene.Update', { scene: this.scene, widgets: widgets.map(widget => this.#sent(widget)), remove });
    } catch (error) {
      this.#own.changed = this.#own.changed.filter(other => other !== change);
      throw error;
    }
  }

  /** Sends the daemon the state of a widget that was changed by something other than a finger; its drawing stays. */
  keep(id) { return this.update([this.restored(this.#own.widgets.find(widget => widget.id === id))], [], true); }

  /** Requests another picture for the captcha of a widget, or another gesture, as after a miss. */
  async refresh(id) {
    const other = await this.#touchd.call('io.touchd.captcha.Refresh', { challengeId: this.#challenge(id) });
    this.#own.drawings.get(id)?.repaint(other);
  }

  /** Ends the captcha of a widget because a person cannot solve it. */
  async decline(id) {
    await this.#touchd.call('io.touchd.captcha.Decline', { challengeId: this.#challenge(id) });
    this.#options.declined?.(id);
  }

  #challenge(id) {
    const widget = this.#own.widgets.find(widget => widget.id === id);
    return widget?.request ?? widget?.[member(widget.kind)]?.challengeId;
  }

  /** How a widget is mirrored on right-to-left pages, if it is. */
  #turn(widget) {
    const turn = (widget?.draw?.isMirrored ?? this.#own.isMirrored) && widget && this.#class(widget).mirrored;
    return turn && turn.applies(widget) ? turn : null;
  }

  /** The class that draws a widget: that of its kind, or as the page says for each widget. */
  #class(widget) {
    const { drawings } = this.#options;
    return (typeof drawings === 'function' ? drawings(widget) : drawings?.[widget.kind]) ?? Drawing;
  }

  /** The part of a widget that is sent to the daemon. */
  #sent(widget) { return plain(this.#turn(widget)?.sent(widget) ?? widget); }

  /** The widget in its present state: a slider with its value, a list in its order. */
  restored(widget) { return this.#own.drawings.get(widget.id)?.restored?.(widget) ?? widget; }

  /** Shows a widget as disabled, or enabled again. */
  disable(id, isDisabled) {
    const group = this.#own.drawings.get(id)?.group;
    group?.classList.toggle('touchd-disabled', isDisabled);
    if (isDisabled) group?.setAttribute('aria-disabled', true);
    else group?.removeAttribute('aria-disabled');
  }

  /** The sentence for how long to wait: in seconds, from two minutes on in minutes, or until somebody of the staff unlocks. */
  waiting(seconds, kind) {
    if (seconds === Infinity) return this.words('ask_staff');
    return seconds < 120 ? this.words('wait', Math.ceil(seconds), kind) : this.words('wait_minutes', Math.ceil(seconds / 60), kind);
  }

  /** Takes the widgets off the screen. */
  close() {
    release(this);
    this.#ending.abort();
    this.#clear();
    return this.closed;
  }

  /** Removes everything from the page; a lasting error stays until this is closed. */
  #clear(keepsFault = false) {
    for (const arrived of this.#own.arrivals.splice(0)) arrived();
    cancelAnimationFrame(this.#own.frame);
    this.#touchd.removeEventListener('state', this.#shade);
    for (const drawing of this.#own.drawings.values()) drawing.remove?.();
    this.#own.drawings.clear();
    this.#own.notices.remove();
    this.#options.cleared?.(keepsFault);
    if (this.#options.development && !keepsFault) this.#own.notices.fault({ error: '', connection: '', place: '' });
  }

  async #keep() {
    const signal = this.#ending.signal;
    await loadWords();
    let wait = 250, isCovered = false, isRefused = false;
    const shown = () => {
      if (!isCovered) wait = 250;
      isCovered = false;
    };
    try {
      while (!signal.aborted) {
        try {
          const { widgets } = this.#options;
          const given = typeof widgets === 'function' ? await widgets() : widgets;
          this.#own.widgets = completed(given, this.words('decline')).map(widget => this.restored(widget));
          if (!signal.aborted) await this.#show(shown, () => { isCovered = true; });
        } catch (error) {
          await this.fail(error);
          isRefused = isLasting(error);
          if (isRefused) throw error;
        }
        await pause(wait, signal);
        wait = Math.min(wait * 2, 4000);
      }
    } finally {
      this.#clear(isRefused && !signal.aborted);
      this.#ending.abort();
    }
  }

  /**
   * Reports an error. One that a retry cannot fix also goes to `onerror` and the console, once, and in development to the
   * page, with the rule that was broken.
   */
  async fail(error) {
    const { signal } = this.#ending;
    // Loaded only for lasting errors.
    if (isLoud(error)) await import('./explain.js').then(({ explain }) => explain(this.#touchd, error)).catch(() => {});
    if (signal.aborted) return;
    if (isLoud(error) && !this.#own.told.has(error.message)) {
      this.#own.told.add(error.message);
      if (globalThis.reportError) reportError(error);
      else console.error(error);
      this.fault('error', error.message);
    }
    this.#options.failed?.(error);
    this.#shade();
  }

  /** In development, shows an error on the page, one text for each topic; empty: none. */
  fault(topic, text) { if (this.#options.development) this.#own.notices.fault({ [topic]: text }); }

  async #show(shown, covered) {
    const ending = new AbortController();
    const end = () => ending.abort();
    this.#ending.signal.addEventListener('abort', end);
    try {
      this.#own.isMirrored = getComputedStyle(this.#options.view).direction === 'rtl';
      const call = { widgets: this.#own.widgets.map(widget => this.#sent(widget)) };
      for await (const reply of this.#touchd.stream('io.touchd.scene.Present', call, { signal: ending.signal })) {
        if (reply.layout) this.#place(reply);
        if (reply.scene && !this.scene && !reply.dismissed) {
          this.scene = reply.scene;
          shown();
          this.fault('error', '');   // it is fixed
          for (const arrived of this.#own.arrivals.splice(0)) arrived();
          away().then(({ watchPanels }) => watchPanels(this.#touchd, panels => {
            this.#own.hasPanel = panels.length > 0;
            this.#shade();
          }, ending.signal));
          Promise.resolve(this.#options.run?.({ scene: reply.scene, signal: ending.signal, presentation: this }))
            .catch(error => {
              if (ending.signal.aborted) return;
              this.fail(error);
              // Another scene is above, or a call still waits on this one: a new one comes on top.
              if (error.name !== 'io.touchd.unlock.Busy') return;
              covered();
              end();
            });
        }
        const { event } = reply;
        if (event) {
          const widget = this.#own.widgets.find(({ id }) => id === event.widget);
          this.act(event.name === 'judged' ? event : this.#turn(widget)?.heard(event, widget) ?? event);
        }
        if (reply.paused) {
          this.#own.reasons = reply.paused;
          this.#shade();
          this.#options.paused?.(reply.paused, reply.paused.length ? this.words(this.paused) : '');
        }
        // Another scene is above and gets the touches, or no longer is.
        if (reply.covered !== undefined) {
          this.#own.isCovered = reply.covered;
          this.#shade();
          this.#options.covered?.(reply.covered, reply.covered ? this.words('covered') : '');
        }
      }
    } finally {
      end();
      this.#ending.signal.removeEventListener('abort', end);
      release(this);
      this.scene = null;
      this.#own.reasons = [];
      this.#own.isCovered = false;
      this.#own.hasPanel = true;
      for (const drawing of this.#own.drawings.values()) drawing.away?.(true);
      this.#options.away?.();
    }
  }

  #place({ layout, viewWidth, viewHeight }) {
    this.view = { width: viewWidth, height: viewHeight };
    this.#options.fit?.(this.view);
    this.#own.look?.(true);
    const replaced = new Set(this.scene ? [] : this.#own.widgets.map(({ id }) => id));
    for (const { widgets, remove, isKept } of this.#own.changed.splice(0)) {
      for (const widget of isKept ? [] : widgets) replaced.add(widget.id);
      const gone = new Set([...remove, ...widgets.map(({ id }) => id)]);
      this.#own.widgets = [...this.#own.widgets.filter(({ id }) => !gone.has(id)), ...widgets];
    }
    const places = new Map(layout.map(part => [part.widget, part]));
    for (const [id, drawing] of this.#own.drawings) {
      if (places.has(id) && !replaced.has(id)) continue;
      drawing.remove?.();
      this.#own.drawings.delete(id);
    }
    for (const widget of this.#own.widgets) {
      const told = places.get(widget.id);
      if (!told) continue;
      const placed = { ...told[member(widget.kind)], frame: told.frame }, layout = this.#turn(widget)?.laid(placed) ?? placed;
      const drawing = this.#own.drawings.get(widget.id);
      if (!drawing) {
        const say = (key, tone, number, sentence) => this.#say(widget, key, tone, number, sentence);
        say.words = (key, number) => this.words(key, number, widget.kind);
        say.language = this.language;
        say.mood = mood => this.#options.mood?.(widget.id, mood);
        const svg = this.#options.canvas(widget.id);
        const made = drawn(widget.id, () => new (this.#class(widget))(svg, { ...widget, ...layout.frame }, layout, say));
        this.#own.drawings.set(widget.id, made);
        this.#options.made?.(widget.id, made);
        made.ask?.();
      } else if (JSON.stringify(drawing.layout) !== JSON.stringify(layout)) {
        drawn(widget.id, () => drawing.place?.(layout));   // built anew, which ends what it is showing, such as an animation
      }
    }
    this.#options.placed?.(this.view, this);
  }

  /** Shows and reports an event, of the panel or, for an element with keys, of a key. */
  act(event) {
    const drawing = this.#own.drawings.get(event.widget), failed = error => this.fail(error), { held } = this;
    if (ends.test(event.name)) held.delete(event.widget);
    else if (event.name === 'began' || held.has(event.widget)) held.set(event.widget, event);
    drawn(event.widget, () => drawing?.event?.(event), failed);
    if (drawing) this.#own.dirty.add(drawing);
    this.#own.stamps.push(event);
    const declined = event.name === 'pressed' && this.#own.widgets.find(({ id }) => id === event.widget)?.draw?.declines;
    if (declined) this.decline(declined).catch(error => this.fail(error));
    this.#options.event?.(event, drawing);
    // A frame draws only the newest state, however many events arrived.
    this.#own.frame ||= requestAnimationFrame(() => {
      this.#own.frame = 0;
      for (const changed of this.#own.dirty) drawn(changed.widget?.id, () => changed.draw?.(), failed);
      this.#own.dirty.clear();
      // Not the callback's timestamp: a frame may have begun before its events arrived.
      this.#options.drawn?.(this.#own.stamps.splice(0), performance.now());
    });
  }

  /**
   * Why touches have no effect, as the key of a sentence: not_served, hung, no_bridge, lost (no daemon), no_panel, cleaning, paused,
   * covered; null if they have.
   */
  get paused() {
    const { state, missing } = this.#touchd, reasons = this.#own.reasons;
    const gone = { refused: 'not_served', hung: 'hung', disconnected: missing ? 'no_bridge' : 'lost' }[state];
    if (gone || !this.scene) return gone ?? null;
    if (!this.#own.hasPanel) return 'no_panel';
    return reasons.includes('cleaning') ? 'cleaning' : reasons.length ? 'paused' : this.#own.isCovered ? 'covered' : null;
  }

  /** Announces, and shows over the widgets, that touches have no effect, so that nobody draws unnoticed. */
  #shade = () => {
    if (this.#ending.signal.aborted) return;
    const key = this.paused, { why } = this.#touchd;
    this.fault('connection', why);
    const sentence = key ? this.words(key) : '';
    if (!this.#own.notices.pause(key, sentence, why)) return;
    this.#options.silenced?.(sentence, key, why);
    for (const drawing of this.#own.drawings.values()) drawing.away?.(!!key || !this.scene);
  };

  /** Says a sentence to screen readers; nothing is shown. */
  announce(sentence) { this.#own.notices.say(sentence); }

  #say(widget, key, tone, number, sentence = this.words(key, number, widget.kind)) {
    const isDot = tone === 'dot';
    if (isDot && this.#options.private) return;   // neither how many nor which
    this.#own.notices.say(sentence);
    if (!isDot) this.#options.say?.({ widget: widget.id, key, tone, sentence });
  }
}
