// Shows the rounds of `touchctl study` to a person who has agreed: only from then on does the page serve the screen.
import { Touchd, loadWords } from './touchd.js';

await loadWords();
const touchd = new Touchd(), rests = 5000;
let visit = null, timer;
const button = (id, key, x, y, width, height) => (
  { id, kind: 'button', unit: 'fractions', x, y, width, height, draw: { label: presentation.words(key) } });
const say = (...sentences) => {
  document.querySelector('#text').replaceChildren(...sentences.map((textContent, index) => (
    Object.assign(document.createElement(index ? 'p' : 'h1'), { textContent }))));
};
const consent = () => [button('agree', 'study_agree', .06, .5, .4, .35), button('leave', 'study_leave', .54, .5, .4, .35)];
const ask = () => say(...['study_about', 'study_kept', 'study_stop'].map(key => presentation.words(key)));

const presentation = touchd.present({
  view: document.querySelector('#view'),
  widgets: [{ id: 'agree', kind: 'button', unit: 'fractions', x: .06, y: .5, width: .4, height: .35 }],
  event: ({ widget, name }) => {
    if (name !== 'pressed') return;
    if (widget === 'agree') begin();
    else if (widget === 'leave') end('study_thanks');
  },
});
ask();
await presentation.update(consent());

async function begin() {
  visit = new AbortController();
  say('…');
  await presentation.update([button('leave', 'study_leave', .84, .03, .13, .1)], ['agree']);
  touchd.watch('io.touchd.scene.Requests', { kinds: ['captcha', 'gesture'] }, ({ requests, wanted, over }) => {
    for (const request of [...requests ?? [], ...wanted ? [wanted] : []]) show(request);
    if (over) hide();
  }, { signal: visit.signal });
}

async function show({ id, kind, prompt }) {
  clearTimeout(timer);
  const made = await touchd.call('io.touchd.captcha.Refresh', { challengeId: id });
  const drawn = kind === 'gesture' ? { steps: made.steps } : { images: made };
  say(`${prompt ?? ''} ${kind === 'gesture' ? '' : presentation.words('slide')}`);
  await presentation.update([{
    id: 'round', kind, unit: 'fractions', x: .2, y: .16, width: .6, height: .66, request: id, [kind]: kind === 'captcha' ? { input: 'both' } : undefined,
    draw: { ...drawn, decline: { x: .35, y: .86, width: .3, height: .1 } },
  }]);
}

/** When no other round follows, the visit is over. */
async function hide() {
  timer = setTimeout(() => end('study_thanks'), rests);
  await presentation.update([], ['round']);
}

/** Thanks, and is there for the next person. A round that is on screen ends as cancelled. */
async function end(sentence) {
  clearTimeout(timer);
  visit?.abort();
  visit = null;
  say(presentation.words(sentence));
  // An id that is not on screen is an error.
  for (const id of ['round', 'agree', 'leave']) await presentation.update([], [id]).catch(() => {});
  setTimeout(async () => {
    ask();
    await presentation.update(consent());
  }, 3000);
}
