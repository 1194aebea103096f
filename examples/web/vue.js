// The same page with Vue. In Vue 3, set app.config.compilerOptions.isCustomElement instead.
import './elements.js';

const { Vue } = globalThis;
Vue.config.ignoredElements = [/^touchd-/];
Vue.config.productionTip = Vue.config.devtools = false;

const kiosk = new Vue({
  data: { isThere: true, news: '' },
  render(h) {
    const on = { 'touchd-passed': ({ detail }) => { this.news = `Come in, ${detail.user}`; } };
    const pressed = { 'touchd-pressed': () => { this.news = 'Somebody will come'; } };
    const screen = () => h('touchd-screen', { attrs: { development: '' } }, [
      h('h1', 'Door'),
      h('touchd-pattern', { attrs: { id: 'lock', user: 'visitor', trail: 'live', label: 'Pattern lock' }, on }),
      h('touchd-button', { attrs: { id: 'help', label: 'Help' }, on: pressed }),
      h('p', { attrs: { id: 'news', role: 'status' } }, this.news),
    ]);
    return h('main', this.isThere ? [screen()] : []);
  },
}).$mount('#root');
globalThis.mount = async isThere => { kiosk.isThere = isThere; await kiosk.$nextTick(); };
