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
