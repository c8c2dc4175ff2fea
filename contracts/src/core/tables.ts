import Papa from 'papaparse';

const DELIMITERS = [',', ';', '\t', '|'];

const SEPARATOR_LINE = /^sep=(.)\r?(?:\n|$)/i;

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

/** Detects the encoding: UTF-16, UTF-8 if the bytes are valid, otherwise Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const utf16 = detectUtf16(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
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
 * A blank line is a row with one empty cell.
 */
export function parseTable(text: string): string[][] {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const separator = SEPARATOR_LINE.exec(plain);
  const body = (separator ? plain.slice(separator[0].length) : plain).replace(
    /(?:\r\n|\n|\r)$/,
    '',
  );
  if (body === '') return plain === '' ? [] : [['']];
  return splitRows(body, separator?.[1] ?? guessDelimiter(body));
}
