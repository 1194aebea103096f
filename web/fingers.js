// A map of the panel: where fingers are, how fast they are, and the way of each, which fades.

const colors = ['#7d9bff', '#4fe0ad', '#f5b94a', '#ff8a8a', '#d38bff'];
/** Milliseconds that a way is seen, and over which a speed is measured. */
const fading = 2000, measured = 120;

/** Draws into a canvas what `show` gets, as io.touchd.monitor.Contacts reports it, in a view of the size that `view()` returns. */
export class FingerMap {
  #trails = new Map(); #down = new Set(); #isMoving = false;

  constructor(canvas, view) {
    Object.assign(this, { canvas, view });
  }

  show(contacts) {
    const now = performance.now();
    this.#down = new Set(contacts.map(({ id }) => id));
    for (const contact of contacts) this.#trails.set(contact.id, [...this.#trails.get(contact.id) ?? [], { ...contact, now }].slice(-400));
    if (this.#isMoving || !contacts.length) return;
    this.#isMoving = true;
    requestAnimationFrame(this.#frame);
  }

  #frame = () => {
    this.draw();
    this.#isMoving = this.#trails.size > 0;
    if (this.#isMoving) requestAnimationFrame(this.#frame);
  };

  /** Draws the panel as it is now, and what is left of the ways. */
  draw() {
    const { canvas } = this, brush = canvas.getContext('2d'), { clientWidth, clientHeight } = canvas, size = this.view(), sharp = devicePixelRatio;
    Object.assign(canvas, { width: clientWidth * sharp, height: clientHeight * sharp });
    const scale = Math.min(clientWidth / size.width, clientHeight / size.height);
    brush.setTransform(sharp, 0, 0, sharp, sharp * (clientWidth - size.width * scale) / 2, sharp * (clientHeight - size.height * scale) / 2);
    brush.strokeStyle = brush.fillStyle = getComputedStyle(canvas).color;
    this.#panel(brush, size.width * scale, size.height * scale);
    for (const [id, points] of this.#trails) this.#way(brush, id, points, scale);
  }

  /** The panel: its edge, and lines each tenth of its longer side. */
  #panel(brush, width, height) {
    const step = Math.max(width, height) / 10;
    brush.globalAlpha = .06;
    brush.beginPath();
    brush.roundRect(0, 0, width, height, 10);
    brush.fill();
    brush.globalAlpha = .12;
    brush.lineWidth = 1;
    for (let x = step; x < width - 1; x += step) brush.rect(x, 0, 0, height);
    for (let y = step; y < height - 1; y += step) brush.rect(0, y, width, 0);
    brush.stroke();
  }

  #way(brush, id, points, scale) {
    const now = performance.now(), isDown = this.#down.has(id), last = points.at(-1);
    while (points.length && now - points[0].now > fading && !(isDown && points.length === 1)) points.shift();
    if (!points.length) return this.#trails.delete(id);
    brush.strokeStyle = brush.fillStyle = colors[id % colors.length];
    brush.lineCap = 'round';
    points.forEach(({ x, y, now: then }, index) => {
      const before = points[index - 1] ?? { x, y }, age = Math.min((now - then) / fading, 1);
      brush.globalAlpha = 1 - age;
      brush.lineWidth = 2 + 8 * (1 - age);
      brush.beginPath();
      brush.moveTo(before.x * scale, before.y * scale);
      brush.lineTo(x * scale, y * scale);
      brush.stroke();
    });
    if (!isDown) return;
    const [x, y] = [last.x * scale, last.y * scale], isLow = y < 60;
    brush.globalAlpha = 1;
    brush.lineWidth = 3;
    brush.beginPath();
    brush.arc(x, y, 20, 0, 7);
    brush.stroke();
    brush.globalAlpha = .25;
    brush.fill();
    brush.globalAlpha = 1;
    brush.fillStyle = getComputedStyle(this.canvas).color;
    brush.font = `600 ${.8 * parseFloat(getComputedStyle(this.canvas).fontSize)}px system-ui, sans-serif`;
    brush.textAlign = x < 90 ? 'left' : x > this.canvas.clientWidth - 160 ? 'right' : 'center';
    brush.fillText([id, speed(points, now)].filter(part => part !== '').join(' · '), x, isLow ? y + 42 : y - 30);
  }
}

/** The speed over the last moments, as text; nothing for a finger that rests. */
function speed(points, now) {
  const last = points.at(-1), first = points.find(({ now: then }) => now - then < measured);
  if (!first || last.now - first.now < 1 || now - last.now > measured) return '';
  const isReal = last.xMm !== undefined, distance = isReal ? Math.hypot(last.xMm - first.xMm, last.yMm - first.yMm) : Math.hypot(last.x - first.x, last.y - first.y);
  const speed = Math.round(distance / (last.now - first.now) * 1000);
  return speed ? `${speed} ${isReal ? 'mm' : 'px'}/s` : '';
}
