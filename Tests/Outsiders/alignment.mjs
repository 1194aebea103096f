// Whether a page is aligned with the panel, as the kit reports it, for given windows and views.   alignment.mjs MODULE
import assert from 'node:assert/strict';
import test from 'node:test';

const { misalignments, placement, watchPlace } = await import(process.argv[2]);
const view = { width: 1280, height: 800 };
const kiosk = { devicePixelRatio: 1, screenX: 0, screenY: 0, visualViewport: { scale: 1 } };
const whole = { x: 0, y: 0, width: 1280, height: 800 };
const found = (window, frame = whole, of = view) => misalignments(of, frame, { ...kiosk, ...window });

test('a window that fills the screen is aligned with the panel', () => assert.deepEqual(found({}), []));
test('a rounding difference is ignored', () => assert.deepEqual(found({ screenY: 1 }, { ...whole, width: 1279.2 }), []));
test('a window 622 pixels off is reported with its offset', () => {
  assert.equal(found({ screenX: 622 }).length, 1);
  assert.match(found({ screenX: 622 })[0], /begins 622, 0 pixels from the corner of the screen/);
});
test('an offset of the view inside the window counts', () => assert.match(found({}, { ...whole, y: 30 })[0], /begins 0, 30 pixels/));
test('a window on a screen to the left has a negative offset', () => assert.match(found({ screenX: -1280 })[0], /begins -1280, 0 pixels/));
test('with a devicePixelRatio of 2 a view of half the size fits', () =>
  assert.deepEqual(found({ devicePixelRatio: 2 }, { x: 0, y: 0, width: 640, height: 400 }), []));
test('a view configured in CSS pixels does not match the screen in device pixels', () => {
  const [text, ...more] = found({ devicePixelRatio: 1.5 });
  assert.deepEqual(more, []);
  assert.match(text, /1280 × 800 pixels, the page shows it on 1920 × 1200 \(devicePixelRatio 1.5\)/);
});
test('with a devicePixelRatio of 2 an offset is reported in device pixels', () =>
  assert.match(found({ devicePixelRatio: 2, screenX: 10 }, { x: 0, y: 0, width: 640, height: 400 })[0], /begins 20, 0 pixels/));
test('a page of another size is reported with both sizes', () => assert.match(found({}, { ...whole, width: 1000, height: 625 })[0], /1000 × 625/));
test('pinch zoom is reported; the browser\'s zoom changes the devicePixelRatio', () => {
  assert.match(found({ visualViewport: { scale: 1.25 } })[0], /zoomed to 125 %/);
  assert.equal(found({ devicePixelRatio: 1.25 }, { x: 0, y: 0, width: 1024, height: 640 }).length, 0);
});
test('all faults are reported', () => assert.equal(found({ screenX: 5, visualViewport: { scale: 2 } }, { ...whole, width: 900 }).length, 3));
test('without a visual viewport there is no zoom', () => assert.deepEqual(found({ visualViewport: undefined }), []));
test('moving, resizing or zooming a window changes its placement', () => {
  const window = { ...kiosk, innerWidth: 1280, innerHeight: 800 }, before = placement(window);
  assert.equal(placement({ ...window }), before);
  for (const change of [{ screenX: 1 }, { screenY: 1 }, { innerWidth: 1 }, { innerHeight: 1 }, { devicePixelRatio: 2 }, { visualViewport: { scale: 2 } }])
    assert.notEqual(placement({ ...window, ...change }), before);
});
test('a closed presentation leaves no timer and reports nothing, even if it was closed before its place is watched', () => {
  globalThis.addEventListener ??= () => {};
  const timers = () => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length, before = timers();
  for (const isClosedBefore of [true, false]) {
    const closing = new AbortController(), told = [];
    if (isClosedBefore) closing.abort();
    const look = watchPlace(() => view, () => whole, found => told.push(found), closing.signal);
    assert.equal(told.length, isClosedBefore ? 0 : 1);
    closing.abort();
    look(true);
    assert.equal(told.length, isClosedBefore ? 0 : 1);
    assert.equal(timers(), before);
  }
});
