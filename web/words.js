/**
 * Sentences by language and key, once `loadWords` has read them from the file that the daemon also serves
 * (io.touchd.scene.Prompts); `{n}` stands for a number. A front end may add languages or replace sentences.
 */
export const words = { en: {} };

let loading;

/** Reads `prompts.json` beside this module, once, or takes the kit's own English; sentences that a front end has put into `words` stay. */
export function loadWords() {
  loading ??= import('./sentences.js').then(({ read }) => read()).then(read => {
    for (const [language, sentences] of Object.entries(read)) words[language] = { ...sentences, ...words[language] };
    return words;
  });
  return loading;
}

/** Whether pages in a language are mirrored: if it is right-to-left and has sentences, so only after `loadWords`. */
export const isMirrored = language => ['ar', 'fa', 'he', 'ur'].includes(language) && language in words;
