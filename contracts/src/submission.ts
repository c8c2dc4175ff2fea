import { countText } from './tell';
import * as z from 'zod/mini';
import { type AccessPath, accessPathSchema } from './member';
import { firestoreTime } from './time';
import { isPrintable } from './validation';

/** A proof is smaller than this, in bytes. */
export const PROOF_MAX_BYTES = 10 * 1024 * 1024;

export const PROOF_TYPES = ['image/png', 'image/jpeg'] as const;

/** Pixels that a proof has on a side at most: the longest screenshots stay below. */
export const PROOF_MAX_EDGE = 12_000;

/** Pixels that a proof has in all, at most: each takes four bytes of whoever looks at it. */
export const PROOF_MAX_PIXELS = 25_000_000;

export const TOO_MANY_PIXELS = `The image is larger than ${countText(PROOF_MAX_EDGE)} pixels on a side. Please upload a screenshot.`;

export const TOO_MANY_MEGAPIXELS = `The image has more than ${PROOF_MAX_PIXELS / 1_000_000} megapixels. Please upload a screenshot.`;

/** What is said of a file at which the inspection broke off again and again. */
export const NOT_READABLE = 'The file could not be read. Please upload another screenshot.';

export const NOT_AN_IMAGE = 'Please upload a valid image file (PNG, JPG, JPEG)';

export const FILE_TOO_LARGE = 'File size must be less than 10MB';

/** Where the image of a proof lies in the file store, once it was accepted. */
export const proofPath = (uid: string, proofId: string): string => `proofs/${uid}/${proofId}`;

/** The id under which the broker knows the member. */
export const traderIdSchema = z
  .string('Please enter your trader ID')
  .check(
    z.trim(),
    z.minLength(1, { error: 'Please enter your trader ID', abort: true }),
    z.maxLength(64, 'Trader ID must be at most 64 characters'),
    z.refine(isPrintable, 'Trader ID must not contain control characters'),
  );

/** `checking` until the bytes were looked at, then `waiting` for staff or `rejected`; `approved` once staff agreed. */
export const proofStateSchema = z.enum(['checking', 'waiting', 'rejected', 'approved']);

export type ProofState = z.infer<typeof proofStateSchema>;

/** How far a submission has come, of either kind; `time` is the schema of its times. */
export const progressOf = <T extends z.ZodMiniType>(time: T) => ({
  state: proofStateSchema,
  /** What is wrong with a rejected one, in a sentence for its owner. */
  reason: z.nullable(z.string()),
  createdAt: time,
  updatedAt: time,
});

/** `proofs/{id}` as Firestore holds it: what its owner and staff may read. */
export const proofDocumentSchema = z.object({
  uid: z.string(),
  traderId: z.string(),
  /** Path of the image in the file store. */
  file: z.string(),
  ...progressOf(firestoreTime),
});

export type Proof = z.infer<typeof proofDocumentSchema>;

/** What a proof of a deposit may be: a screenshot, or a PDF of the broker. Smaller than `PROOF_MAX_BYTES`. */
export const SETUP_PROOF_TYPES = [...PROOF_TYPES, 'application/pdf'] as const;

/** What a file is brought for. */
export const uploadKindSchema = z.enum(['proof', 'setup'], 'kind must be proof or setup');

/** What a file may be, of either kind. */
export const uploadTypeSchema = z.enum(
  SETUP_PROOF_TYPES,
  'Please upload an image (PNG, JPG, JPEG) or a PDF',
);

/** What a member says of a file before they bring it; `size` in bytes. */
export const uploadBodySchema = z
  .strictObject({
    kind: uploadKindSchema,
    type: uploadTypeSchema,
    size: z
      .int('size must be a number of bytes')
      .check(z.gte(1, 'The file is empty'), z.lt(PROOF_MAX_BYTES, FILE_TOO_LARGE)),
  })
  .check(
    z.refine(({ kind, type }) => kind === 'setup' || type !== 'application/pdf', {
      error: NOT_AN_IMAGE,
      path: ['type'],
    }),
  );

export type UploadBody = z.infer<typeof uploadBodySchema>;

/** Where a file is brought, and where nobody but the inspection reads it. */
export const pendingPath = (uid: string, uploadId: string): string => `pending/${uid}/${uploadId}`;

export const NOT_A_SETUP_PROOF = 'Please upload an image (PNG, JPG, JPEG) or a PDF';

/** Where the proof of a setup lies in the file store, once it was accepted. */
export const setupProofPath = (uid: string, setupId: string): string =>
  `setupProofs/${uid}/${setupId}`;

/** The least deposit in dollars for each path of access. */
export const SETUP_MINIMUMS = { manual: 30, auto: 500 } as const satisfies Record<
  AccessPath,
  number
>;

const PATH_WORDS: Record<AccessPath, string> = {
  manual: 'manual access',
  auto: 'auto copy trading',
};

/** Above this (dollars) a typing mistake is likelier than a deposit. */
export const DEPOSIT_MAX = 10_000_000;

const NOT_A_NUMBER = 'Deposit amount must be a number';

/** What is wrong with a deposit (dollars) for the path chosen; null where nothing is. */
export function depositProblem(amount: number, accessPath: AccessPath): string | null {
  const minimum = SETUP_MINIMUMS[accessPath];
  if (amount < minimum) return `The minimum deposit for ${PATH_WORDS[accessPath]} is $${minimum}`;
  const isMoney = amount <= DEPOSIT_MAX && Number(amount.toFixed(2)) === amount;
  return isMoney ? null : 'Please check the deposit amount';
}

/** A deposit as people type it (`500`, `$1,250.50`), in dollars. */
export const typedDepositSchema = z.pipe(
  z.string('Deposit amount is required').check(
    z.overwrite((text) => text.replace(/[\s,$]/g, '')),
    z.minLength(1, { error: 'Deposit amount is required', abort: true }),
    z.regex(/^\d{1,12}(\.\d{1,2})?$/, NOT_A_NUMBER),
  ),
  z.transform(Number),
);

/** The account at the broker. */
export const brokerAccountSchema = z
  .string('Broker account ID is required')
  .check(
    z.trim(),
    z.minLength(1, { error: 'Broker account ID is required', abort: true }),
    z.maxLength(64, 'Broker account ID must be at most 64 characters'),
    z.refine(isPrintable, 'Broker account ID must not contain control characters'),
  );

/** What the last step of the wizard sends, once its proof lies at {@link pendingPath}. */
export const setupBodySchema = z
  .strictObject({
    setupId: z.uuid('setupId must be a UUID'),
    brokerAccount: brokerAccountSchema,
    depositAmount: z.number(NOT_A_NUMBER),
    accessPath: z.enum(
      accessPathSchema.options,
      'Please choose manual access or auto copy trading',
    ),
  })
  .check((context) => {
    const { depositAmount, accessPath } = context.value;
    const problem = depositProblem(depositAmount, accessPath);
    if (problem !== null)
      context.issues.push({
        code: 'custom',
        input: depositAmount,
        message: problem,
        path: ['depositAmount'],
      });
  });

export type SetupBody = z.infer<typeof setupBodySchema>;

const setupOf = <T extends z.ZodMiniType>(time: T) => ({
  brokerAccount: z.string(),
  /** Dollars. */
  depositAmount: z.number(),
  accessPath: accessPathSchema,
  ...progressOf(time),
});

/** `setups/{id}` as Firestore holds it: what its owner and staff may read and follow. */
export const setupDocumentSchema = z.object({
  uid: z.string(),
  /** Path of the proof in the file store. */
  file: z.string(),
  ...setupOf(firestoreTime),
});

export type SetupRecord = z.infer<typeof setupDocumentSchema>;

/** A setup as the API answers it. */
export const setupSchema = z.object({ id: z.string(), ...setupOf(z.iso.datetime()) });

export type Setup = z.infer<typeof setupSchema>;

/** The API's words for a setup. */
export const toSetup = (
  id: string,
  { uid: _owner, file: _file, ...setup }: SetupRecord,
): Setup => ({
  ...setup,
  id,
  createdAt: new Date(setup.createdAt).toISOString(),
  updatedAt: new Date(setup.updatedAt).toISOString(),
});
