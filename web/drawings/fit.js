// Texts that are too long for their place. Loaded for the first of them.

/** Makes a text fit into a width: in two lines if it is much too long and there is room, smaller, down to 12 pixels; what still does not fit is left out. */
export function fit(label, width, height) {
  const size = parseFloat(getComputedStyle(label).fontSize), words = label.textContent.split(' '), halves = words.map((_, index) => words.slice(0, index).join(' '));
  let lines = [label];
  if (words.length > 1 && height > size * 2.6 && label.getComputedTextLength() * .8 > width) {
    const far = halves.map(({ length }) => Math.abs(length - label.textContent.length / 2)), cut = far.indexOf(Math.min(...far));
    lines = [halves[cut], words.slice(cut).join(' ')].map((text, row) => {
      const line = document.createElementNS(label.namespaceURI, 'tspan');
      line.textContent = text;
      line.setAttribute('x', label.getAttribute('x'));
      line.setAttribute('dy', `${row ? 1.2 : -.6}em`);
      return line;
    });
    label.replaceChildren(lines[0], ' ', lines[1]);
  }
  const longest = () => Math.max(...lines.map(line => line.getComputedTextLength()));
  label.style.fontSize = `${Math.min(size, Math.max(size * width / longest(), 12))}px`;
  for (const line of lines) {
    for (let text = [...line.textContent]; text.length > 1 && line.getComputedTextLength() > width + 1;) line.textContent = `${(text = text.slice(0, -1)).join('').trim()}…`;
  }
}
