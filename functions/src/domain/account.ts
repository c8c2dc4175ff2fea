/** What a `User-Agent` header tells of a device, in words that its owner knows it by. */
export interface DeviceLabel {
  readonly browser: string;
  readonly platform: string;
}

/** The first that fits names it: many browsers also claim to be those further down. */
const BROWSERS = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPT\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/UCBrowser\//, 'UC Browser'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
] as const;

const PLATFORMS = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

const named = (text: string, names: readonly (readonly [RegExp, string])[]): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** Browsers send less than this; a longer header is not read to its end. */
const READ = 512;

/** Names the device behind a `User-Agent`; whatever it says, the label is one of ours. */
export function deviceLabel(userAgent = ''): DeviceLabel {
  const text = userAgent.slice(0, READ);
  return {
    browser: named(text, BROWSERS) ?? 'Unknown browser',
    platform: named(text, PLATFORMS) ?? 'Unknown device',
  };
}

/** Ids of accounts: nothing else in the words of an audit is a letter-and-digit run of this length. */
const ACCOUNT_ID = /[A-Za-z0-9][A-Za-z0-9-]{19,}/g;

/** A reason of the audit as its member may read it: staff are not named. */
export const reasonFor = (uid: string, reason: string): string =>
  reason.replace(ACCOUNT_ID, (id) => (id === uid ? 'you' : 'staff'));

/** An address half hidden, for a mail that may reach a stranger: `a…@example.com`. */
export const maskedAddress = (email: string): string =>
  email.replace(/^(.)[^@]*@/, (_, first: string) => `${first}…@`);

const ADDRESS = /[^\s@<>()"',;:]+@[^\s@<>()"',;:]+\.[^\s@<>()"',;:.]+/g;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What stands before and behind a word. */
const [BEFORE, BEHIND] = ['(?<![\\p{L}\\p{N}_])', '(?![\\p{L}\\p{N}_])'];

/** A text where it stands for itself; short ones only as they are written, because others may be words. */
const standing = (text: string): RegExp =>
  new RegExp(`${BEFORE}${escaped(text)}${BEHIND}`, text.length < 3 ? 'gu' : 'giu');

/** Digits of a phone number that are enough to know it by, however it begins and is divided. */
const PHONE_DIGITS = 7;

function phoneIn(name: string): RegExp | null {
  if (/[^\d\s+().-]/.test(name)) return null;
  const digits = name.replace(/\D/g, '').slice(-9);
  if (digits.length < PHONE_DIGITS) return null;
  const divided = Array.from(digits).join('[\\s().-]*');
  return new RegExp(`${BEFORE}(?:[+\\d][\\d\\s().-]*)?${divided}${BEHIND}`, 'gu');
}

/** What a name is found by: as a whole, without its `@`, as a number, and word by word. */
function patternsOf(name: string): RegExp[] {
  const words = name.split(/\s+/).filter((word) => word.length > 1 && /\p{L}/u.test(word));
  const texts = [...new Set([name.trim(), name.trim().replace(/^@/, ''), ...words])];
  const phone = phoneIn(name);
  const patterns = texts.filter((text) => text.length > 1).map(standing);
  return phone ? [...patterns, phone] : patterns;
}

/** A member as a text may name them; `isAbout` says that the text is about them. */
interface Named {
  readonly uid: string;
  readonly names: readonly string[];
  readonly isAbout: boolean;
}

/**
 * A text of staff with a pseudonym in place of all that names a member: their id, names as they are known, whole and word
 * by word, phone numbers however divided, and every address where the text is about them.
 * @param names full name, addresses, phone number, handle and codes of the member, as far as they are known
 */
export function pseudonymised(
  text: string,
  { uid, names, isAbout }: Named,
  pseudonym: string,
): string {
  // The mark is replaced last, so that no name is looked for in the pseudonym itself.
  const mark = '\u0000';
  const longestFirst = [...names].sort((a, b) => b.length - a.length);
  const addresses = isAbout ? [ADDRESS] : [];
  return [new RegExp(escaped(uid), 'g'), ...addresses, ...longestFirst.flatMap(patternsOf)]
    .reduce((left, pattern) => left.replace(pattern, mark), text)
    .replaceAll(mark, pseudonym);
}
