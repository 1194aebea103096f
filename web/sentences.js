// Reads prompts.json, the sentences of all languages.

async function file() {
  // In a classic script there is no address, so this throws too.
  const answer = await fetch(new URL('prompts.json', import.meta.url));
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${answer.statusText}`);
  return answer.json();
}

/** The sentences of `prompts.json`; without that file English alone, which is reported in the console. */
export async function read() {
  try {
    return await file();
  } catch (error) {
    console.error('touchd: no prompts.json beside the kit, so its sentences are English:', error);
    return { en: (await import('./english.js')).english };
  }
}
