/** Texts of values: `text` such as `{n} °C`, with as many decimals as a range needs, in a language; the browser's if there is no such language. */
export const valueText = (text, range, language = globalThis.document?.documentElement.lang) => {
  const maximumFractionDigits = Math.min(Math.max(Math.ceil(2 - Math.log10(range || 1)), 0), 3);
  const known = tag => { try { return Intl.getCanonicalLocales(tag)[0]; } catch { return undefined; } };
  const format = new Intl.NumberFormat(known(language?.replace(/_/g, '-') || []), { maximumFractionDigits });
  return value => String(text ?? '{n}').split('{n}').join(format.format(value));
};
