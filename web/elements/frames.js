// Where elements are that are in a frame. Loaded there.

/** A place in a window, and in those around it whose pages are of the same origin. */
export function* places(place) {
  let { view, left, top, width, height, part } = place, isTurned = false;
  for (;;) {
    yield { view, left, top, width, height, root: part.getRootNode(), part, isTurned };
    if (!(part = view.frameElement)) return;
    const box = part.getBoundingClientRect(), style = getComputedStyle(part), scale = box.width / part.offsetWidth;
    isTurned = isTurned || Math.abs(box.height / part.offsetHeight / scale - 1) > .01;
    left = box.left + scale * (part.clientLeft + parseFloat(style.paddingLeft) + left);
    top = box.top + scale * (part.clientTop + parseFloat(style.paddingTop) + top);
    width *= scale;
    height *= scale;
    view = view.parent;
  }
}
