/** What the site is about, in small letters. A password of one of these words and digits is guessed first. */
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

/** Whether nothing but digits and punctuation is added to a context word, or to the site's name or a part of it. */
export function isGuessable(password: string, siteName: string): boolean {
  const names = [siteName, ...siteName.split(/\s+/)].map(keepLetters);
  const words = new Set([...CONTEXT_WORDS, ...names].filter((word) => word !== ''));
  const replaced = password.replaceAll(/[01345@$]/g, (sign) => LOOKALIKES[sign] ?? sign);
  return [password, replaced].some((text) => words.has(keepLetters(text)));
}
