/**
 * Sentences by language and key, of the file that the daemon serves them from too (io.touchd.scene.Prompts), once
 * `loadWords` has read it; `{n}` stands for a number. A front end may add languages or replace sentences.
 */
export const words = { en: {} };

let loading;

/** Reads `prompts.json` beside this module, once; what a front end has put into `words` stays. */
export function loadWords() {
  loading ??= fetch(new URL('prompts.json', import.meta.url)).then(file => file.json()).then(read => {
    for (const [language, sentences] of Object.entries(read)) words[language] = { ...sentences, ...words[language] };
  }).catch(error => console.error('touchd.js needs prompts.json beside it:', error)).then(() => words);
  return loading;
}

/** Whether pages in a language are mirrored: if it is read from the right and has words, so only after `loadWords`. */
export const isMirrored = language => ['ar', 'fa', 'he', 'ur'].includes(language) && language in words;
