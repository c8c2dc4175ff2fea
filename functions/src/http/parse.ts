import * as z from 'zod/mini';
import { HttpError } from './errors';

/** What an endpoint takes where its entry in the registry names nothing: nothing. */
const NOTHING = z.strictObject({});

const PARTS = {
  params: { whole: 'The path is not as expected', field: 'part of the path' },
  query: { whole: 'The query is not as expected', field: 'query parameter' },
  body: { whole: 'The body must be a JSON object', field: 'field' },
} as const;

const SHOWN = 40;

function wordsOf(issue: z.core.$ZodIssue, part: keyof typeof PARTS): string {
  const { whole, field } = PARTS[part];
  if (issue.code === 'unrecognized_keys')
    return `Unknown ${field}: ${issue.keys[0]?.slice(0, SHOWN) ?? ''}`;
  return issue.path.length === 0 ? whole : issue.message;
}

/**
 * One part of a request, parsed strictly.
 * @throws HttpError 400 that names the first broken rule.
 */
export function parsePart(
  schema: z.ZodMiniType | undefined,
  part: keyof typeof PARTS,
  value: unknown,
): unknown {
  const parsed = z.safeParse(schema ?? NOTHING, value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new HttpError(400, issue ? wordsOf(issue, part) : PARTS[part].whole);
}

/** The query of a URL. A name that comes twice is a list, which no rule takes. */
export function queryOf(url: string): Record<string, string | string[]> {
  if (!url.includes('?')) return {};
  const query = new URLSearchParams(url.slice(url.indexOf('?')));
  const values = [...new Set(query.keys())].map((name): [string, string | string[]] => {
    const [first = '', ...more] = query.getAll(name);
    return [name, more.length === 0 ? first : [first, ...more]];
  });
  return Object.fromEntries(values);
}
