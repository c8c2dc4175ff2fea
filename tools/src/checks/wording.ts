import { parseSync, Visitor } from 'oxc-parser';

/** `asOf` is the usual word for a date. */
const ALLOWED_NAMES = new Set(['sumOf', 'logOf', 'asOf']);

/** Participles say what happened to a value instead of what it is. */
const PARTICIPLES = new Set(['asked', 'kept', 'known', 'looked', 'said', 'shown', 'told']);

const LIMIT = /(?:^MOST_|_WITHIN_MS$|_AT_ONCE$|^KEPT_|_EVERY$)/;

/** Disallowed phrases, each with a replacement or advice. */
const PHRASES: Readonly<Record<string, string>> = {
  anew: 'again',
  'does so': 'name the action',
  'in turn': 'leave it out',
  'is asked for': 'is requested',
  meanwhile: 'in the meantime',
  'of late': 'recently',
  'so is': 'name the action',
  'whoever asks': 'the caller',
  'what waits': 'the queue',
};

const PHRASE_PATTERN = new RegExp(`\\b(?:${Object.keys(PHRASES).join('|')})\\b`, 'i');

function describeName(name: string): string | null {
  if (name.endsWith('Of') && !ALLOWED_NAMES.has(name)) return 'start it with a verb';
  if (PARTICIPLES.has(name)) return 'name what it holds';
  return LIMIT.test(name) ? 'use MAX_…, …_TIMEOUT_MS, …_INTERVAL_MS or …_TTL_MS' : null;
}

/** Finds names and comments that docs/style.md rules out. */
export function findOddWording(path: string, text: string): string[] {
  const { program, comments } = parseSync(path, text);
  const names: string[] = [];
  new Visitor({
    VariableDeclarator: ({ id }) => {
      if (id.type === 'Identifier') names.push(id.name);
    },
    FunctionDeclaration: ({ id }) => {
      if (id) names.push(id.name);
    },
  }).visit(program);
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  return [
    ...names.flatMap((name) => {
      const advice = describeName(name);
      return advice === null ? [] : [`${path}: ${name}: ${advice}`];
    }),
    ...comments.flatMap(({ value, start }) => {
      const [phrase] = PHRASE_PATTERN.exec(value.replaceAll(/\s*\n\s*\*?\s*/g, ' ')) ?? [];
      if (phrase === undefined) return [];
      return [`${path}:${lineAt(start)}: “${phrase}”: ${PHRASES[phrase.toLowerCase()]}`];
    }),
  ];
}
