import { bytesOf64, base64Of } from './base64';
import { type Checkpoint, type NoteKey, openCheckpoint, type VerifyEd25519 } from './checkpoint';
import { provesConsistency } from './proofs';
import type { Hash } from './tree';

/** A checkpoint that a log submits to a witness (C2SP tlog-witness). */
export interface Submission {
  /** Size of the checkpoint that the log believes the witness to have cosigned last; 0 for none. */
  readonly old: number;
  /** That the newer tree begins with the old one. */
  readonly proof: readonly Hash[];
  readonly note: string;
}

/** A submission as it is posted to `add-checkpoint`. */
export const submissionText = ({ old, proof, note }: Submission): string =>
  `old ${old}\n${proof.map((hash) => `${base64Of(hash)}\n`).join('')}\n${note}`;

/** Most hashes of a proof. */
const MAX_HASHES = 63;

/**
 * The submission in a posted body.
 * @throws TypeError where it is none
 */
export function submissionOf(body: string): Submission {
  const end = body.indexOf('\n\n');
  const [first = '', ...lines] = body.slice(0, end).split('\n');
  const [, old] = /^old (0|[1-9]\d{0,15})$/.exec(first) ?? [];
  if (end < 0 || old === undefined || lines.length > MAX_HASHES)
    throw new TypeError('Not a submission of a checkpoint');
  return { old: Number(old), proof: lines.map(bytesOf64), note: body.slice(end + 2) };
}

/** What a witness answers: a checkpoint to cosign, or why not. */
export type WitnessAnswer =
  | { readonly status: 200; readonly checkpoint: Checkpoint }
  /** The witness's last cosigned size, `size`, differs from the submission's old size. */
  | { readonly status: 409; readonly size: number }
  /** 400: the old size is beyond the checkpoint. 403: the log's signature is missing. 422: the consistency proof is invalid. */
  | { readonly status: 400 | 403 | 422 };

/**
 * Judges a submission: a witness cosigns only what its log proves to have grown from the last checkpoint that it cosigned.
 * @param last that checkpoint; null before the first
 * @throws TypeError where the note isn't a signed checkpoint
 */
export async function judgeSubmission(
  { old, proof, note }: Submission,
  last: Checkpoint | null,
  { key, verify }: { readonly key: NoteKey; readonly verify: VerifyEd25519 },
): Promise<WitnessAnswer> {
  const checkpoint = await openCheckpoint(note, key, verify);
  if (!checkpoint || checkpoint.origin !== key.name) return { status: 403 };
  if (old > checkpoint.size) return { status: 400 };
  const size = last?.size ?? 0;
  if (old !== size) return { status: 409, size };
  if (!last) return proof.length === 0 ? { status: 200, checkpoint } : { status: 422 };
  if (provesConsistency(last, checkpoint, proof)) return { status: 200, checkpoint };
  return old === checkpoint.size ? { status: 409, size } : { status: 422 };
}
