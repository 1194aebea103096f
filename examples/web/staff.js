// A way out for staff: hold the upper right corner for two seconds, then enter the PIN of the user "staff".
import './elements.js';

const lock = document.querySelector('#staff');
document.querySelector('#corner').addEventListener('touchd-long_pressed', () => { lock.hidden = false; });
lock.addEventListener('touchd-passed', () => location.assign('plain.html'));
// After a minute without a right PIN, or five wrong ones, the page is the visitors' again.
lock.addEventListener('touchd-outcome', ({ detail }) => { if (detail.outcome !== 'passed') lock.hidden = true; });
