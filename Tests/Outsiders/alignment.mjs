// Whether the page lies over the panel, as the kit tells it: windows and views by their figures.   alignment.mjs MODULE
import assert from 'node:assert/strict';
import test from 'node:test';

const { misalignments, placement } = await import(process.argv[2]);
const view = { width: 1280, height: 800 };
const kiosk = { devicePixelRatio: 1, screenX: 0, screenY: 0, visualViewport: { scale: 1 } };
const whole = { x: 0, y: 0, width: 1280, height: 800 };
const found = (window, frame = whole, of = view) => misalignments(of, frame, { ...kiosk, ...window });

test('a window that fills the screen lies over the panel', () => assert.deepEqual(found({}), []));
test('a difference that rounding makes is none', () => assert.deepEqual(found({ screenY: 1 }, { ...whole, width: 1279.2 }), []));
test('a window 622 pixels off is told, with the figure', () => {
  assert.equal(found({ screenX: 622 }).length, 1);
  assert.match(found({ screenX: 622 })[0], /begins 622, 0 pixels from the corner of the screen/);
});
test('a view that begins inside the window is as far off', () => assert.match(found({}, { ...whole, y: 30 })[0], /begins 0, 30 pixels/));
test('another screen to the left counts, too', () => assert.match(found({ screenX: -1280 })[0], /begins -1280, 0 pixels/));
test('a view of half the size on a screen of twice the pixels fits', () =>
  assert.deepEqual(found({ devicePixelRatio: 2 }, { x: 0, y: 0, width: 640, height: 400 }), []));
test('a view of the screen in points does not fit it in pixels', () => {
  const [text, ...more] = found({ devicePixelRatio: 1.5 });
  assert.deepEqual(more, []);
  assert.match(text, /1280 × 800 pixels, the page shows it on 1920 × 1200 \(devicePixelRatio 1.5\)/);
});
test('off the corner, on a screen of twice the pixels, counts in pixels of the screen', () =>
  assert.match(found({ devicePixelRatio: 2, screenX: 10 }, { x: 0, y: 0, width: 640, height: 400 })[0], /begins 20, 0 pixels/));
test('a page of another size is told with both sizes', () => assert.match(found({}, { ...whole, width: 1000, height: 625 })[0], /1000 × 625/));
test('pinched larger is told, and larger by the browser\'s zoom is another devicePixelRatio', () => {
  assert.match(found({ visualViewport: { scale: 1.25 } })[0], /zoomed to 125 %/);
  assert.equal(found({ devicePixelRatio: 1.25 }, { x: 0, y: 0, width: 1024, height: 640 }).length, 0);
});
test('all that is wrong is told', () => assert.equal(found({ screenX: 5, visualViewport: { scale: 2 } }, { ...whole, width: 900 }).length, 3));
test('where there is no visual viewport there is no zoom', () => assert.deepEqual(found({ visualViewport: undefined }), []));
test('a window that moves, grows or is zoomed is placed otherwise', () => {
  const window = { ...kiosk, innerWidth: 1280, innerHeight: 800 }, before = placement(window);
  assert.equal(placement({ ...window }), before);
  for (const change of [{ screenX: 1 }, { screenY: 1 }, { innerWidth: 1 }, { innerHeight: 1 }, { devicePixelRatio: 2 }, { visualViewport: { scale: 2 } }])
    assert.notEqual(placement({ ...window, ...change }), before);
});
