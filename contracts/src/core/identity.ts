import { toAsciiDigits } from './digits';
import { removeInvisible } from './visibleText';

const DASHES = /[\p{Pd}\u02D7\u2043\u2212]/gu;

export const straightenApostrophes = (text: string): string =>
  text.replace(/[\u00B4\u02B9\u02BB\u02BC\u1FFD\u2018\u2019\u201B\u2032]/g, "'");

/**
 * Cleaners leave longer text as it is, for the fields' length rules to refuse: Unicode normalization
 * can take quadratic time. Messages with a code in them are shorter.
 */
export const MAX_CLEANED_LENGTH = 2000;

type Cleaner = (text: string) => string;

const skipLongText =
  (clean: Cleaner): Cleaner =>
  (text) =>
    text.length > MAX_CLEANED_LENGTH ? text : clean(text);

const normalizeInput = (text: string): string =>
  removeInvisible(text)
    .normalize('NFKC')
    .replace(DASHES, '-')
    .replace(/[\p{Z}\s]+/gu, ' ')
    .trim();

// These match any text, and capture it without padding. A trailing `[…]+$` would take quadratic time.
const ADDRESS_TRIM_PATTERN = /^[\s<>()[\]"'«»“”„,;:]*(.*[^\s<>()[\]"'«»“”„,;:.!?])?.*$/s;
const PHONE_TRIM_PATTERN = /^[\s"'<>,;:.]*(.*[^\s"'<>,;:.-])?.*$/s;
const ID_TRIM_PATTERN = /^[\p{P}\p{S}\p{Z}]*(.*[^\p{P}\p{S}\p{Z}])?.*$/su;
const TELEGRAM_TRIM_PATTERN = /^[\s"'<]*(.*[^\s"'>,;.])?.*$/s;

function toAsciiDomain(domain: string): string {
  if (/^[\0-\x7F]*$/.test(domain) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}

/**
 * Strips what pasting adds (`mailto:`, a name before `<…>`, punctuation, invisible characters) and
 * lower-cases. Doesn't validate.
 */
export const cleanEmail = skipLongText((text) => {
  // NFKC turns a spacing acute accent into a space with an accent, and a double prime into two.
  const normalized = straightenApostrophes(normalizeInput(straightenApostrophes(text)))
    .replaceAll('\u3002', '.')
    .toLowerCase()
    .normalize('NFKC');
  const unwrapped = /<([^<>@]+@[^<>]+)>/.exec(normalized)?.[1] ?? normalized;
  const mailto = /^(?:\W*mailto:)+([^?]*)/.exec(unwrapped)?.[1];
  const address = (mailto ?? unwrapped).replace(ADDRESS_TRIM_PATTERN, '$1');
  const atIndex = address.lastIndexOf('@');
  if (atIndex === -1) return address;
  return address.slice(0, atIndex + 1) + toAsciiDomain(address.slice(atIndex + 1));
});

const EMAIL_PATTERN =
  /^(?=.{1,64}@)[^\s@<>()[\]\\,;:".\p{C}]+(?:\.[^\s@<>()[\]\\,;:".\p{C}]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/u;

export const EMAIL_MAX_LENGTH = 254;

export const isPossibleEmail = (address: string): boolean =>
  address.length <= EMAIL_MAX_LENGTH && EMAIL_PATTERN.test(address);

export const cleanPhone = skipLongText((text) =>
  toAsciiDigits(normalizeInput(text))
    .replace(/^tel:/i, '')
    .replace(/^\( ?(\+\d+) ?\)/, '$1')
    .replace(PHONE_TRIM_PATTERN, '$1'),
);

/** Normalises a typed, pasted or dictated code to lower-case letters and digits, as stored. */
export const cleanCode = skipLongText((text) =>
  toAsciiDigits(normalizeInput(text))
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
    .normalize('NFKC'),
);

/** `Trader ID:` or `Account no. `. `NO-123` and `NO123` are ids. */
const ID_LABEL =
  /^(?:(?:\p{L}+ ){0,3}?(?:u?id[-_]?(?=\d)|(?:u?id|acc(?:oun)?t?|a\/c|trader|client|user|login|n[or]|num(?:ber)?|is)(?![-_])[\p{P}\p{S}\p{Z}]+))+/iu;

function dropIdLabel(text: string): string {
  const id = text.replace(ID_LABEL, '');
  return /\d/.test(id) ? id : text;
}

/** Strips a label and surrounding punctuation. */
export const cleanAccountId = skipLongText((text) => {
  // NFKC would turn № into letters.
  const plain = toAsciiDigits(normalizeInput(text.replaceAll('№', '#')));
  return dropIdLabel(plain.replace(ID_TRIM_PATTERN, '$1'));
});

export const cleanTelegram = skipLongText((text) =>
  normalizeInput(text)
    .replace(TELEGRAM_TRIM_PATTERN, '$1')
    .replace(/^(?:https?:\/\/)?(?:www\.)?(?:t|telegram)\.me\/@?(\w+)\/?(?:\?.*)?$/i, '@$1'),
);
