// HTML controls and widgets on one screen: each touch acts once, because they never overlap.
import './elements.js';

const $ = id => document.getElementById(id), news = text => { $('news').value = text; };
$('terms').textContent = Array.from({ length: 80 }, (_, line) => `${line + 1}. Keep the door closed.`).join(' ');
const ask = isAsked => {
  $('open').hidden = $('volume').hidden = isAsked;
  $('lock').hidden = $('back').hidden = !isAsked;
};
$('open').addEventListener('touchd-pressed', () => ask(true));
$('back').addEventListener('touchd-pressed', () => ask(false));
$('lock').addEventListener('touchd-passed', () => { ask(false); news('The door is open'); });
$('volume').addEventListener('touchd-changed', ({ detail }) => news(`Volume ${Math.round(detail.slider.value)}`));
$('help').addEventListener('click', () => news('Somebody will come'));
$('about').addEventListener('click', () => news('touchd and a page'));
// A long press beside a widget must not open the browser's menu.
addEventListener('contextmenu', event => event.preventDefault());
