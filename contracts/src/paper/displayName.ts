import * as z from 'zod/mini';

const MIN_LENGTH = 3;
const MAX_LENGTH = 24;

const LENGTH = `A display name must have ${MIN_LENGTH} to ${MAX_LENGTH} characters`;
const LETTERS =
  'Use only letters and digits, with single spaces, dots, hyphens or underscores between them';
const ONE_SCRIPT = 'A display name must use a single script';
const TAKEN_BY_US = 'A display name can’t look like a staff name';

const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** Letters of other scripts, and figures, that look like one of Latin: after Unicode's confusables.txt. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  е: 'e',
  һ: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  ѕ: 's',
  т: 't',
  у: 'y',
  х: 'x',
  α: 'a',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ı: 'i',
  '0': 'o',
  '1': 'l',
};

/** What names have in common that readers would take for one another: two members can't have the same key. */
export function displayNameKey(name: string): string {
  const letters =
    name
      .normalize('NFKD')
      .toLowerCase()
      .match(/[\p{L}\p{N}]/gu) ?? [];
  return letters.map((letter) => LOOKALIKES[letter] ?? letter).join('');
}

const OURS = /^(?:admin|administrator|staff|support|moderator|official|quantalgo|system)/;

/** The name under which a member is shown to others: chosen by them, of nobody else. */
export const displayNameSchema = /* @__PURE__ */ z.string(LENGTH).check(
  z.trim(),
  z.minLength(MIN_LENGTH, LENGTH),
  z.maxLength(MAX_LENGTH, LENGTH),
  z.regex(/^[\p{L}\p{M}\p{N}]+(?:[ ._-][\p{L}\p{M}\p{N}]+)*$/u, LETTERS),
  z.refine((name) => SCRIPTS.filter((script) => script.test(name)).length < 2, ONE_SCRIPT),
  z.refine((name) => !OURS.test(displayNameKey(name)), TAKEN_BY_US),
);
