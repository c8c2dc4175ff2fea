import * as z from 'zod/mini';

/** Digits and letters that nobody takes for another, read aloud or copied by hand (Crockford's base 32). */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const CODE_LENGTH = 8;

export const problemCodeSchema = z
  .string()
  .check(z.regex(new RegExp(`^[${LETTERS}]{${CODE_LENGTH}}$`), 'That is no problem code'));

/** A new code from as many random bytes as it has characters. */
export const toProblemCode = (random: Uint8Array): string =>
  Array.from(random.slice(0, CODE_LENGTH), (byte) => LETTERS[byte % 32] ?? '0').join('');

/** The code as it is shown and read aloud: `7KQ2-M9XD`. */
export const formatProblemCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** A code as somebody typed it: in any case, with any separators, with O for 0, and I or L for 1. */
export const parseProblemCode = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

/** Why there is a code: somebody asked for one, a call failed on screen, or a screen stopped working. */
const PROBLEM_KINDS = ['asked', 'call', 'screen'] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

/** Calls that a report lists at most. */
export const MAX_PROBLEM_CALLS = 12;

/** A recent call of a device. */
const callSchema = z.strictObject({
  /** As the server logs it; null where no answer came. */
  requestId: z.nullable(z.uuid()),
  /** Method and path as the registry writes them, without ids: `GET /api/signals`. */
  endpoint: z.string().check(z.regex(/^[A-Z]{3,7} \/[\w/:-]{1,80}$/)),
  /** 0 where no answer came. */
  status: z.int().check(z.gte(0), z.lte(599)),
  /** Epoch ms by the device's clock. */
  at: z.int().check(z.gte(0)),
});
export type RecentCall = z.infer<typeof callSchema>;

/** How the sync of the device stood; times are epoch ms. */
const syncSchema = z.strictObject({
  mode: z.enum(['idle', 'blocked', 'connecting', 'streaming', 'polling']),
  failures: z.int().check(z.gte(0)),
  whole: z.boolean(),
  lastContactAt: z.nullable(z.int()),
});

/** What a device did before a problem. No field can hold what a member typed or sees. */
export const problemSchema = z.strictObject({
  code: problemCodeSchema,
  kind: z.enum(PROBLEM_KINDS),
  /** The build's name: `0.1.0 (1a2b3c4)`. */
  build: z.string().check(z.regex(/^[\w.() ]{1,40}$/)),
  /** The screen's path; `*` stands for ids. */
  screen: z.string().check(z.regex(/^\/[a-z*/-]{0,80}$/)),
  online: z.boolean(),
  /** Whether the page runs from the device's own files. */
  worker: z.boolean(),
  /** Epoch ms by the device's clock. */
  at: z.int().check(z.gte(0)),
  sync: syncSchema,
  /** Newest first. */
  calls: z.array(callSchema).check(z.maxLength(MAX_PROBLEM_CALLS)),
});
export type Problem = z.infer<typeof problemSchema>;

/** A problem as staff look it up. */
export const adminProblemSchema = z.object({
  ...problemSchema.shape,
  /** Epoch ms by the server's clock. */
  receivedAt: z.int(),
  /** Who was logged in; null for a visitor, and for a member who left. */
  member: z.nullable(z.object({ id: z.string(), fullName: z.string(), email: z.string() })),
  /** A query of Cloud Logging for what the server did. */
  logQuery: z.string(),
});
export type AdminProblem = z.infer<typeof adminProblemSchema>;
