/** Texts of values: `text` such as `{n} °C`, with as many decimals as a range needs. */
export const valueText = (text, range) => {
  const digits = Math.min(Math.max(Math.ceil(2 - Math.log10(range || 1)), 0), 3);
  const format = new Intl.NumberFormat(globalThis.document?.documentElement.lang || undefined, { maximumFractionDigits: digits });
  return value => String(text ?? '{n}').split('{n}').join(format.format(value));
};
