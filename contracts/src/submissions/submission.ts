import { countText } from '../core/format';
import * as z from 'zod/mini';
import { cleanAccountId } from '../core/identity';
import { type AccessPath, accessPathSchema } from '../account/member';
import { firestoreTime, MINUTE_MS } from '../core/time';
import { isPrintable } from '../core/validation';

/** Size limit of a member's picture in bytes, exclusive: devices shrink to it before they send. */
export const PICTURE_MAX_BYTES = 400_000;

/** The type of every picture as it is sent and stored, whatever was chosen. */
export const PICTURE_TYPE = 'image/jpeg';

export const NOT_A_PICTURE = 'Please choose a picture (PNG, JPG or WebP)';

export const PICTURE_TOO_LARGE = 'This picture is too large. Please choose a smaller one.';

/** Size limit of a proof in bytes, exclusive. */
export const PROOF_MAX_BYTES = 10 * 1024 * 1024;

export const PROOF_TYPES = ['image/png', 'image/jpeg'] as const;

/** Maximum pixels on a side of a proof; the longest screenshots stay below. */
export const PROOF_MAX_EDGE = 12_000;

/** Maximum pixels of a proof in all: each takes four bytes of memory on the viewer's device. */
export const PROOF_MAX_PIXELS = 25_000_000;

export const TOO_MANY_PIXELS = `The image is larger than ${countText(PROOF_MAX_EDGE)} pixels on a side. Please upload a screenshot.`;

export const TOO_MANY_MEGAPIXELS = `The image has more than ${PROOF_MAX_PIXELS / 1_000_000} megapixels. Please upload a screenshot.`;

/** How long (ms) an inspection may take before staff and the member are told that it is overdue. */
export const INSPECTION_OVERDUE_MS = 15 * MINUTE_MS;

/** For a file whose inspection failed for an hour through no fault of the file. */
export const NOT_CHECKED = 'We could not check your file. Please send it again.';

/** For a file whose inspection kept failing. */
export const NOT_READABLE = 'The file could not be read. Please upload another screenshot.';

export const NOT_AN_IMAGE = 'Please upload a valid image file (PNG, JPG, JPEG)';

/**
 * The code with which a submission is refused whose file has not arrived, or whose leave to upload it has run out: a
 * device asks for leave and uploads the file again.
 */
export const UPLOAD_MISSING = 'upload-missing';

export const FILE_TOO_LARGE = 'File size must be less than 10MB';

/** Path of an accepted proof's image in the file store. */
export const proofPath = (uid: string, proofId: string): string => `proofs/${uid}/${proofId}`;

/** The member's id at the broker. */
export const traderIdSchema = z
  .string('Please enter your trader ID')
  .check(
    z.overwrite(cleanAccountId),
    z.minLength(1, { error: 'Please enter your trader ID', abort: true }),
    z.maxLength(64, 'Trader ID must be at most 64 characters'),
    z.refine(isPrintable, 'Trader ID must not contain control characters'),
  );

/** `checking` until the bytes are inspected, then `waiting` for staff or `rejected`; `approved` by staff. */
export const proofStateSchema = z.enum(['checking', 'waiting', 'rejected', 'approved']);

export type ProofState = z.infer<typeof proofStateSchema>;

/** Progress of a submission of either kind; `time` is the schema of its times. */
export const progressOf = <T extends z.ZodMiniType>(time: T) => ({
  state: proofStateSchema,
  /** Why it was rejected, in a sentence for its owner. */
  reason: z.nullable(z.string()),
  createdAt: time,
  updatedAt: time,
});

/** `proofs/{id}` as Firestore holds it; its owner and staff may read it. */
export const proofDocumentSchema = z.object({
  uid: z.string(),
  traderId: z.string(),
  /** Path of the image in the file store. */
  file: z.string(),
  ...progressOf(firestoreTime),
});

export type Proof = z.infer<typeof proofDocumentSchema>;

/** Accepted types for a proof of deposit: a screenshot, or the broker's PDF. Limited to `PROOF_MAX_BYTES` too. */
export const SETUP_PROOF_TYPES = [...PROOF_TYPES, 'application/pdf'] as const;

/** Purpose of an uploaded file. */
export const uploadKindSchema = z.enum(
  ['proof', 'setup', 'picture'],
  'kind must be proof, setup or picture',
);

/** Accepted file types, of either kind. */
export const uploadTypeSchema = z.enum(
  SETUP_PROOF_TYPES,
  'Please upload an image (PNG, JPG, JPEG) or a PDF',
);

/** A member's announcement of a file before its upload; `size` in bytes. */
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

/** Path of a new upload, which only the inspection reads. */
export const pendingPath = (uid: string, uploadId: string): string => `pending/${uid}/${uploadId}`;

export const NOT_A_SETUP_PROOF = 'Please upload an image (PNG, JPG, JPEG) or a PDF';

/** Path of an accepted setup's proof in the file store. */
export const setupProofPath = (uid: string, setupId: string): string =>
  `setupProofs/${uid}/${setupId}`;

/** The minimum deposit in dollars for each path of access. */
export const SETUP_MINIMUMS = { manual: 30, auto: 500 } as const satisfies Record<
  AccessPath,
  number
>;

const PATH_TEXT: Record<AccessPath, string> = {
  manual: 'manual access',
  auto: 'auto copy trading',
};

/** Maximum deposit in dollars; above it a typing mistake is likelier. */
const MAX_DEPOSIT = 10_000_000;

export const DEPOSIT_NOT_A_NUMBER = 'Deposit amount must be a number';

/** The problem with a deposit (dollars) for the chosen path; null if there is none. */
export function depositProblem(amount: number, accessPath: AccessPath): string | null {
  const minimum = SETUP_MINIMUMS[accessPath];
  if (amount < minimum) return `The minimum deposit for ${PATH_TEXT[accessPath]} is $${minimum}`;
  const isMoney = amount <= MAX_DEPOSIT && Number(amount.toFixed(2)) === amount;
  return isMoney ? null : 'Please check the deposit amount';
}

/** The id of the account at the broker. */
export const brokerAccountSchema = z
  .string('Broker account ID is required')
  .check(
    z.overwrite(cleanAccountId),
    z.minLength(1, { error: 'Broker account ID is required', abort: true }),
    z.maxLength(64, 'Broker account ID must be at most 64 characters'),
    z.refine(isPrintable, 'Broker account ID must not contain control characters'),
  );

/** The request of the wizard's last step, once the proof is at {@link pendingPath}. */
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
    const problem = depositProblem(depositAmount, accessPath);
    if (problem !== null)
      context.issues.push({
        code: 'custom',
        input: depositAmount,
        message: problem,
        path: ['depositAmount'],
      });
  });

const setupOf = <T extends z.ZodMiniType>(time: T) => ({
  brokerAccount: z.string(),
  /** Dollars. */
  depositAmount: z.number(),
  accessPath: accessPathSchema,
  ...progressOf(time),
});

/** `setups/{id}` as Firestore holds it; its owner and staff may read it and listen to it. */
export const setupDocumentSchema = z.object({
  uid: z.string(),
  /** Path of the proof in the file store. */
  file: z.string(),
  ...setupOf(firestoreTime),
});

export type SetupRecord = z.infer<typeof setupDocumentSchema>;

/** A setup as the API returns it. */
export const setupSchema = z.object({ id: z.string(), ...setupOf(z.iso.datetime()) });

export type Setup = z.infer<typeof setupSchema>;

/** The API's representation of a setup. */
export const toSetup = (
  id: string,
  { uid: _owner, file: _file, ...setup }: SetupRecord,
): Setup => ({
  ...setup,
  id,
  createdAt: new Date(setup.createdAt).toISOString(),
  updatedAt: new Date(setup.updatedAt).toISOString(),
});
