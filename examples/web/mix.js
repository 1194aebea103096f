// Controls of the page and widgets on one screen: each touch acts once, because they never overlap.
import './elements.js';

const $ = id => document.getElementById(id), news = text => { $('news').value = text; };
$('terms').textContent = Array.from({ length: 80 }, (_, line) => `${line + 1}. Keep the door closed.`).join(' ');
$('open').addEventListener('touchd-pressed', () => news('The door is open'));
$('volume').addEventListener('touchd-changed', ({ detail }) => news(`Volume ${Math.round(detail.slider.value)}`));
$('help').addEventListener('click', () => news('Somebody will come'));
$('about').addEventListener('click', () => news('touchd and a page'));
// A long press beside a widget does not open the browser's menu here.
addEventListener('contextmenu', event => event.preventDefault());
