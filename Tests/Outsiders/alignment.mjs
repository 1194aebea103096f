// Whether a page is aligned with the panel, as the kit reports it, for given windows and views.   alignment.mjs MODULE
import assert from 'node:assert/strict';
import test from 'node:test';

const { misalignments, placement, watchPlace } = await import(process.argv[2]);
const view = { width: 1280, height: 800 };
const kiosk = { devicePixelRatio: 1, screenX: 0, screenY: 0, visualViewport: { scale: 1 } };
const whole = { x: 0, y: 0, width: 1280, height: 800 };
const found = (window, frame = whole) => misalignments(view, frame, { ...kiosk, ...window });
const half = { x: 0, y: 0, width: 640, height: 400 };

for (const [name, window, frame, ...told] of [
  ['a window that fills the screen is aligned with the panel', {}],
  ['a rounding difference is ignored', { screenY: 1 }, { ...whole, width: 1279.2 }],
  ['a window 622 pixels off is reported with its offset', { screenX: 622 }, whole, /begins 622, 0 pixels from the corner of the screen/],
  ['an offset of the view inside the window counts', {}, { ...whole, y: 30 }, /begins 0, 30 pixels/],
  ['a window on a screen to the left has a negative offset', { screenX: -1280 }, whole, /begins -1280, 0 pixels/],
  ['with a devicePixelRatio of 2 a view of half the size fits', { devicePixelRatio: 2 }, half],
  ['a view configured in CSS pixels does not match the screen in device pixels', { devicePixelRatio: 1.5 }, whole,
    /1280 × 800 pixels, the page shows it on 1920 × 1200 \(devicePixelRatio 1.5\)/],
  ['with a devicePixelRatio of 2 an offset is reported in device pixels', { devicePixelRatio: 2, screenX: 10 }, half, /begins 20, 0 pixels/],
  ['a page of another size is reported with both sizes', {}, { ...whole, width: 1000, height: 625 }, /1000 × 625/],
  ['pinch zoom is reported', { visualViewport: { scale: 1.25 } }, whole, /zoomed to 125 %/],
  ['the browser\'s zoom changes the devicePixelRatio', { devicePixelRatio: 1.25 }, { x: 0, y: 0, width: 1024, height: 640 }],
  ['all faults are reported', { screenX: 5, visualViewport: { scale: 2 } }, { ...whole, width: 900 }, /./, /./, /./],
  ['without a visual viewport there is no zoom', { visualViewport: undefined }],
]) test(name, () => {
  const texts = found(window, frame);
  assert.equal(texts.length, told.length, texts.join());
  told.forEach((words, index) => assert.match(texts[index], words));
});
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
    const look = watchPlace(() => view, found => told.push(found), closing.signal, () => whole);
    assert.equal(told.length, isClosedBefore ? 0 : 1);
    closing.abort();
    look(true);
    assert.equal(told.length, isClosedBefore ? 0 : 1);
    assert.equal(timers(), before);
  }
});
