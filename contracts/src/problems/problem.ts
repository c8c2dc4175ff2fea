import * as z from 'zod/mini';

/** Crockford's base 32. It omits letters that are confused when read aloud or copied by hand. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const CODE_LENGTH = 8;

export const problemCodeSchema = z
  .string()
  .check(z.regex(new RegExp(`^[${ALPHABET}]{${CODE_LENGTH}}$`), 'Not a valid problem code'));

export const toProblemCode = (randomBytes: Uint8Array): string =>
  Array.from(randomBytes.slice(0, CODE_LENGTH), (byte) => ALPHABET[byte % 32] ?? '0').join('');

export const formatProblemCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** Accepts any case and any separators, O for 0, and I or L for 1. */
export const parseProblemCode = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

const PROBLEM_KINDS = ['asked', 'call', 'screen'] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

export const MAX_PROBLEM_CALLS = 12;

const callSchema = z.strictObject({
  /** The id in the server's log. Null without a response. */
  requestId: z.nullable(z.uuid()),
  /** Method and path without ids: `GET /api/signals`. */
  endpoint: z.string().check(z.regex(/^[A-Z]{3,7} \/[\w/:-]{1,80}$/)),
  status: z.int().check(z.gte(0), z.lte(599)),
  /** Epoch ms by the device's clock. */
  at: z.int().check(z.gte(0)),
});
export type RecentCall = z.infer<typeof callSchema>;

/** Times in epoch ms. */
const syncSchema = z.strictObject({
  mode: z.enum(['idle', 'blocked', 'connecting', 'streaming', 'polling']),
  failures: z.int().check(z.gte(0)),
  whole: z.boolean(),
  lastContactAt: z.nullable(z.int()),
});

/** No field can hold what a member typed or sees. */
export const problemSchema = z.strictObject({
  code: problemCodeSchema,
  kind: z.enum(PROBLEM_KINDS),
  build: z.string().check(z.regex(/^[\w.() ]{1,40}$/)),
  screen: z.string().check(z.regex(/^\/[a-z*/-]{0,80}$/)),
  online: z.boolean(),
  worker: z.boolean(),
  at: z.int().check(z.gte(0)),
  sync: syncSchema,
  calls: z.array(callSchema).check(z.maxLength(MAX_PROBLEM_CALLS)),
});
export type Problem = z.infer<typeof problemSchema>;

export const adminProblemSchema = z.object({
  ...problemSchema.shape,
  receivedAt: z.int(),
  member: z.nullable(z.object({ id: z.string(), fullName: z.string(), email: z.string() })),
  logQuery: z.string(),
});
export type AdminProblem = z.infer<typeof adminProblemSchema>;
