// An order, a tip, a receipt and a proof, without a framework: the elements keep what the customer does.
import '../elements.js';
import { drinks, sum } from './order.js';

const $ = id => document.getElementById(id), [form, list, tip, receipt] = ['pay', 'list', 'tip', 'receipt'].map($);
Object.assign(list, { settings: { items: drinks.map(id => ({ id })) }, look: { rows: { tea: 'Tea', coffee: 'Coffee', cocoa: 'Cocoa' } } });

const show = () => { $('sum').textContent = sum(list.order, tip.value, receipt.checked); };
for (const name of ['changed', 'ended', 'dropped']) form.addEventListener(`touchd-${name}`, show);
form.addEventListener('reset', () => queueMicrotask(show));      // it resets the elements afterward
form.addEventListener('submit', event => {
  event.preventDefault();
  document.body.dataset.paid = new URLSearchParams(new FormData(form));
});

$('next').addEventListener('touchd-pressed', () => {
  const isOrder = $('order').hidden;
  [$('order').hidden, $('proof').hidden] = [!isOrder, isOrder];
  $('next').setAttribute('label', isOrder ? 'Pay' : 'Back');
});
$('lock').addEventListener('touchd-passed', () => form.requestSubmit());
$('help').addEventListener('touchd-pressed', () => $('ask').showModal());
$('close').addEventListener('touchd-pressed', () => $('ask').close());
show();
