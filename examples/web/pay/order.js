// What the three pages have in common.
export const drinks = ['tea', 'coffee', 'cocoa'];
export const first = { order: drinks, tip: 5, isReceipt: true };
/** What the customer is charged for, as text. */
export const sum = (order, tip, isReceipt) => `${order.join(', ')} · tip ${Math.round(tip * 100) / 100} %${isReceipt ? ' · receipt' : ''}`;
