// Served until a page is installed: shows whether the connection from this browser to the daemon works.
import { Touchd } from './touchd.js';

const touchd = new Touchd(), line = document.querySelector('#state');
const show = () => { line.textContent = `touchd: ${touchd.state}${touchd.refusal ? `: ${touchd.refusal.why}` : ''}`; };
touchd.addEventListener('state', show);
show();
touchd.watch('io.touchd.device.Watch', {}, () => {});
