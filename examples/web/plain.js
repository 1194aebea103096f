// A lock and a button, without a framework.
import './elements.js';

const news = text => { document.querySelector('#news').textContent = text; };
document.querySelector('#lock').addEventListener('touchd-passed', ({ detail }) => news(`Come in, ${detail.user}`));
document.querySelector('#help').addEventListener('touchd-pressed', () => news('Somebody will come'));
