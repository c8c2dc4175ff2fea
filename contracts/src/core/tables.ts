import Papa from 'papaparse';

const DELIMITERS = [',', ';', '\t', '|'];

const SEPARATOR_LINE = /^sep=(.)(?:\n|$)/i;

export function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [firstByte, secondByte] = bytes;
  if (firstByte === 0xff && secondByte === 0xfe) return 'utf-16le';
  if (firstByte === 0xfe && secondByte === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, 512);
  const zeroCounts = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeroCounts[index % 2] = (zeroCounts[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeroCounts;
  if (odd > sample.length / 4) return 'utf-16le';
  return even > sample.length / 4 ? 'utf-16be' : null;
}

/** `common`: about a third of the letters, but rare if the bytes are in another code page. */
const SCRIPTS = [
  { page: 'windows-1256', word: /^\p{Script=Arabic}{3,}$/u, common: /[اليو]/gu },
  {
    page: 'windows-1251',
    word: /^(?=\p{Script=Cyrillic}{3,}$)(?:\p{Lu}?\p{Ll}+|\p{Lu}+)$/u,
    common: /[аеио]/giu,
  },
] as const;

/** In Windows-1252, Icelandic letters are in the place of ğ, ı and ş. The others are the same. */
const TURKISH = /^[çöüâîûÇÖÜÂÎÛ]*[ğışĞİŞ][çğıöşüâîûÇĞİÖŞÜÂÎÛ]*$/u;

const countBeyondAscii = (texts: readonly string[]): number =>
  texts.join('').replace(/\p{ASCII}/gu, '').length;

/** True if most characters beyond ASCII are in matching parts. */
const areMostly = (parts: readonly string[], matches: (part: string) => boolean): boolean =>
  countBeyondAscii(parts.filter(matches)) > countBeyondAscii(parts) / 2;

const listWords = (text: string): readonly string[] => text.match(/\p{L}+/gu) ?? [];

function isInScript(text: string, { word, common }: (typeof SCRIPTS)[number]): boolean {
  const words = listWords(text);
  const letters = words.filter((part) => word.test(part)).join('');
  const commonCount = letters.match(common)?.length ?? 0;
  return areMostly(words, (part) => word.test(part)) && commonCount > letters.length / 6;
}

/** Western letters beyond ASCII are single, and the page’s control characters aren’t used. */
const isWestern = (text: string): boolean =>
  !/[\u0080-\u009f]/.test(text) &&
  !areMostly(text.match(/\P{ASCII}+/gu) ?? [], (run) => run.length > 2 && /\p{L}/u.test(run));

const SAMPLE_BYTES = 65_536;

/** The text around the first letters beyond ASCII. */
function sampleLetters(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte > 0x7f);
  return bytes.subarray(Math.max(0, first - 64), first + SAMPLE_BYTES);
}

function detectCodePage(bytes: Uint8Array): string | null {
  const sample = sampleLetters(bytes);
  const decode = (page: string) => new TextDecoder(page).decode(sample);
  const script = SCRIPTS.find((candidate) => isInScript(decode(candidate.page), candidate));
  if (script) return script.page;
  const turkish = listWords(decode('windows-1254'))
    .join('')
    .replace(/\p{ASCII}/gu, '');
  if (TURKISH.test(turkish)) return 'windows-1254';
  return isWestern(decode('windows-1252')) ? 'windows-1252' : null;
}

/**
 * Detects the encoding: UTF-16, UTF-8 if the bytes are valid, otherwise a code page of Windows. Null
 * if it is unknown.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const utf16 = detectUtf16(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const page = detectCodePage(bytes);
    return page === null ? null : new TextDecoder(page).decode(bytes);
  }
}

const SAMPLE_ROWS = 60;

/**
 * Some exports put a blank after each delimiter, and quotes only count at the beginning of a cell.
 * The pattern takes quoted cells as a whole, so that their content stays.
 */
function stripBlanksBeforeQuotes(text: string, delimiter: string): string {
  const mark = delimiter.replace(/[\\^$.*+?()[\]{}|]/, '\\$&');
  if (delimiter === ' ' || !new RegExp(`(?:^|${mark}) +"`, 'm').test(text)) return text;
  const quotedCell = new RegExp(`(^|${mark}) *("[^"]*(?:""[^"]*)*")(?= *(?:${mark}|$))`, 'gm');
  return text.replace(quotedCell, '$1$2');
}

const splitRows = (text: string, delimiter: string, preview = 0): string[][] =>
  Papa.parse<string[]>(stripBlanksBeforeQuotes(text, delimiter), { delimiter, preview }).data;

function countEqualRows(
  rows: readonly (readonly string[])[],
): readonly [rows: number, cells: number] {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts]
    .filter(([cells]) => cells > 1)
    .map(([cells, count]) => [count, cells] as const)
    .reduce(
      (best, candidate) =>
        candidate[0] > best[0] || (candidate[0] === best[0] && candidate[1] > best[1])
          ? candidate
          : best,
      [0, 0],
    );
}

function guessDelimiter(text: string): string {
  const scores = DELIMITERS.map((delimiter) => ({
    delimiter,
    score: countEqualRows(splitRows(text, delimiter, SAMPLE_ROWS)),
  }));
  const best = scores.reduce((leader, other) => {
    const [[rows, cells], [otherRows, otherCells]] = [leader.score, other.score];
    return otherRows > rows || (otherRows === rows && otherCells > cells) ? other : leader;
  });
  return best.delimiter;
}

/**
 * RFC 4180 with commas, semicolons, tabs or bars. Skips a byte order mark and Excel's `sep=` line.
 * A blank line is a row with one empty cell. Line ends may be mixed; those in cells become `\n`.
 */
export function parseTable(text: string): string[][] {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const separator = SEPARATOR_LINE.exec(plain);
  const body = (separator ? plain.slice(separator[0].length) : plain).replace(/\n$/, '');
  if (body === '') return plain === '' ? [] : [['']];
  return splitRows(body, separator?.[1] ?? guessDelimiter(body));
}
