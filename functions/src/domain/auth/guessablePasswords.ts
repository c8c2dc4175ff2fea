/** In lower case. Attackers try these words with digits first. */
export const CONTEXT_WORDS: readonly string[] = [
  'quantalgo',
  'essential',
  'starter',
  'platinum',
  'signal',
  'signals',
  'martingale',
  'member',
  'support',
  'staff',
  'admin',
];

const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
};

const keepLetters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '');

/**
 * True if a password is a context word, or a part of the site's name, plus only digits and
 * punctuation.
 */
export function isGuessable(password: string, siteName: string): boolean {
  const names = [siteName, ...siteName.split(/\s+/)].map(keepLetters);
  const words = new Set([...CONTEXT_WORDS, ...names].filter((word) => word !== ''));
  const normalized = password.replaceAll(
    /[01345@$]/g,
    (character) => LOOKALIKES[character] ?? character,
  );
  return [password, normalized].some((text) => words.has(keepLetters(text)));
}
