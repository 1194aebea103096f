// The same page with React 18, whose state is written back to the elements: controlled components.
import '../elements.js';
import { drinks, first, sum } from './order.js';

const { React, ReactDOM } = globalThis, { createElement: h, useEffect, useRef, useState } = React;
const settings = { items: drinks.map(id => ({ id })) }, look = { rows: { tea: 'Tea', coffee: 'Coffee', cocoa: 'Cocoa' } };

/** A reference to an element with properties, which React 18 does not set, and listeners for its events. */
function useTouchd(properties, listeners) {
  const element = useRef(null);
  useEffect(() => { Object.assign(element.current, properties); });
  useEffect(() => {
    const leaving = new AbortController();
    for (const [name, act] of Object.entries(listeners)) element.current.addEventListener(name, act, { signal: leaving.signal });
    return () => leaving.abort();
  }, []);
  return element;
}

function Pay() {
  const [order, setOrder] = useState(first.order), [tip, setTip] = useState(first.tip), [isReceipt, setReceipt] = useState(first.isReceipt);
  const [isProof, setProof] = useState(false), form = useRef(null), ask = useRef(null);
  const list = useTouchd({ settings, look, order }, { 'touchd-dropped': ({ target }) => setOrder(target.order) });
  const slider = useTouchd({ value: tip }, { 'touchd-changed': ({ detail }) => setTip(detail.slider.value), 'touchd-ended': ({ detail }) => setTip(detail.slider.value) });
  const receipt = useTouchd({ checked: isReceipt }, { 'touchd-changed': ({ detail }) => setReceipt(detail.checked) });
  const lock = useTouchd({}, { 'touchd-passed': () => form.current.requestSubmit() });
  const next = useTouchd({}, { 'touchd-pressed': () => setProof(is => !is) });
  const help = useTouchd({}, { 'touchd-pressed': () => ask.current.showModal() });
  const close = useTouchd({}, { 'touchd-pressed': () => ask.current.close() });
  const reset = () => { setOrder(first.order); setTip(first.tip); setReceipt(first.isReceipt); };
  const submit = event => {
    event.preventDefault();
    document.body.dataset.paid = new URLSearchParams(new FormData(form.current));
  };
  return h('touchd-screen', { development: '' },
    h('h1', null, 'Your order'), h('p', { id: 'sum', role: 'status' }, sum(order, tip, isReceipt)),
    h('form', { id: 'pay', ref: form, onReset: reset, onSubmit: submit },
      h('section', { id: 'order', hidden: isProof },
        h('touchd-reorder-list', { id: 'list', name: 'drink', label: 'Drinks', 'row-height': 64, 'press-u-sec': 150000, ref: list }),
        h('touchd-slider', { id: 'tip', name: 'tip', label: 'Tip', max: 20, bubble: '', 'value-text': '{n} %', 'thumb-width': 52, 'thumb-height': 52, 'track-height': 10, ref: slider }),
        h('touchd-toggle', { id: 'receipt', name: 'receipt', label: 'Receipt', ref: receipt })),
      h('section', { id: 'proof', hidden: !isProof },
        h('touchd-pattern', { id: 'lock', user: 'visitor', trail: 'live', label: 'Pattern lock', ref: lock }),
        h('touchd-captcha', { id: 'puzzle', decline: '' }))),
    h('touchd-button', { id: 'help', label: 'Help', variant: 'quiet', ref: help }),
    h('touchd-button', { id: 'next', label: isProof ? 'Back' : 'Pay', variant: 'primary', ref: next }),
    h('dialog', { id: 'ask', 'aria-label': 'Help', ref: ask }, h('p', null, 'Somebody will come.'), h('touchd-button', { id: 'close', label: 'Close', ref: close })));
}

ReactDOM.createRoot(document.querySelector('#root')).render(h(Pay));
