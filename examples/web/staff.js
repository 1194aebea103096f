// A way out for staff: hold the upper right corner for two seconds, then enter the PIN of the user "staff".
import './elements.js';

const pin = document.querySelector('#staff');
document.querySelector('#corner').addEventListener('touchd-long_pressed', () => { pin.hidden = false; });
pin.addEventListener('touchd-passed', () => location.assign('plain.html'));
// After a minute without a right PIN, or five wrong ones, the page is the visitors' again.
pin.addEventListener('touchd-outcome', ({ detail }) => { if (detail.outcome !== 'passed') pin.hidden = true; });
