import { toLatin } from '../core/lookalikes';
import { getInitial, removeInvisible } from '../core/visibleText';
import { hasLinkOrContact } from '../core/links';

const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
];

export const mixesScripts = (name: string): boolean =>
  SCRIPTS.filter((script) => script.test(name.normalize('NFKC'))).length > 1;

const LETTERS_FOR_SYMBOLS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  $: 's',
  '§': 's',
  '€': 'e',
  '@': 'a',
  '!': 'i',
  '¡': 'i',
  '|': 'i',
};

/** Maps look-alikes to one form: symbols to letters, l and I to i, rn to m. */
const toSkeleton = (word: string): string =>
  Array.from(word.toLowerCase(), (symbol) => LETTERS_FOR_SYMBOLS[symbol] ?? symbol)
    .join('')
    .replaceAll('l', 'i')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

const RESERVED_WORDS =
  'quantalgo administrator administration admin staff support moderator mod official system helpdesk customercare customerservice';

const FILLER_WORDS =
  'the our my your real true new vip pro sys super chat room group bot desk team member customer client help care centre center service agent manager head chief senior live online tech technical account community network signal trade trader trading forex fx quant algo qa app web site ltd hq of by for and ng uk us';

function createReservedPattern(): RegExp {
  const [reserved, filler] = [RESERVED_WORDS, FILLER_WORDS].map((words) =>
    words
      .split(' ')
      .map((word) => `${toSkeleton(word)}s?`)
      .join('|'),
  );
  return new RegExp(`^(?:${filler})*(?:${reserved})(?:${reserved}|${filler})*$`);
}

const RESERVED_PATTERN = createReservedPattern();

/**
 * No real name starts with these. Staff, admin and system aren't listed, because names such as
 * Stafford, Adminah and Systema exist.
 */
const RESERVED_PREFIX = /^(?:support(?!ive)|moderator|officiai|administrat)/;

const toSkeletons = (word: string): string[] =>
  [word, word.replace(/^\d+/, ''), word.replace(/\d+$/, ''), word.replace(/^\d+|\d+$/g, '')].map(
    toSkeleton,
  );

const MAX_JOINED_LENGTH = 40;

const splitWords = (name: string): string[] =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}$§€@!¡|]+/u)
    .filter((word) => word !== '');

function joinAdjacentWords(words: readonly string[]): string[] {
  return words.flatMap((_, from) =>
    words
      .slice(from)
      .map((_word, index) => words.slice(from, from + index + 1).join(''))
      .filter((phrase, index) => index === 0 || phrase.length <= MAX_JOINED_LENGTH),
  );
}

export function looksLikeStaff(name: string): boolean {
  const words = splitWords(toLatin(name));
  if (toSkeleton(words.join('')).includes(toSkeleton('quantalgo'))) return true;
  if (words.some((word) => toSkeletons(word).some((skeleton) => RESERVED_PREFIX.test(skeleton))))
    return true;
  return joinAdjacentWords(words).some((phrase) =>
    toSkeletons(phrase).some((skeleton) => RESERVED_PATTERN.test(skeleton)),
  );
}

const DOMAIN_ENDINGS =
  'com|net|org|info|biz|app|dev|site|online|shop|store|xyz|club|live|pro|top|vip|win|bet|fun|icu|link|click|trade|trading|money|cash|finance|fund|exchange|market|markets|blog|tech|world|space|website|page|team|support|group|chat|email|news|zone|network|agency|academy|expert|guru|solutions|capital|loans|forex|casino|games|mobi|name|cloud|digital|media|today|life|plus|gold|one';

const CONTACT_PATTERNS = [
  /@|:\/\/|\bwww\b/i,
  // Matches a listed domain ending, any two letters or non-Latin letters. Titles such as `Dr.`
  // aren't sites.
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?!(?:dr|mrs?|ms|prof|st|sr|jr|engr|barr|chief|alh|pst|rev|hon|sir)\\.)[\\p{L}\\p{N}-]{2,}\\.(?:xn--|(?![a-z])\\p{L}{2}|(?:${DOMAIN_ENDINGS}|[a-z]{2})(?![\\p{L}\\p{N}]))`,
    'iu',
  ),
  /(?<![\p{L}\p{N}])[\p{L}\p{N}]\.(?:com|net|org|me|co|io|ly|gg|tv|ai|cc)(?![\p{L}\p{N}])/iu,
  /[\p{L}\p{N}]{2,}\s*(?:[[({<]\s*\.\s*[\])}>]|\s\.|\.\s|,)\s*(?:com|net|org|info|biz|xyz|io)(?![\p{L}\p{N}])/iu,
  /\b(?:tg|ig|wa|fb)\s*[:=]|\b(?:viber|discord)\b/i,
];

const CONTACT_WORDS = [
  'telegram',
  'whatsapp',
  'instagram',
  'facebook',
  'snapchat',
  'tiktok',
  'wechat',
  'dotcom',
  'dotnet',
  'dotorg',
];

const MAX_DIGITS = 6;

export function hasContactDetails(name: string): boolean {
  const plainName = removeInvisible(name).normalize('NFKC').replaceAll('\u3002', '.');
  if ((plainName.match(/\p{N}/gu)?.length ?? 0) > MAX_DIGITS) return true;
  const latin = toLatin(plainName);
  const skeleton = toSkeleton(splitWords(latin).join(''));
  if (CONTACT_WORDS.some((word) => skeleton.includes(toSkeleton(word)))) return true;
  return [plainName, latin].some(
    (text) => hasLinkOrContact(text) || CONTACT_PATTERNS.some((pattern) => pattern.test(text)),
  );
}

export interface NamedMember {
  readonly uid: string;
  readonly fullName: string;
  readonly staff: boolean;
}

/** FNV-1a, 32 bits. */
const hashText = (text: string): number =>
  Array.from(text).reduce(
    (hash, character) => Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193),
    0x811c9dc5,
  ) >>> 0;

const createPseudonym = (uid: string): string => {
  const hash = hashText(uid);
  const shortHash = ((hash >>> 16) ^ hash) & 0xffff;
  return `Member ${shortHash.toString(16).toUpperCase().padStart(4, '0')}`;
};

/** Symbols and emoji could pass for a badge beside the name. */
const removeSymbols = (name: string): string =>
  removeInvisible(name)
    .replace(/[\u00B4\u2018\u201B\u2032]/g, '’')
    .normalize('NFC')
    .replace(/[^\p{L}\p{Mn}\p{Mc}\p{N}\s'’.·-]+/gu, ' ')
    .replace(/(?<![\p{L}\p{M}\p{N}])['’.·-]+|^\p{M}+/gu, '')
    .trim();

function breaksNameRule(name: string): boolean {
  const plainName = removeInvisible(name);
  return (
    hasContactDetails(plainName) ||
    /[\p{L}\p{N}]_[\p{L}\p{N}]/u.test(plainName) ||
    mixesScripts(plainName) ||
    looksLikeStaff(plainName)
  );
}

export const isNameHidden = ({ fullName, staff }: Omit<NamedMember, 'uid'>): boolean =>
  removeSymbols(fullName) === '' || (!staff && breaksNameRule(fullName));

/** First name and last initial; a pseudonym if the name has contact details or resembles staff. */
export function formatPublicName({ uid, ...member }: NamedMember): string {
  if (isNameHidden(member)) return createPseudonym(uid);
  const [firstName = '', ...laterNames] = removeSymbols(member.fullName).split(/\s+/);
  const lastName = laterNames.at(-1);
  return lastName === undefined ? firstName : `${firstName} ${getInitial(lastName)}.`;
}
