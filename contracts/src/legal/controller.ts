import * as z from 'zod/mini';
import { type RawSettings, parseSettings } from '../core/settings';

/** Legal bases under the GDPR and UK GDPR (Article 6) and Nigeria's NDPA (section 25). */
export const LEGAL_BASES = [
  'contract',
  'consent',
  'legal-obligation',
  'legitimate-interests',
] as const;
export type LegalBasis = (typeof LEGAL_BASES)[number];

export interface Controller {
  readonly name: string;
  readonly address: string;
  readonly email: string;
  /**
   * `account`: running accounts. `safety`: keeping the service safe and provable. `messages`:
   * sending messages.
   */
  readonly bases: Readonly<Record<'account' | 'safety' | 'messages', LegalBasis>>;
  readonly mailProvider: string;
  readonly backupWeeks: number;
  readonly logDays: number;
  readonly officer: string | null;
  readonly euRepresentative: string | null;
  readonly ukRepresentative: string | null;
  readonly isDemonstration: boolean;
}

export const DEMONSTRATION_CONTROLLER: Controller = {
  name: 'Sample Controller Ltd',
  address: '1 Sample Street, Lagos, Nigeria',
  email: 'privacy@quantalgo.test',
  bases: { account: 'contract', safety: 'legitimate-interests', messages: 'consent' },
  mailProvider: 'Sample Mail Ltd',
  backupWeeks: 14,
  logDays: 30,
  officer: null,
  euRepresentative: null,
  ukRepresentative: null,
  isDemonstration: true,
};

const createTextSchema = (min: number, max: number) =>
  z.string().check(
    z.regex(
      new RegExp(`^[^\\p{Cc}<>]{${min},${max}}$`, 'u'),
      `must have ${min} to ${max} characters`,
    ),
    z.refine((value) => !/sample/i.test(value), 'is still the demo value'),
  );

const basisSchema = z.enum(LEGAL_BASES, `must be one of ${LEGAL_BASES.join(', ')}`);

const createIntegerSchema = (max: number) => {
  const rule = `must be a whole number from 1 to ${max}`;
  return z.pipe(
    z.string().check(z.regex(/^\d{1,4}$/, rule)),
    z.pipe(z.transform(Number), z.number().check(z.gte(1, rule), z.lte(max, rule))),
  );
};

/**
 * Firestore retains backups for at most 14 weeks, Cloud Logging retains logs for at most ten years.
 */
const settingsSchema = z.object({
  CONTROLLER_NAME: createTextSchema(2, 100),
  CONTROLLER_ADDRESS: createTextSchema(10, 200),
  CONTROLLER_EMAIL: z
    .email('is not an email address')
    .check(z.refine((address) => !address.endsWith('.test'), 'is a test address')),
  LEGAL_BASIS_ACCOUNT: basisSchema,
  LEGAL_BASIS_SAFETY: basisSchema,
  LEGAL_BASIS_MESSAGES: basisSchema,
  MAIL_PROVIDER: createTextSchema(2, 100),
  BACKUP_WEEKS: createIntegerSchema(14),
  LOG_DAYS: createIntegerSchema(3650),
  PRIVACY_OFFICER: z.optional(createTextSchema(5, 200)),
  EU_REPRESENTATIVE: z.optional(createTextSchema(5, 200)),
  UK_REPRESENTATIVE: z.optional(createTextSchema(5, 200)),
});

function readController(input: RawSettings): Controller | readonly string[] {
  const parsed = parseSettings(settingsSchema, input);
  if ('problems' in parsed) return parsed.problems;
  const { data } = parsed;
  return {
    name: data.CONTROLLER_NAME,
    address: data.CONTROLLER_ADDRESS,
    email: data.CONTROLLER_EMAIL,
    bases: {
      account: data.LEGAL_BASIS_ACCOUNT,
      safety: data.LEGAL_BASIS_SAFETY,
      messages: data.LEGAL_BASIS_MESSAGES,
    },
    mailProvider: data.MAIL_PROVIDER,
    backupWeeks: data.BACKUP_WEEKS,
    logDays: data.LOG_DAYS,
    officer: data.PRIVACY_OFFICER ?? null,
    euRepresentative: data.EU_REPRESENTATIVE ?? null,
    ukRepresentative: data.UK_REPRESENTATIVE ?? null,
    isDemonstration: false,
  };
}

export function validateController(input: RawSettings): readonly string[] {
  const controller = readController(input);
  return 'name' in controller ? [] : controller;
}

/**
 * Empty settings count as missing.
 * @throws Error naming each setting that is missing, invalid or still the demo value
 */
export function parseController(input: RawSettings): Controller {
  const controller = readController(input);
  if ('name' in controller) return controller;
  throw new Error(`Invalid controller settings: ${controller.join(', ')}`);
}
