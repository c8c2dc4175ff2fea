/** Character positions in the title. */
type Range = readonly [from: number, to: number];

export interface Match {
  readonly score: number;
  readonly ranges: readonly Range[];
}

interface Searchable {
  readonly title: string;
  readonly detail?: string | undefined;
  /** Synonyms that also match. */
  readonly keywords?: string | undefined;
}

const toWords = (query: string): string[] =>
  query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');

const SCORES = { start: 8, word: 4, inside: 2, elsewhere: 1 } as const;

const isWordStart = (text: string, index: number): boolean =>
  !/[\p{L}\p{N}]/u.test(text[index - 1] ?? ' ');

function matchWord(
  word: string,
  title: string,
  otherText: string,
): { score: number; at: number | null } | null {
  const at = title.indexOf(word);
  if (at === 0) return { score: SCORES.start, at };
  if (at > 0) return { score: isWordStart(title, at) ? SCORES.word : SCORES.inside, at };
  return otherText.includes(word) ? { score: SCORES.elsewhere, at: null } : null;
}

/** Null unless each word of the query is in the title, the detail or the synonyms. */
export function matchQuery(
  query: string,
  { title, detail = '', keywords = '' }: Searchable,
): Match | null {
  const lowerTitle = title.toLowerCase();
  const otherText = `${detail} ${keywords}`.toLowerCase();
  const ranges: Range[] = [];
  let score = 0;
  for (const word of toWords(query)) {
    const match = matchWord(word, lowerTitle, otherText);
    if (!match) return null;
    score += match.score;
    if (match.at !== null) ranges.push([match.at, match.at + word.length]);
  }
  return { score, ranges: mergeRanges(ranges) };
}

function mergeRanges(ranges: readonly Range[]): readonly Range[] {
  const sorted = [...ranges].sort(([a], [b]) => a - b);
  const merged: Range[] = [];
  for (const [from, to] of sorted) {
    const prior = merged.at(-1);
    if (prior && from <= prior[1]) merged[merged.length - 1] = [prior[0], Math.max(prior[1], to)];
    else merged.push([from, to]);
  }
  return merged;
}

export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
}

export function splitTitle(title: string, ranges: readonly Range[]): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const [from, to] of ranges) {
    parts.push({ text: title.slice(end, from), isMatch: false });
    parts.push({ text: title.slice(from, to), isMatch: true });
    end = to;
  }
  parts.push({ text: title.slice(end), isMatch: false });
  return parts.filter(({ text }) => text !== '');
}
