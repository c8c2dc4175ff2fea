import * as z from 'zod/mini';
import { type GivenSettings, parseSettings } from '../core/settings';

/** The legal bases of GDPR, UK GDPR (Article 6) and Nigeria's NDPA (section 25) that a site may rest on. */
export const LEGAL_BASES = [
  'contract',
  'consent',
  'legal-obligation',
  'legitimate-interests',
] as const;
export type LegalBasis = (typeof LEGAL_BASES)[number];

/** Who answers for members' data, on which grounds, and how long copies last that no member sees. */
export interface Controller {
  readonly name: string;
  readonly address: string;
  readonly email: string;
  /** Of running an account, of keeping the service safe and provable, and of messages. */
  readonly bases: Readonly<Record<'account' | 'safety' | 'messages', LegalBasis>>;
  /** The company that delivers the site's email. */
  readonly mailProvider: string;
  readonly backupWeeks: number;
  readonly logDays: number;
  /** Names and addresses; null where the law asks for none. */
  readonly officer: string | null;
  readonly euRepresentative: string | null;
  readonly ukRepresentative: string | null;
  /** True for the sample values of local suites. */
  readonly isDemonstration: boolean;
}

/** Sample values of local suites and tests. Real projects are refused them. */
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

const text = (least: number, most: number) =>
  z.string().check(
    z.regex(
      new RegExp(`^[^\\p{Cc}<>]{${least},${most}}$`, 'u'),
      `is no text of ${least} to ${most} characters`,
    ),
    z.refine((value) => !/sample/i.test(value), 'is the demonstration’s'),
  );

const basis = z.enum(LEGAL_BASES, `is none of ${LEGAL_BASES.join(', ')}`);

const whole = (most: number) => {
  const rule = `is no whole number from 1 to ${most}`;
  return z.pipe(
    z.string().check(z.regex(/^\d{1,4}$/, rule)),
    z.pipe(z.transform(Number), z.number().check(z.gte(1, rule), z.lte(most, rule))),
  );
};

/** Firestore keeps a backup for fourteen weeks at most, Cloud Logging a line for ten years. */
const settings = z.object({
  CONTROLLER_NAME: text(2, 100),
  CONTROLLER_ADDRESS: text(10, 200),
  CONTROLLER_EMAIL: z
    .email('is no email address')
    .check(z.refine((address) => !address.endsWith('.test'), 'is no address that mail reaches')),
  LEGAL_BASIS_ACCOUNT: basis,
  LEGAL_BASIS_SAFETY: basis,
  LEGAL_BASIS_MESSAGES: basis,
  MAIL_PROVIDER: text(2, 100),
  BACKUP_WEEKS: whole(14),
  LOG_DAYS: whole(3650),
  PRIVACY_OFFICER: z.optional(text(5, 200)),
  EU_REPRESENTATIVE: z.optional(text(5, 200)),
  UK_REPRESENTATIVE: z.optional(text(5, 200)),
});

function read(given: GivenSettings): Controller | readonly string[] {
  const parsed = parseSettings(settings, given);
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

/** The problems with a real project's settings, each by its name; empty if there are none. */
export function controllerProblems(given: GivenSettings): readonly string[] {
  const controller = read(given);
  return 'name' in controller ? [] : controller;
}

/**
 * The controller of a real project.
 * @param given its settings; empty ones count as missing
 * @throws Error that names each setting that is missing, wrong or the demonstration's
 */
export function parseController(given: GivenSettings): Controller {
  const controller = read(given);
  if ('name' in controller) return controller;
  throw new Error(`The settings of the controller are not whole: ${controller.join(', ')}`);
}
