import { pause } from './connection.js';
import { shape } from './svg.js';

const calibrationTexts = {
  aiming: 'Touch the middle of the mark', verifying: 'Once more, to see how well it fits', trial: 'Touch the mark to keep this calibration',
  kept: 'Kept', reverted: 'Not confirmed: the previous calibration is back', refused: 'Calibration failed', cancelled: 'Cancelled', measured: 'Measured. Thank you',
};

/**
 * Shows the targets of calibrations that administrators start (`touchctl calibrate`, `touchctl align`) above everything else in `parent`,
 * an element that covers the view, until `signal` is aborted. `texts` replaces sentences by stage.
 */
export async function showCalibrations(touchd, parent, { signal, texts = {}, failed } = {}) {
  const sentences = { ...calibrationTexts, ...texts };
  const show = async ({ id }) => {
    const cover = document.createElement('div'), words = document.createElement('p');
    const picture = shape(null, 'svg', { width: '100%', height: '100%' });
    cover.className = 'touchd-calibration';
    cover.setAttribute('role', 'status');
    Object.assign(cover.style, { position: 'absolute', inset: 0, zIndex: 2147483647, background: '#000', color: '#fff' });
    Object.assign(words.style, { position: 'absolute', inset: '55% 0 auto', margin: 0, textAlign: 'center', font: '24px system-ui' });
    cover.append(picture, words);
    parent.append(cover);
    try {
      for await (const reply of touchd.stream('io.touchd.calibration.Show', { request: id }, { signal })) {
        if (!reply.stage) continue;
        const { stage, target, targets, place, reason } = reply;
        words.textContent = sentences[stage] + (target ? ` (${target}/${targets})` : '') + (reason ? `: ${reason}` : '');
        picture.replaceChildren();
        if (!place) continue;
        const stroke = stage === 'trial' ? '#37d39b' : '#fff';
        shape(picture, 'circle', { cx: place.x, cy: place.y, r: 28, fill: 'none', stroke, 'stroke-width': 2 });
        shape(picture, 'path', {
          d: `M${place.x - 40} ${place.y}h80M${place.x} ${place.y - 40}v80`, fill: 'none', stroke, 'stroke-width': 1,
        });
      }
      await pause(2000, signal);
    } catch (error) {
      failed?.(error);
    } finally {
      cover.remove();
    }
  };
  await touchd.watch('io.touchd.scene.Requests', { kinds: ['calibration'] }, ({ requests, wanted }) => {
    for (const request of [...requests ?? [], ...wanted ? [wanted] : []]) {
      if (request.kind === 'calibration') show(request);
    }
  }, { signal, failed });
}
