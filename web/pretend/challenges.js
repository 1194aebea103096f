let made = 0;

/** A picture with a gap, and the piece that fits: drawn in the page, so it protects nothing. */
function painted() {
  const canvas = (width, height) => Object.assign(document.createElement('canvas'), { width, height });
  const [width, height, side] = [400, 268, 60], picture = canvas(width, height), brush = picture.getContext('2d');
  const shade = brush.createLinearGradient(0, 0, width, height), hue = Math.random() * 360;
  shade.addColorStop(0, `hsl(${hue} 50% 60%)`);
  shade.addColorStop(1, `hsl(${hue + 80} 50% 30%)`);
  brush.fillStyle = shade;
  brush.fillRect(0, 0, width, height);
  for (let spot = 0; spot < 40; spot++) {
    brush.fillStyle = `hsl(${hue + spot * 9} 60% 50% / .5)`;
    brush.fillRect(Math.random() * width, Math.random() * height, 40, 40);
  }
  const gap = { x: Math.round(140 + Math.random() * 190), y: Math.round(20 + Math.random() * 180) };
  const piece = canvas(side, side);
  piece.getContext('2d').drawImage(picture, gap.x, gap.y, side, side, 0, 0, side, side);
  brush.fillStyle = '#000a';
  brush.fillRect(gap.x, gap.y, side, side);
  const image = from => ({ width: from.width, height: from.height, png: from.toDataURL('image/png').split(',')[1] });
  return {
    gap, images: { picture: image(picture), piece: image(piece) },
    start: { x: 10, y: Math.round(100 + Math.random() * 60) },
  };
}

const words = () => [{ act: 'hold', count: 1 }, { act: 'tap', count: 2 }, { act: 'hold', count: 1 }, { act: 'tap', count: 1 }]
  .slice(Math.round(Math.random()));

/** Challenges, and the calls that wait for their ends. */
export class Challenges {
  #all = new Map();

  get(id) { return this.#all.get(id); }

  create({ kind = 'slide' }) {
    const challenge = `pretended-${++made}`, entry = { kind, attempts: 0, outcome: null, waits: [] };
    this.#all.set(challenge, entry);
    return { challengeId: challenge, timeLeftUSec: 600e6, ...this.#fresh(entry) };
  }

  #fresh(entry) {
    if (entry.kind === 'gesture') return { steps: entry.steps = words() };
    Object.assign(entry, painted());
    return { ...entry.images, start: entry.start };
  }

  refresh(id) {
    const entry = this.#known(id), fresh = this.#fresh(entry);
    entry.rearm?.();
    return fresh;
  }

  decline(id) {
    this.#known(id).declined?.();
    this.#over(id, 'declined');
    return {};
  }

  wait(line, id, reply) {
    const entry = this.#known(id);
    if (entry.outcome) return void reply({ outcome: entry.outcome }, false);
    entry.waits.push({ line, reply });
    reply({ state: 'open' });
  }

  leave(line) { for (const entry of this.#all.values()) entry.waits = entry.waits.filter(wait => wait.line !== line); }

  /** An attempt was made; after the third miss there is none. */
  judge(id, passed) {
    const entry = this.#known(id), number = ++entry.attempts;
    const attempt = { number, outcome: passed ? 'passed' : 'failed', reason: passed ? undefined : 'missed' };
    for (const { reply } of entry.waits) reply({ attempt });
    if (passed) this.#over(id, 'passed');
    else if (number === 3) this.#over(id, 'failed');
  }

  #over(id, outcome) {
    const entry = this.#known(id);
    entry.outcome = outcome;
    for (const { reply } of entry.waits.splice(0)) reply({ outcome, demo: true }, false);
  }

  #known(id) {
    const entry = this.#all.get(id);
    if (!entry) throw Object.assign(new Error(), { name: 'io.touchd.captcha.NoSuchChallenge', parameters: { challengeId: id } });
    return entry;
  }
}
