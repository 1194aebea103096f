// What is served before there is a page: does the way to the daemon work from this browser?
import { Touchd } from './touchd.js';

const touchd = new Touchd(), line = document.querySelector('#state');
const show = () => { line.textContent = `touchd: ${touchd.state}${touchd.refusal ? `: ${touchd.refusal.why}` : ''}`; };
touchd.addEventListener('state', show);
show();
touchd.watch('io.touchd.device.Watch', {}, () => {});
