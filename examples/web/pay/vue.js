// The same page with Vue, whose state is written back to the elements. In Vue 3, set app.config.compilerOptions.isCustomElement instead.
import '../elements.js';
import { drinks, first, sum } from './order.js';

const { Vue } = globalThis;
Vue.config.ignoredElements = [/^touchd-/];
Vue.config.productionTip = Vue.config.devtools = false;
const settings = { items: drinks.map(id => ({ id })) }, look = { rows: { tea: 'Tea', coffee: 'Coffee', cocoa: 'Cocoa' } };

new Vue({
  data: { ...first, isProof: false },
  methods: {
    reset() { Object.assign(this, first); },
    submit(event) {
      event.preventDefault();
      document.body.dataset.paid = new URLSearchParams(new FormData(this.$refs.form));
    },
  },
  render(h) {
    const widget = (kind, id, attrs, domProps, on) => h(`touchd-${kind}`, { attrs: { id, ...attrs }, domProps, on });
    const tip = ({ detail }) => { this.tip = detail.slider.value; };
    const screen = [
      h('h1', 'Your order'), h('p', { attrs: { id: 'sum', role: 'status' } }, sum(this.order, this.tip, this.isReceipt)),
      h('form', { attrs: { id: 'pay' }, ref: 'form', on: { reset: this.reset, submit: this.submit } }, [
        h('section', { attrs: { id: 'order', hidden: this.isProof } }, [
          widget('reorder-list', 'list', { name: 'drink', label: 'Drinks', 'row-height': 64, 'press-u-sec': 150000 }, { settings, look, order: this.order },
            { 'touchd-dropped': ({ target }) => { this.order = target.order; } }),
          widget('slider', 'tip', { name: 'tip', label: 'Tip', max: 20, bubble: '', 'value-text': '{n} %', 'thumb-width': 52, 'thumb-height': 52, 'track-height': 10 },
            { value: this.tip }, { 'touchd-changed': tip, 'touchd-ended': tip }),
          widget('toggle', 'receipt', { name: 'receipt', label: 'Receipt' }, { checked: this.isReceipt },
            { 'touchd-changed': ({ detail }) => { this.isReceipt = detail.checked; } }),
        ]),
        h('section', { attrs: { id: 'proof', hidden: !this.isProof } }, [
          widget('pattern', 'lock', { user: 'visitor', trail: 'live', label: 'Pattern lock' }, {}, { 'touchd-passed': () => this.$refs.form.requestSubmit() }),
          widget('captcha', 'puzzle', { decline: '' }),
        ]),
      ]),
      widget('button', 'help', { label: 'Help', variant: 'quiet' }, {}, { 'touchd-pressed': () => this.$refs.ask.showModal() }),
      widget('button', 'next', { label: this.isProof ? 'Back' : 'Pay', variant: 'primary' }, {}, { 'touchd-pressed': () => { this.isProof = !this.isProof; } }),
      h('dialog', { attrs: { id: 'ask', 'aria-label': 'Help' }, ref: 'ask' }, [
        h('p', 'Somebody will come.'), widget('button', 'close', { label: 'Close' }, {}, { 'touchd-pressed': () => this.$refs.ask.close() }),
      ]),
    ];
    return h('main', [h('touchd-screen', { attrs: { development: '' } }, screen)]);
  },
}).$mount('#root');
