// Elements with a daemon simulated in the page: any web server can serve this.
import '../elements.js';
import { PretendedDaemon } from '../pretend.js';
import { sounds } from '../sounds.js';

const $ = id => document.getElementById(id), news = text => { $('news').value = text; }, prices = { tea: 2.4, coffee: 2.8, cocoa: 3 };
$('list').settings = { items: Object.keys(prices).map(id => ({ id })) };
$('list').look = { rows: Object.fromEntries(Object.entries(prices).map(([id, price]) => [id, { label: id[0].toUpperCase() + id.slice(1), detail: `${price.toFixed(2)} €` }])) };
$('screen').touchd = new PretendedDaemon({ users: { visitor: { pattern: [0, 3, 7, 4, 8] } } });
const on = (id, name, act) => $(id).addEventListener(`touchd-${name}`, act);
on('lock', 'passed', () => news('Come in'));
on('captcha', 'outcome', ({ detail }) => news(detail.outcome === 'passed' ? 'Solved' : detail.outcome === 'declined' ? 'Somebody will come' : 'Missed'));
on('list', 'dropped', ({ detail }) => news(`First ${detail.reorderList.order[0]}`));
on('pay', 'pressed', () => news(`${(prices[$('list').order[0]] * $('cups').value * (1 + $('tip').value / 100)).toFixed(2)} €${$('receipt').checked ? ', with a receipt' : ''}`));
on('back', 'pressed', () => {
  Object.assign($('cups'), { value: 2 });
  Object.assign($('tip'), { value: 5 });
  $('receipt').checked = true;
  $('list').order = Object.keys(prices);
  news('');
});
// A browser plays nothing before the first click.
addEventListener('touchd-began', () => sounds($('screen')), { once: true, capture: true });
document.documentElement.dataset.ready = '';
