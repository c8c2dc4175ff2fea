import { slotId, slotStart } from '@quantalgo/contracts/core/slots';
import { LATEST_PUBLICATION_MS } from '@quantalgo/contracts/record/ledger/timeRules';
import { encodeBase64 } from '@quantalgo/contracts/record/log/base64';
import { parseCheckpoint, parseSignedNote } from '@quantalgo/contracts/record/log/checkpoint';
import type { StampedCheckpoint } from '@quantalgo/contracts/record/log/stampedCheckpoint';
import { type DocumentSnapshot, type Firestore, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { checkpointStampDocument, ledgerHeadDocument, logDocument } from '../../collections/record';
import { parseDocument, readAll } from '../core/documents';
import { HEAD_PATH } from './ledger';
import { LOG_PATH } from './log';
import type { Stamper } from './stampText';
import { logger } from '../core/log';

const stampPath = (slot: string) => `checkpointStamps/${slot}`;

function readNewestCheckpointText(head: DocumentSnapshot, log: DocumentSnapshot) {
  const ledger = parseDocument(ledgerHeadDocument, head);
  const stored = parseDocument(logDocument, log);
  if (!ledger || !stored?.checkpoint || stored.ledgerId !== ledger.ledgerId) return null;
  const { text } = parseSignedNote(stored.checkpoint);
  const checkpoint = parseCheckpoint(text);
  // A stamped older checkpoint would make the missing entries look newer than they are.
  return checkpoint.size === ledger.seq + 1 ? { ...ledger, ...checkpoint, text } : null;
}

async function requestStamps(text: string, stampers: readonly Stamper[]) {
  const results = await Promise.allSettled(
    stampers.map(async (stamper) => ({ by: stamper.by, ...(await stamper.text(text)) })),
  );
  const failures = results.flatMap((result): unknown[] =>
    result.status === 'rejected' ? [result.reason] : [],
  );
  const stamps = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  if (stamps.length === 0)
    throw new AggregateError(failures, 'No authority stamped the checkpoint');
  for (const cause of failures)
    logger.warn('A time-stamp authority failed', { reason: String(cause) });
  return stamps;
}

/**
 * Time-stamps the newest checkpoint once per slot, after the slot's last possible publication.
 * @param at epoch ms
 * @returns the checkpoint's size, or null if nothing was due
 * @throws AggregateError if every authority failed; the slot's next run retries
 */
export async function stampCheckpoint(
  database: Firestore,
  stampers: readonly Stamper[],
  at: number,
): Promise<number | null> {
  const slotTime = slotStart(at);
  if (stampers.length === 0 || at < slotTime + LATEST_PUBLICATION_MS) return null;
  const slot = slotId(slotTime);
  const [head, log, stampSnapshot] = await readAll(
    database,
    database.doc(HEAD_PATH),
    database.doc(LOG_PATH),
    database.doc(stampPath(slot)),
  );
  const newest = readNewestCheckpointText(head, log);
  const previous = parseDocument(checkpointStampDocument, stampSnapshot);
  if (!newest || previous?.ledgerId === newest.ledgerId) return null;
  const { ledgerId, origin, size, root, text } = newest;
  const stamps = await requestStamps(text, stampers);
  await stampSnapshot.ref.set({
    slot,
    ledgerId,
    origin,
    size,
    root: encodeBase64(root),
    stamps: stamps.map(({ by, genTime }) => ({
      authority: by,
      genTime: Timestamp.fromMillis(genTime),
    })),
    tokens: stamps.map(({ token }) => encodeBase64(token)),
  });
  return size;
}

const untokenedSchema = z.omit(checkpointStampDocument, { tokens: true });

/** Oldest first. @param day UTC, such as `20261120` */
export async function readStampedDay(
  database: Firestore,
  day: string,
): Promise<StampedCheckpoint[]> {
  const { docs } = await database
    .collection('checkpointStamps')
    .where('slot', '>=', `${day}T0000Z`)
    .where('slot', '<=', `${day}T2355Z`)
    .orderBy('slot', 'asc')
    .select('slot', 'ledgerId', 'origin', 'size', 'root', 'stamps')
    .get();
  return docs.map((document) => {
    const stored = parseDocument(untokenedSchema, document);
    const stamps = stored.stamps.map(({ authority, genTime }) => ({
      authority,
      genTime: new Date(genTime).toISOString(),
    }));
    return { ...stored, stamps };
  });
}

export async function readToken(
  database: Firestore,
  slot: string,
  index: number,
): Promise<Uint8Array | null> {
  const stored = parseDocument(checkpointStampDocument, await database.doc(stampPath(slot)).get());
  const token = stored?.tokens[index];
  return token === undefined ? null : new Uint8Array(Buffer.from(token, 'base64'));
}
