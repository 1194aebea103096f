import { member } from '../widgets.js';
import { Challenges } from './challenges.js';
import { models, samples } from './models.js';

const fault = (name, parameters = {}) => Object.assign(new Error(name), { name, parameters });
const inside = ({ x, y }, frame) => x >= frame.x && y >= frame.y && x < frame.x + frame.width && y < frame.y + frame.height;
let made = 0;

/** What the daemon does for pages: scenes, calls that wait for a secret, challenges. One finger on a widget at a time. */
export class Service {
  #scenes = []; #fingers = new Map(); #users; #challenges = new Challenges(); #waits = [];

  constructor(users) { this.#users = new Map(Object.entries(users)); }

  get view() {
    return { viewWidth: Math.round(innerWidth * devicePixelRatio), viewHeight: Math.round(innerHeight * devicePixelRatio) };
  }

  /** A connection to the service: `tell` gets every reply. */
  connect(tell) {
    const line = { scene: null, isOpen: true, tell };
    line.hear = ({ method, parameters = {}, more }) => {
      if (!method) return;
      try {
        const reply = this.#call(line, method, parameters, more);
        if (reply) tell({ parameters: reply });
      } catch (error) {
        if (!error.parameters) throw error;
        tell({ error: error.name, parameters: error.parameters });
      }
    };
    line.end = () => {
      line.isOpen = false;
      this.#scenes = this.#scenes.filter(scene => scene.line !== line);
      this.#tellCovers();
      this.#waits = this.#waits.filter(wait => wait.line !== line);
      this.#challenges.leave(line);
    };
    return line;
  }

  #call(line, method, parameters, more) {
    const reply = (part, continues = true) => line.isOpen && line.tell({ parameters: part, ...continues && { continues } });
    switch (method) {
      case 'io.touchd.manage.Status': {
        const panels = { count: 1 }, screen = { scenes: this.#scenes.length };
        return { version: 'pretended', ...this.view, panels, screen };
      }
      case 'io.touchd.device.List': return { devices: [{ id: 1, name: 'pretended panel', provenance: 'virtual', slots: 10 }] };
      case 'io.touchd.device.Watch': return void reply({ devices: [{ id: 1, name: 'pretended panel', provenance: 'virtual', slots: 10 }] });
      case 'io.touchd.device.Idle': return void reply({ idle: false });
      case 'io.touchd.result.List': return { results: [] };
      case 'io.touchd.result.Watch': return void reply({ ready: true });
      case 'io.touchd.scene.Requests': return void reply({ requests: [] });
      case 'io.touchd.scene.Present': return this.#present(line, parameters, reply);
      case 'io.touchd.scene.Update': return this.#update(parameters);
      case 'io.touchd.unlock.Users': return { users: this.#named(parameters.name) };
      case 'io.touchd.unlock.Remove': this.#users.delete(parameters.user); return {};
      case 'io.touchd.unlock.Verify':
      case 'io.touchd.unlock.Enroll': return this.#wait(line, method.endsWith('Enroll'), parameters, reply);
      case 'io.touchd.captcha.Create': return this.#challenges.create(parameters);
      case 'io.touchd.captcha.Refresh': return this.#challenges.refresh(parameters.challengeId);
      case 'io.touchd.captcha.Decline': return this.#challenges.decline(parameters.challengeId);
      case 'io.touchd.captcha.Await': return this.#challenges.wait(line, parameters.challengeId, reply);
      case 'org.varlink.service.GetInterfaceDescription': return { description: '' };
      default:
        if (more) return undefined;   // no reply
        throw fault('org.varlink.service.MethodNotImplemented', { method });
    }
  }

  #named(name) {
    const users = [...this.#users].map(([name, known]) => ({
      name, failedAttempts: 0, state: 'active', secrets: Object.keys(samples).filter(kind => known[kind]),
    }));
    return name === undefined ? users : users.filter(user => user.name === name);
  }

  #present(line, { widgets }, reply) {
    const scene = { id: `pretended-${++made}`, line, reply, widgets: new Map(), isCovered: false };
    for (const widget of widgets) this.#add(scene, widget);
    this.#scenes.push(scene);
    reply({ scene: scene.id, ...this.view, layout: this.#layout(scene) });
    this.#tellCovers();
  }

  /** Only the newest scene gets fingers. */
  #tellCovers() {
    for (const [index, scene] of this.#scenes.entries()) {
      const isCovered = index < this.#scenes.length - 1;
      if (isCovered !== scene.isCovered) scene.reply({ covered: scene.isCovered = isCovered });
    }
  }

  #add(scene, given) {
    const Model = models[given.kind];
    if (!Model) throw fault('org.varlink.service.InvalidParameter', { parameter: `widget ${given.id}: kind is one of ${Object.keys(models).join(', ')}` });
    const { viewWidth, viewHeight } = this.view, isFraction = given.unit === 'fractions';
    const scaled = isFraction ? { x: given.x * viewWidth, y: given.y * viewHeight, width: given.width * viewWidth, height: given.height * viewHeight } : given;
    const frame = { x: scaled.x, y: scaled.y, width: scaled.width, height: scaled.height };
    if (frame.x < -.5 || frame.y < -.5 || frame.x + frame.width > viewWidth + .5 || frame.y + frame.height > viewHeight + .5) {
      throw fault('io.touchd.scene.BadWidget', { widget: given.id, reason: `it lies outside the view of ${viewWidth} × ${viewHeight} pixels` });
    }
    const part = member(given.kind), own = given[part] ?? {}, { needs } = Model;
    if (needs && !own[needs]) throw fault('org.varlink.service.InvalidParameter', { parameter: `widget ${given.id}: ${part}.${needs} is missing` });
    const emit = (name, told, more) => scene.reply({
      event: { widget: given.id, name, timeUSec: Math.round(performance.now() * 1000), ...told && { [part]: told }, ...more },
    });
    const model = new Model({
      frame, settings: own, emit, challenges: this.#challenges,
      // As long as touchd takes to compare.
      entered: entry => setTimeout(() => this.#entered(scene, given.id, model, entry, emit), 200),
    });
    scene.widgets.set(given.id, { given, frame, model });
  }

  #layout(scene) { return [...scene.widgets].map(([widget, { given, frame, model }]) => ({ widget, frame, [member(given.kind)]: model.layout() })); }

  #update({ scene: id, widgets, remove }) {
    const scene = this.#scenes.find(scene => scene.id === id);
    if (!scene) throw fault('io.touchd.scene.NoSuchScene', { scene: id });
    for (const gone of [...remove, ...widgets.map(({ id }) => id)]) scene.widgets.delete(gone);
    for (const widget of widgets) this.#add(scene, widget);
    scene.reply({ scene: id, ...this.view, layout: this.#layout(scene) });
    return {};
  }

  /** The view changes its size with the window. */
  resized() {
    for (const scene of this.#scenes) {
      const widgets = [...scene.widgets.values()].map(({ given }) => given);
      scene.widgets.clear();
      for (const widget of widgets) {
        try { this.#add(scene, widget); } catch { /* it no longer fits */ }
      }
      scene.reply({ scene: scene.id, ...this.view, layout: this.#layout(scene) });
    }
  }

  #wait(line, isNew, { user, scene, widget }, reply) {
    if (!isNew && !this.#users.has(user)) throw fault('io.touchd.unlock.NoSuchUser', { user });
    const { kind, ...given } = this.#scenes.find(({ id }) => id === scene)?.widgets.get(widget)?.given ?? {};
    if (!kind || (given[kind]?.purpose ?? 'verify') !== (isNew ? 'enroll' : 'verify')) throw fault('io.touchd.unlock.NoSuchWidget', { scene, widget });
    this.#waits.push({ line, isNew, user, scene, widget, reply, number: 0 });
    reply({ ready: true, secret: kind });
  }

  /** A secret was entered: judged if a call waits for it. */
  #entered(scene, widget, model, entry, emit) {
    const wait = this.#waits.find(wait => wait.scene === scene.id && wait.widget === widget);
    const tell = (passed, reason) => {
      emit('judged', undefined, { judged: { passed, reason } });
      model.judged(passed);
    };
    if (!wait) return tell(false, 'no_attempt');
    const { kind } = scene.widgets.get(widget).given, over = part => {
      this.#waits = this.#waits.filter(other => other !== wait);
      wait.reply(part, false);
    };
    if (wait.isNew) {
      if (model.first === null) return model.judged(true);
      this.#users.set(wait.user, { ...this.#users.get(wait.user), [kind]: entry });
      model.judged(true);
      emit('judged', undefined, { judged: { passed: true } });
      return over({ outcome: 'passed' });
    }
    const passed = String(this.#users.get(wait.user)?.[kind]) === String(entry), reason = passed ? undefined : `wrong_${kind}`;
    tell(passed, reason);
    wait.reply({ attempt: { number: ++wait.number, outcome: passed ? 'passed' : 'failed', reason } });
    if (passed) over({ outcome: 'passed' });
    else if (wait.number === 5) over({ outcome: 'failed' });
  }

  landed(finger, place) {
    const scene = this.#scenes[this.#scenes.length - 1];
    const found = [...scene?.widgets.values() ?? []].sort((one, other) => (one.given.z ?? 0) - (other.given.z ?? 0)).reverse()
      .find(({ frame }) => inside(place, frame));
    if (!found || found.given.disabled || [...this.#fingers.values()].includes(found)) return;
    if (found.model.began(this.#within(found, place)) !== false) this.#fingers.set(finger, found);
  }

  moved(finger, place) {
    const found = this.#fingers.get(finger);
    found?.model.moved(this.#within(found, place));
  }

  lifted(finger, place, isLost) {
    const found = this.#fingers.get(finger);
    this.#fingers.delete(finger);
    found?.model.ended(this.#within(found, place), isLost);
  }

  #within({ frame }, { x, y }) { return { x: x - frame.x, y: y - frame.y }; }
}
