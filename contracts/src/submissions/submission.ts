import { formatCount } from '../core/format';
import * as z from 'zod/mini';
import { GRANTABLE_TIERS } from '../access/access';
import { cleanAccountId } from '../core/identity';
import { type AccessPath, accessPathSchema } from '../access/accessPath';
import { firestoreTimeSchema, HOUR_MS, MINUTE_MS } from '../core/time';
import { isPrintable } from '../core/validation';

export const PICTURE_MAX_BYTES = 400_000;

export const PICTURE_TYPE = 'image/jpeg';

export const NOT_A_PICTURE = 'Please choose a picture (PNG, JPG or WebP)';

export const PICTURE_TOO_LARGE = 'This picture is too large. Please choose a smaller one.';

/** Exclusive limit. */
export const PROOF_MAX_BYTES = 10 * 1024 * 1024;

export const PROOF_TYPES = ['image/png', 'image/jpeg'] as const;

export const PROOF_MAX_EDGE = 12_000;

/** Each pixel takes four bytes of memory on the viewer's device. */
export const PROOF_MAX_PIXELS = 25_000_000;

export const TOO_MANY_PIXELS = `The image is larger than ${formatCount(PROOF_MAX_EDGE)} pixels on a side. Please upload a screenshot.`;

export const TOO_MANY_MEGAPIXELS = `The image has more than ${PROOF_MAX_PIXELS / 1_000_000} megapixels. Please upload a screenshot.`;

/** Deadline for staff's decision. */
export const REVIEW_TIMEOUT_MS = { proof: 24 * HOUR_MS, setup: 48 * HOUR_MS } as const;

export const INSPECTION_OVERDUE_MS = 15 * MINUTE_MS;

export const NOT_CHECKED = 'We could not check your file. Please send it again.';

export const NOT_READABLE = 'The file could not be read. Please upload another screenshot.';

export const NOT_AN_IMAGE = 'Please upload a valid image file (PNG, JPG, JPEG)';

/**
 * The file hasn't arrived or the permission to upload it has expired. The device must request
 * permission and upload again.
 */
export const UPLOAD_MISSING = 'upload-missing';

export const FILE_TOO_LARGE = 'File size must be less than 10MB';

export const proofPath = (uid: string, proofId: string): string => `proofs/${uid}/${proofId}`;

export const traderIdSchema = z
  .string('Please enter your trader ID')
  .check(
    z.overwrite(cleanAccountId),
    z.minLength(1, { error: 'Please enter your trader ID', abort: true }),
    z.maxLength(64, 'Trader ID must be at most 64 characters'),
    z.refine(isPrintable, 'Trader ID must not contain control characters'),
  );

/** `checking`: the bytes are being inspected. `waiting`: staff must decide. */
export const proofStateSchema = z.enum(['checking', 'waiting', 'rejected', 'approved']);

export type ProofState = z.infer<typeof proofStateSchema>;

export const buildProgressFields = <T extends z.ZodMiniType>(time: T) => ({
  state: proofStateSchema,
  reason: z.nullable(z.string()),
  createdAt: time,
  updatedAt: time,
});

/**
 * Decided by staff or, for proofs, by the broker’s report. An approval sets `approvedAs`, even if it
 * grants nothing new.
 */
export const buildReviewFields = <T extends z.ZodMiniType>(time: T) => ({
  ...buildProgressFields(time),
  approvedAs: z.exactOptional(z.enum(GRANTABLE_TIERS)),
});

export const proofDocumentSchema = z.object({
  uid: z.string(),
  traderId: z.string(),
  file: z.string(),
  ...buildReviewFields(firestoreTimeSchema),
});

export type Proof = z.infer<typeof proofDocumentSchema>;

export const SETUP_PROOF_TYPES = [...PROOF_TYPES, 'application/pdf'] as const;

export const uploadKindSchema = z.enum(
  ['proof', 'setup', 'picture'],
  'kind must be proof, setup or picture',
);

export const uploadTypeSchema = z.enum(
  SETUP_PROOF_TYPES,
  'Please upload an image (PNG, JPG, JPEG) or a PDF',
);

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
    z.refine(({ kind, type }) => kind !== 'picture' || type === PICTURE_TYPE, {
      error: NOT_A_PICTURE,
      path: ['type'],
    }),
    z.refine(({ kind, size }) => kind !== 'picture' || size < PICTURE_MAX_BYTES, {
      error: PICTURE_TOO_LARGE,
      path: ['size'],
    }),
  );

export type UploadBody = z.infer<typeof uploadBodySchema>;

export const pendingPath = (uid: string, uploadId: string): string => `pending/${uid}/${uploadId}`;

export const NOT_A_SETUP_PROOF = 'Please upload an image (PNG, JPG, JPEG) or a PDF';

export const setupProofPath = (uid: string, setupId: string): string =>
  `setupProofs/${uid}/${setupId}`;

/** US dollars. */
export const SETUP_MINIMUMS = { manual: 30, auto: 500 } as const satisfies Record<
  AccessPath,
  number
>;

const PATH_TEXT: Record<AccessPath, string> = {
  manual: 'manual access',
  auto: 'auto copy trading',
};

/** US dollars. Larger amounts are probably typing mistakes. */
const MAX_DEPOSIT = 10_000_000;

export const DEPOSIT_NOT_A_NUMBER = 'Deposit amount must be a number';

export function validateDeposit(amount: number, accessPath: AccessPath): string | null {
  const minimum = SETUP_MINIMUMS[accessPath];
  if (amount < minimum) return `The minimum deposit for ${PATH_TEXT[accessPath]} is $${minimum}`;
  const isMoney = amount <= MAX_DEPOSIT && Number(amount.toFixed(2)) === amount;
  return isMoney
    ? null
    : `Enter the deposit in dollars and cents, at most $${formatCount(MAX_DEPOSIT)}`;
}

export const brokerAccountSchema = z
  .string('Broker account ID is required')
  .check(
    z.overwrite(cleanAccountId),
    z.minLength(1, { error: 'Broker account ID is required', abort: true }),
    z.maxLength(64, 'Broker account ID must be at most 64 characters'),
    z.refine(isPrintable, 'Broker account ID must not contain control characters'),
  );

export const setupBodySchema = z
  .strictObject({
    setupId: z.uuid('setupId must be a UUID'),
    brokerAccount: brokerAccountSchema,
    depositAmount: z.number(DEPOSIT_NOT_A_NUMBER),
    accessPath: z.enum(
      accessPathSchema.options,
      'Please choose manual access or auto copy trading',
    ),
  })
  .check((context) => {
    const { depositAmount, accessPath } = context.value;
    const problem = validateDeposit(depositAmount, accessPath);
    if (problem !== null)
      context.issues.push({
        code: 'custom',
        input: depositAmount,
        message: problem,
        path: ['depositAmount'],
      });
  });

const buildSetupFields = <T extends z.ZodMiniType>(time: T) => ({
  brokerAccount: z.string(),
  depositAmount: z.number(),
  accessPath: accessPathSchema,
  ...buildReviewFields(time),
});

export const setupDocumentSchema = z.object({
  uid: z.string(),
  file: z.string(),
  ...buildSetupFields(firestoreTimeSchema),
});

export type SetupRecord = z.infer<typeof setupDocumentSchema>;

export const setupSchema = z.object({ id: z.string(), ...buildSetupFields(z.iso.datetime()) });

export type Setup = z.infer<typeof setupSchema>;

export const toSetup = (
  id: string,
  { uid: _owner, file: _file, ...setup }: SetupRecord,
): Setup => ({
  ...setup,
  id,
  createdAt: new Date(setup.createdAt).toISOString(),
  updatedAt: new Date(setup.updatedAt).toISOString(),
});
