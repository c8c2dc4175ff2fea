import {
  type Checkpoint,
  checkpointOf,
  cosignersOf,
  type Hash,
  signedNoteOf,
  submissionText,
  type Witness,
} from '@quantalgo/contracts';
import type { Firestore } from 'firebase-admin/firestore';
import { logDocument } from '../../collections/record';
import { originOf } from '../../domain/log';
import { parseDocument } from '../core/documents';
import { verifyEd25519 } from '../core/noteSigner';
import { LOG_PATH, readConsistency, readLog } from './log';

/** Longest wait (ms) for a witness's answer. The next run asks again. */
const WITHIN_MS = 5000;

/** What a witness made of a checkpoint: the line of its cosignature, or why there is none. */
export type Witnessed = { readonly name: string } & (
  | { readonly line: string }
  | { readonly refusal: string }
);

/** A checkpoint to be cosigned. */
interface Submitted {
  readonly note: string;
  readonly checkpoint: Checkpoint;
  /** The hashes that prove its log to begin with that of a smaller size. */
  readonly proofFrom: (size: number) => Promise<readonly Hash[]>;
}

const submit = (url: string, body: string): Promise<Response> =>
  fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(WITHIN_MS), redirect: 'error' });

/** The answer of a witness, which is asked again with a proof from the size that it says to know. */
async function answerOf({ url }: Witness, { note, checkpoint, proofFrom }: Submitted) {
  const first = await submit(url, submissionText({ old: 0, proof: [], note }));
  if (first.status !== 409) return first;
  const size = Number(await first.text());
  if (!Number.isSafeInteger(size) || size < 0 || size > checkpoint.size) return first;
  return submit(url, submissionText({ old: size, proof: await proofFrom(size), note }));
}

const REFUSALS: Readonly<Record<number, string>> = {
  403: 'it knows another key of the log',
  404: 'it does not know the log',
  409: 'it has cosigned another log of that size, or a longer one',
  422: 'it was not shown that the log only grew',
};

/**
 * Submits a checkpoint to a witness (C2SP tlog-witness), which may answer a line for each of its keys. What isn't the
 * cosignature of this checkpoint by the known one is dropped. Never rejects: who can't be reached is asked again by the
 * next run.
 */
export async function submitTo(witness: Witness, submitted: Submitted): Promise<Witnessed> {
  const { name } = witness.key;
  try {
    const answer = await answerOf(witness, submitted);
    if (!answer.ok)
      return { name, refusal: REFUSALS[answer.status] ?? `it answered ${answer.status}` };
    for (const line of (await answer.text()).split(/(?<=\n)/))
      if (await isCosignature(line, witness, submitted)) return { name, line };
    return { name, refusal: 'its cosignature does not hold' };
  } catch {
    return { name, refusal: 'it did not answer' };
  }
}

/** Whether a line is a witness's cosignature of what was submitted, by the key that is known of it. */
async function isCosignature(
  line: string,
  { key }: Witness,
  { note }: Submitted,
): Promise<boolean> {
  try {
    const isLine = /^— [^\n]+\n$/.test(line);
    return isLine && (await cosignersOf(note + line, [key], verifyEd25519)).length > 0;
  } catch {
    return false;
  }
}

const sizeOf = (note: string): number => checkpointOf(signedNoteOf(note).text).size;

/** What witnesses made of a checkpoint. */
interface Cosigned {
  /** As it was submitted. */
  readonly note: string;
  /** The lines that they signed for it since. */
  readonly lines: readonly string[];
  /** Whether as many as are needed have cosigned it. */
  readonly isEnough: boolean;
}

/**
 * Adds cosignatures to a checkpoint that is still the newest: a later one is submitted by itself. The newest that enough
 * have cosigned is kept beside it.
 */
async function storeCosigned(database: Firestore, { note, lines, isEnough }: Cosigned) {
  const checkpoint = note + lines.join('');
  await database.runTransaction(async (transaction) => {
    const stored = await transaction.get(database.doc(LOG_PATH));
    const log = parseDocument(logDocument, stored);
    const { origin, size } = checkpointOf(signedNoteOf(note).text);
    if (!log || originOf(log.ledgerId) !== origin) return;
    const isNewer = log.cosigned === null || sizeOf(log.cosigned) <= size;
    const changes = {
      ...(log.checkpoint === note ? { checkpoint } : {}),
      ...(isEnough && isNewer ? { cosigned: checkpoint } : {}),
    };
    if (Object.keys(changes).length > 0) transaction.update(stored.ref, changes);
  });
}

/**
 * Has the witnesses cosign the newest checkpoint that haven't yet, and stores what they sign below it. May run twice, late,
 * and while the log grows.
 * @param needed how many must have cosigned a checkpoint for it to be served as cosigned
 * @returns what each that was asked made of it
 */
export async function cosignNewest(
  database: Firestore,
  witnesses: readonly Witness[],
  needed: number,
): Promise<Witnessed[]> {
  const log = witnesses.length > 0 ? await readLog(database) : null;
  if (!log || log.checkpoint === null) return [];
  const note = log.checkpoint;
  const keys = witnesses.map(({ key }) => key);
  const present = (await cosignersOf(note, keys, verifyEd25519)).map(({ name }) => name);
  const checkpoint = checkpointOf(signedNoteOf(note).text);
  const proofFrom = (older: number) =>
    readConsistency(database, log, { older, newer: checkpoint.size });
  const asked = witnesses.filter(({ key }) => !present.includes(key.name));
  const found = await Promise.all(
    asked.map((one) => submitTo(one, { note, checkpoint, proofFrom })),
  );
  const lines = found.flatMap((one) => ('line' in one ? [one.line] : []));
  const isEnough = present.length + lines.length >= needed;
  if (lines.length > 0 || (isEnough && log.cosigned !== note))
    await storeCosigned(database, { note, lines, isEnough });
  return found;
}
