import { toLatin } from '../core/lookalikes';
import { initial, removeInvisible } from '../core/visibleText';
import { hasLink } from '../core/links';

const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
];

/** True for letters of several scripts whose letters look alike. */
export const mixesScripts = (name: string): boolean =>
  SCRIPTS.filter((script) => script.test(name.normalize('NFKC'))).length > 1;

const LETTERS_FOR_SIGNS: Readonly<Record<string, string>> = {
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

/** What of a word looks the same: signs for letters, an l and a capital I, an m and an rn. */
const toOutline = (word: string): string =>
  Array.from(word.toLowerCase(), (sign) => LETTERS_FOR_SIGNS[sign] ?? sign)
    .join('')
    .replaceAll('l', 'i')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

const OURS =
  'quantalgo administrator administration admin staff support moderator mod official system helpdesk customercare customerservice';

const BESIDE_OURS =
  'the our my your real true new vip pro sys super chat room group bot desk team member customer client help care centre center service agent manager head chief senior live online tech technical account community network signal trade trader trading forex fx quant algo qa app web site ltd hq of by for and ng uk us';

/** One of our words, alone or run together with words that are used beside them. */
function createOursPattern(): RegExp {
  const [ours, beside] = [OURS, BESIDE_OURS].map((words) =>
    words
      .split(' ')
      .map((word) => `${toOutline(word)}s?`)
      .join('|'),
  );
  return new RegExp(`^(?:${beside})*(?:${ours})(?:${ours}|${beside})*$`);
}

const OURS_PATTERN = /* @__PURE__ */ createOursPattern();

/** No honest name begins with these; Stafford, Adminah and Systema are names. */
const BEGINS_AS_OURS = /^(?:support(?!ive)|moderator|officiai|administrat)/;

/** With and without figures around, which may be letters: `5taff`, `Admin1`. */
const toOutlines = (word: string): string[] =>
  [word, word.replace(/^\d+/, ''), word.replace(/\d+$/, ''), word.replace(/^\d+|\d+$/g, '')].map(
    toOutline,
  );

/** Longest text, in characters, that several words are joined to in search of ours: `S t a f f`. */
const MAX_JOINED = 40;

const splitWords = (name: string): string[] =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}$§€@!¡|]+/u)
    .filter((word) => word !== '');

/** The words of a name, each with what it makes with those behind it. */
function joinedWords(words: readonly string[]): string[] {
  return words.flatMap((_, from) =>
    words
      .slice(from)
      .map((_word, index) => words.slice(from, from + index + 1).join(''))
      .filter((joined, index) => index === 0 || joined.length <= MAX_JOINED),
  );
}

/** True for a name that readers could take for one of staff, in any letters and with anything between them. */
export function looksLikeStaff(name: string): boolean {
  const words = splitWords(toLatin(name));
  if (toOutline(words.join('')).includes(toOutline('quantalgo'))) return true;
  if (words.some((word) => toOutlines(word).some((outline) => BEGINS_AS_OURS.test(outline))))
    return true;
  return joinedWords(words).some((joined) =>
    toOutlines(joined).some((outline) => OURS_PATTERN.test(outline)),
  );
}

const ENDINGS =
  'com|net|org|info|biz|app|dev|site|online|shop|store|xyz|club|live|pro|top|vip|win|bet|fun|icu|link|click|trade|trading|money|cash|finance|fund|exchange|market|markets|blog|tech|world|space|website|page|team|support|group|chat|email|news|zone|network|agency|academy|expert|guru|solutions|capital|loans|forex|casino|games|mobi|name|cloud|digital|media|today|life|plus|gold|one';

const NAME_WAYS_OUT = [
  /@|:\/\/|\bwww\b/i,
  // A site ends in a known word, any two letters, or letters that aren't Latin. Titles stand before a dot, too.
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?!(?:dr|mrs?|ms|prof|st|sr|jr|engr|barr|chief|alh|pst|rev|hon|sir)\\.)[\\p{L}\\p{N}-]{2,}\\.(?:xn--|(?![a-z])\\p{L}{2}|(?:${ENDINGS}|[a-z]{2})(?![\\p{L}\\p{N}]))`,
    'iu',
  ),
  /(?<![\p{L}\p{N}])[\p{L}\p{N}]\.(?:com|net|org|me|co|io|ly|gg|tv|ai|cc)(?![\p{L}\p{N}])/iu,
  /[\p{L}\p{N}]{2,}\s*(?:[[({<]\s*\.\s*[\])}>]|\s\.|\.\s|,)\s*(?:com|net|org|info|biz|xyz|io)(?![\p{L}\p{N}])/iu,
  /\b(?:tg|ig|wa|fb)\s*[:=]|\b(?:viber|discord)\b/i,
];

const AWAY = [
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

/** Digits of a phone number, with anything between them. */
const MAX_DIGITS = 6;

/** True for a name that leads its readers elsewhere: to a site, a messenger or a phone. */
export function leadsAway(name: string): boolean {
  const plain = removeInvisible(name).normalize('NFKC').replaceAll('\u3002', '.');
  if ((plain.match(/\p{N}/gu)?.length ?? 0) > MAX_DIGITS) return true;
  const latin = toLatin(plain);
  const outline = toOutline(splitWords(latin).join(''));
  if (AWAY.some((word) => outline.includes(toOutline(word)))) return true;
  return [plain, latin].some(
    (text) => hasLink(text) || NAME_WAYS_OUT.some((way) => way.test(text)),
  );
}

/** Who signs, as the server has them. */
export interface Signer {
  readonly uid: string;
  readonly fullName: string;
  readonly staff: boolean;
}

/** FNV-1a, 32 bits. */
const digest = (text: string): number =>
  Array.from(text).reduce(
    (hash, character) => Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193),
    0x811c9dc5,
  ) >>> 0;

/** What stands for a name that others can't be shown: always the same for the same member. */
const neutralName = (uid: string): string => {
  const hash = digest(uid);
  const folded = ((hash >>> 16) ^ hash) & 0xffff;
  return `Member ${folded.toString(16).toUpperCase().padStart(4, '0')}`;
};

/** Signs and pictures could pass for a mark beside the name. */
const withoutSigns = (name: string): string =>
  removeInvisible(name)
    .normalize('NFC')
    .replace(/[^\p{L}\p{Mn}\p{Mc}\p{N}\s'’.·-]+/gu, ' ')
    .replace(/(?<![\p{L}\p{M}\p{N}])['’.·-]+|^\p{M}+/gu, '')
    .trim();

function breaksRule(name: string): boolean {
  const plain = removeInvisible(name);
  return (
    leadsAway(plain) ||
    /[\p{L}\p{N}]_[\p{L}\p{N}]/u.test(plain) ||
    mixesScripts(plain) ||
    looksLikeStaff(plain)
  );
}

/** True where others read a neutral name in place of this one. */
export const isNameHidden = ({ fullName, staff }: Omit<Signer, 'uid'>): boolean =>
  withoutSigns(fullName) === '' || (!staff && breaksRule(fullName));

/**
 * The name under which others read a member: the first name and the initial of the last. A name that leads elsewhere, or
 * that could be taken for one of staff, is not shown. The account keeps it.
 */
export function publicName({ uid, ...named }: Signer): string {
  if (isNameHidden(named)) return neutralName(uid);
  const [first = '', ...others] = withoutSigns(named.fullName).split(/\s+/);
  const last = others.at(-1);
  return last === undefined ? first : `${first} ${initial(last)}.`;
}
