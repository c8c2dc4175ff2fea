import {
  SETTING_NAMES,
  type SettingValues,
  settingValuesOf,
  settingValuesSchema,
  type UserRecord,
} from '@quantalgo/contracts/account/member';
import { countIn } from '../core/limits';

/** Limit of notices about new devices: somebody who knows the password could otherwise flood the member's mailbox. */
const NOTICE_LIMIT = { most: 5, windowMs: 60 * 60_000 };

/**
 * When a member was notified of new devices (epoch ms), this one included. Null where they aren't: the device signed in
 * before, all others were just forgotten by a change that has its own notice, or the limit is reached.
 */
export function newDeviceNotices(
  { devices, toldAt }: { readonly devices: readonly string[]; readonly toldAt: readonly number[] },
  device: string,
  now: number,
): readonly number[] | null {
  if (devices.length === 0 || devices.includes(device)) return null;
  const verdict = countIn(toldAt, NOTICE_LIMIT, now);
  return verdict.allowed ? verdict.times : null;
}

type NamedSettings = Parameters<typeof settingValuesOf>[0];

/** A change to a member's settings; omitted ones stay as they are. */
export interface AccountChange extends NamedSettings {
  /** The values that their device showed when they made the change. */
  readonly saw?: SettingValues | undefined;
  /** Replaced values that they have seen and dismissed. */
  readonly dismissed?: SettingValues | undefined;
  /** See {@link stopWithin}. */
  readonly stoppedUntil?: number | undefined;
}

/** The longest stop (ms): to the end of a day. A device whose clock is wrong would otherwise stop for years. */
const MAX_STOP_MS = 24 * 60 * 60_000;

/** Until when (epoch ms) a stop that a device asks for may hold at `now`. @param asked ISO; undefined for none */
export const stopWithin = (asked: string | undefined, now: number): number | undefined =>
  asked === undefined ? undefined : Math.min(Date.parse(asked), now + MAX_STOP_MS);

/** The later of a stop (epoch ms) and the one before: nothing lifts a stop. Null where there was none. */
export const laterStop = (
  before: number | null | undefined,
  asked: number | undefined,
): number | null => {
  const stops = [before ?? 0, asked ?? 0];
  return Math.max(...stops) || null;
};

/**
 * The replaced values to store beside those that a change sets. The change that arrives last wins, and values that it
 * overwrites unseen aren't lost. A change applied twice stores none of its own values. Null where there are none.
 */
export function replacedBy(
  record: Pick<
    UserRecord,
    'fullName' | 'phone' | 'telegram' | 'zone' | 'payout' | 'desk' | 'notifications' | 'replaced'
  >,
  change: AccountChange,
): SettingValues | null {
  // Of a record without contact details none were given; a change that names none leaves them as they are.
  const { phone = null, telegram = null } = record;
  const are = settingValuesOf({ ...record, phone, telegram });
  const next = settingValuesOf(change);
  const { saw = {}, dismissed = {} } = change;
  const kept = SETTING_NAMES.flatMap((name) => {
    const isUnseen = saw[name] !== undefined && are[name] !== saw[name];
    if (next[name] !== undefined && isUnseen && are[name] !== next[name])
      return [[name, are[name]]];
    const before = record.replaced?.[name];
    const isOver = before === undefined || before === dismissed[name] || before === next[name];
    return isOver ? [] : [[name, before]];
  });
  return kept.length === 0 ? null : settingValuesSchema.parse(Object.fromEntries(kept));
}

/** A device's name from its `User-Agent` header, in words that its owner recognises. */
export interface DeviceLabel {
  readonly browser: string;
  readonly platform: string;
}

/** The first match wins: many browsers also claim to be those further down. */
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

/** Characters of the header that are read; browsers send fewer. */
const READ = 512;

/** Names the device behind a `User-Agent`; the label is always one of ours, whatever the header says. */
export function deviceLabel(userAgent = ''): DeviceLabel {
  const text = userAgent.slice(0, READ);
  return {
    browser: named(text, BROWSERS) ?? 'Unknown browser',
    platform: named(text, PLATFORMS) ?? 'Unknown device',
  };
}

/** Account ids: nothing else in the reasons of an audit is an alphanumeric run of this length. */
const ACCOUNT_ID = /[A-Za-z0-9][A-Za-z0-9-]{19,}/g;

/** A reason of the audit as its member may read it: staff are not named. */
export const reasonFor = (uid: string, reason: string): string =>
  reason.replace(ACCOUNT_ID, (id) => (id === uid ? 'you' : 'staff'));

/** A half-hidden address, for a mail that may reach a stranger: `a…@example.com`. */
export const maskedAddress = (email: string): string =>
  email.replace(/^(.)[^@]*@/, (_, first: string) => `${first}…@`);

const ADDRESS = /[^\s@<>()"',;:]+@[^\s@<>()"',;:]+\.[^\s@<>()"',;:.]+/g;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Word boundaries in any script. */
const [BEFORE, BEHIND] = ['(?<![\\p{L}\\p{N}_])', '(?![\\p{L}\\p{N}_])'];

/** Matches a text as a whole word. Short texts match only in their own case, as otherwise they may be common words. */
const wholeWord = (text: string): RegExp =>
  new RegExp(`${BEFORE}${escaped(text)}${BEHIND}`, text.length < 3 ? 'gu' : 'giu');

/** Fewest digits that identify a phone number, whatever its prefix and separators. */
const PHONE_DIGITS = 7;

function phoneIn(name: string): RegExp | null {
  if (/[^\d\s+().-]/.test(name)) return null;
  const digits = name.replace(/\D/g, '').slice(-9);
  if (digits.length < PHONE_DIGITS) return null;
  const divided = Array.from(digits).join('[\\s().-]*');
  return new RegExp(`${BEFORE}(?:[+\\d][\\d\\s().-]*)?${divided}${BEHIND}`, 'gu');
}

/** Patterns that find a name: as a whole, without its `@`, as a phone number, and word by word. */
function patternsOf(name: string): RegExp[] {
  const words = name.split(/\s+/).filter((word) => word.length > 1 && /\p{L}/u.test(word));
  const texts = [...new Set([name.trim(), name.trim().replace(/^@/, ''), ...words])];
  const phone = phoneIn(name);
  const patterns = texts.filter((text) => text.length > 1).map(wholeWord);
  return phone ? [...patterns, phone] : patterns;
}

/** A member as a text may name them; `isAbout` says that the text is about them. */
interface Named {
  readonly uid: string;
  readonly names: readonly string[];
  readonly isAbout: boolean;
}

/**
 * A text by staff with a pseudonym in place of everything that names a member: their id, known names, whole and word by
 * word, phone numbers with any separators, and, in a text about them, every address.
 * @param names full name, addresses, phone number, handle and codes of the member, as far as known
 */
export function pseudonymised(
  text: string,
  { uid, names, isAbout }: Named,
  pseudonym: string,
): string {
  // The mark is replaced last, so that no name is searched for in the pseudonym itself.
  const mark = '\u0000';
  const longestFirst = [...names].sort((a, b) => b.length - a.length);
  const addresses = isAbout ? [ADDRESS] : [];
  return [new RegExp(escaped(uid), 'g'), ...addresses, ...longestFirst.flatMap(patternsOf)]
    .reduce((left, pattern) => left.replace(pattern, mark), text)
    .replaceAll(mark, pseudonym);
}
