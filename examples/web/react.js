// The same page with React 18. JSX attributes receive custom elements' events only from React 19 on, so a hook listens.
import './elements.js';

const { React, ReactDOM } = globalThis, { createElement: h, useEffect, useRef, useState } = React;

function useTouchd(name, act) {
  const element = useRef(null);
  useEffect(() => {
    const node = element.current, listen = ({ detail }) => act(detail);
    node.addEventListener(`touchd-${name}`, listen);
    return () => node.removeEventListener(`touchd-${name}`, listen);
  }, [name]);
  return element;
}

function Kiosk() {
  const [news, setNews] = useState('');
  const lock = useTouchd('passed', ({ user }) => setNews(`Come in, ${user}`));
  const help = useTouchd('pressed', () => setNews('Somebody will come'));
  return h('touchd-screen', { development: '' },
    h('h1', null, 'Door'),
    h('touchd-pattern', { id: 'lock', user: 'visitor', trail: 'live', label: 'Pattern lock', ref: lock }),
    h('touchd-button', { id: 'help', label: 'Help', ref: help }),
    h('p', { id: 'news', role: 'status' }, news));
}

const root = ReactDOM.createRoot(document.querySelector('#root'));
globalThis.mount = isThere => ReactDOM.flushSync(() => root.render(isThere ? h(Kiosk) : null));
mount(true);
