import type { AccessEventDocument } from '@quantalgo/contracts/access/accessEvent';
import { MAX_DAY_MS } from '@quantalgo/contracts/core/time';
import { type UserRecord } from '@quantalgo/contracts/account/member';
import {
  type NamedSettings,
  SETTING_NAMES,
  type SettingValues,
  flattenSettings,
  settingValuesSchema,
} from '@quantalgo/contracts/settings/settings';
import { countEvent } from '../core/limits';

// Without this limit, someone who knows the password could flood the member's mailbox with notices.
const NOTICE_LIMIT = { max: 5, windowMs: 60 * 60_000 };

/**
 * Times (epoch ms) of new-device notices, including this one. Null if no notice is due: the device
 * is known, the limit is reached, or all devices were forgotten by a change with its own notice.
 */
export function addDeviceNotice(
  {
    devices,
    noticeTimes,
  }: { readonly devices: readonly string[]; readonly noticeTimes: readonly number[] },
  device: string,
  now: number,
): readonly number[] | null {
  if (devices.length === 0 || devices.includes(device)) return null;
  const verdict = countEvent(noticeTimes, NOTICE_LIMIT, now);
  return verdict.allowed ? verdict.times : null;
}

export interface AccountChange extends NamedSettings {
  readonly saw?: SettingValues | undefined;
  readonly dismissed?: SettingValues | undefined;
  readonly stoppedUntil?: number | undefined;
}

/**
 * Caps a requested stop (ISO) at the longest day from `now`, because a device with a wrong clock
 * could stop trading for years. Returns epoch ms.
 */
export const capStop = (requested: string | undefined, now: number): number | undefined =>
  requested === undefined ? undefined : Math.min(Date.parse(requested), now + MAX_DAY_MS);

/** Requests can't shorten a stop. Epoch ms; null if there is none. */
export const getLaterStop = (
  current: number | null | undefined,
  requested: number | undefined,
): number | null => {
  const stops = [current ?? 0, requested ?? 0];
  return Math.max(...stops) || null;
};

/**
 * Values that a change replaced unseen, and earlier ones that aren't resolved yet. Applying a
 * change twice adds nothing. Null if there are none.
 */
export function findReplacedValues(
  record: NamedSettings & Pick<UserRecord, 'replaced'>,
  change: AccountChange,
): SettingValues | null {
  // A record may lack contact details, but a change without them leaves them unchanged.
  const { phone = null, telegram = null, country = null } = record;
  const current = flattenSettings({ ...record, phone, telegram, country });
  const requested = flattenSettings(change);
  const { saw = {}, dismissed = {} } = change;
  const entries = SETTING_NAMES.flatMap((name) => {
    const isUnseen = saw[name] !== undefined && current[name] !== saw[name];
    if (requested[name] !== undefined && isUnseen && current[name] !== requested[name])
      return [[name, current[name]]];
    const earlier = record.replaced?.[name];
    const isResolved =
      earlier === undefined || earlier === dismissed[name] || earlier === requested[name];
    return isResolved ? [] : [[name, earlier]];
  });
  return entries.length === 0 ? null : settingValuesSchema.parse(Object.fromEntries(entries));
}

export interface DeviceLabel {
  readonly browser: string;
  readonly platform: string;
}

// The first match wins, because many browsers also claim to be those further down.
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

const findName = (
  text: string,
  names: readonly (readonly [RegExp, string])[],
): string | undefined => names.find(([pattern]) => pattern.test(text))?.[1];

const MAX_USER_AGENT_LENGTH = 512;

/** Always one of our own labels, whatever the header says. */
export function parseDeviceLabel(userAgent = ''): DeviceLabel {
  const text = userAgent.slice(0, MAX_USER_AGENT_LENGTH);
  return {
    browser: findName(text, BROWSERS) ?? 'Unknown browser',
    platform: findName(text, PLATFORMS) ?? 'Unknown device',
  };
}

/**
 * Names the issuer in the reason. They have their own field in the document, because erasure
 * pseudonymises fields that name a person.
 */
export const toServedEvent = ({
  reason,
  issuedBy,
  ...event
}: AccessEventDocument): Omit<AccessEventDocument, 'issuedBy'> => ({
  ...event,
  reason: issuedBy === undefined ? reason : `${reason} issued by ${issuedBy}`,
});

// Other runs of this length in audit reasons are the ids of proofs and setups.
const ACCOUNT_ID = /(?<![\w-]|proof |setup )[A-Za-z0-9][\w-]{19,}/g;

/** Hides ids and pseudonyms of staff from a member who reads their audit log. */
export const redactReason = (uid: string, reason: string): string =>
  reason.replace(ACCOUNT_ID, (id) => (id === uid ? 'you' : 'staff'));

/** For emails that may reach a stranger: `a…@example.com`. */
export const maskAddress = (email: string): string =>
  email.replace(/^(.)[^@]*@/, (_, first: string) => `${first}…@`);

const EMAIL_ADDRESS = /[^\s@<>()"',;:]+@[^\s@<>()"',;:]+\.[^\s@<>()"',;:.]+/g;

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const [WORD_START, WORD_END] = ['(?<![\\p{L}\\p{N}_])', '(?![\\p{L}\\p{N}_])'];

// Short texts match case-sensitively, because they may be common words.
const matchWholeWord = (text: string): RegExp =>
  new RegExp(`${WORD_START}${escapeRegExp(text)}${WORD_END}`, text.length < 3 ? 'gu' : 'giu');

const MIN_PHONE_DIGITS = 7;

function buildPhonePattern(name: string): RegExp | null {
  if (/[^\d\s+().-]/.test(name)) return null;
  const digits = name.replace(/\D/g, '').slice(-9);
  if (digits.length < MIN_PHONE_DIGITS) return null;
  const digitPattern = Array.from(digits).join('[\\s().-]*');
  return new RegExp(`${WORD_START}(?:[+\\d][\\d\\s().-]*)?${digitPattern}${WORD_END}`, 'gu');
}

function buildPatterns(name: string): RegExp[] {
  const words = name.split(/\s+/).filter((word) => word.length > 1 && /\p{L}/u.test(word));
  const texts = [...new Set([name.trim(), name.trim().replace(/^@/, ''), ...words])];
  const phone = buildPhonePattern(name);
  const patterns = texts.filter((text) => text.length > 1).map(matchWholeWord);
  return phone ? [...patterns, phone] : patterns;
}

interface NamedMember {
  readonly uid: string;
  readonly names: readonly string[];
  readonly isAbout: boolean;
}

/**
 * Replaces everything that identifies a member: id, names (whole and by word), phone numbers with
 * any separators, and every address if the text is about them.
 */
export function pseudonymiseText(
  text: string,
  { uid, names, isAbout }: NamedMember,
  pseudonym: string,
): string {
  // Inserts the pseudonym last, so that no pattern matches in it.
  const placeholder = '\u0000';
  const longestFirst = [...names].sort((a, b) => b.length - a.length);
  const addresses = isAbout ? [EMAIL_ADDRESS] : [];
  return [new RegExp(escapeRegExp(uid), 'g'), ...addresses, ...longestFirst.flatMap(buildPatterns)]
    .reduce((remaining, pattern) => remaining.replace(pattern, placeholder), text)
    .replaceAll(placeholder, pseudonym);
}
