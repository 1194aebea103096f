// Shows the rounds of `touchctl study` to a person who has agreed. The call that lasts as long as they agree gets the rounds;
// the daemon ends it with the study, and this page when nobody touches for a while.
import { Touchd, loadWords } from './touchd.js';

const language = new URLSearchParams(location.search).get('language') ?? navigator.language;
Object.assign(document.documentElement, { lang: language, dir: language.startsWith('ar') ? 'rtl' : 'ltr' });
await loadWords();
const touchd = new Touchd(), patience = 30000;
let visit = null, touched = 0, task = '', timer;
const button = (id, key, x, y, width, height) => (
  { id, kind: 'button', unit: 'fractions', x, y, width, height, draw: { label: presentation.words(key) } });
const say = (...sentences) => {
  document.querySelector('#text').replaceChildren(...sentences.map((textContent, index) => (
    Object.assign(document.createElement(index ? 'p' : 'h1'), { textContent }))));
};
const consent = () => [button('agree', 'study_agree', .06, .5, .4, .35), button('leave', 'study_leave', .54, .5, .4, .35)];
const stop = () => [button('leave', 'study_leave', .84, .03, .13, .1)];
const ask = () => say(...['study_about', 'study_kept', 'study_stop'].map(key => presentation.words(key)));

const presentation = touchd.present({
  view: document.querySelector('#view'),
  // Also after a restart of the daemon, which has ended a round.
  widgets: () => visit ? stop() : consent(),
  // As the element does: whoever cannot drag may tap.
  made: (id, { layout }) => { if (id === 'round' && layout.picture) say(task, presentation.words(layout.bar ? 'taps_bar' : 'taps_piece')); },
  event: ({ widget, name }) => {
    touched = performance.now();
    if (name !== 'pressed') return;
    if (widget === 'agree' && !visit) begin();
    else if (widget === 'leave') end();
  },
});
ask();

async function begin() {
  const own = visit = new AbortController();
  say('…');
  idle();
  try {
    await presentation.update(stop(), ['agree']);
    for await (const { requests, wanted, over } of touchd.stream('io.touchd.scene.Requests', { kinds: ['study'] }, { signal: own.signal })) {
      for (const request of [...requests ?? [], ...wanted ? [wanted] : []]) show(request, own).catch(() => end(own));
      if (over) hide(own).catch(() => end(own));
    }
  } catch (error) { console.warn(error); }
  end(own);
}

async function show({ id, prompt }, own) {
  clearTimeout(timer);
  const made = await touchd.call('io.touchd.captcha.Refresh', { challengeId: id });
  const [kind, drawn] = made.steps ? ['gesture', { steps: made.steps }] : ['captcha', { images: made }];
  if (own !== visit) return;
  task = `${prompt ?? ''} ${kind === 'gesture' ? '' : presentation.words('slide')}`;
  say(task);
  await presentation.update([{
    id: 'round', kind, unit: 'fractions', x: .2, y: .16, width: .6, height: .66, request: id, [kind]: kind === 'captcha' ? { input: 'both' } : undefined,
    draw: { ...drawn, decline: { x: .35, y: .86, width: .3, height: .1 } },
  }]);
}

/** Whoever does not touch has left: the next person is asked. */
async function hide(own) {
  if (performance.now() - touched > patience) return end(own);
  idle();
  await presentation.update([], ['round']);
}

function idle() {
  clearTimeout(timer);
  timer = setTimeout(end, patience, visit);
}

/** Thanks, and is there for the next person. A round that is on screen ends as cancelled. */
async function end(own = visit) {
  if (own !== visit) return;
  clearTimeout(timer);
  own?.abort();
  visit = null;
  say(presentation.words('study_thanks'));
  // An id that is not on screen is an error.
  for (const id of ['round', 'agree', 'leave']) await presentation.update([], [id]).catch(() => {});
  setTimeout(async () => {
    if (visit) return;
    ask();
    await presentation.update(consent());
  }, 3000);
}
