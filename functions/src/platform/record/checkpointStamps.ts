import { slotId, slotStart } from '@quantalgo/contracts/core/slots';
import { LATEST_PUBLICATION_MS } from '@quantalgo/contracts/record/ledger/timeRules';
import { base64Of } from '@quantalgo/contracts/record/log/base64';
import { checkpointOf, signedNoteOf } from '@quantalgo/contracts/record/log/checkpoint';
import type { StampedCheckpoint } from '@quantalgo/contracts/record/log/stampedCheckpoint';
import { logger } from 'firebase-functions';
import { type DocumentSnapshot, type Firestore, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { checkpointStampDocument, ledgerHeadDocument, logDocument } from '../../collections/record';
import { parseDocument, readAll } from '../core/documents';
import { HEAD_PATH } from './ledger';
import { LOG_PATH } from './log';
import type { TimeStamp } from './stampText';

/** An authority that time-stamps texts, by its name. */
export interface Stamper {
  readonly by: string;
  readonly text: (text: string) => Promise<TimeStamp>;
}

const pathOf = (slot: string) => `checkpointStamps/${slot}`;

/** The text of the newest checkpoint, where it has all entries of the ledger; otherwise null. */
function newestText(head: DocumentSnapshot, log: DocumentSnapshot) {
  const ledger = parseDocument(ledgerHeadDocument, head);
  const stored = parseDocument(logDocument, log);
  if (!ledger || !stored?.checkpoint || stored.ledgerId !== ledger.ledgerId) return null;
  const { text } = signedNoteOf(stored.checkpoint);
  const checkpoint = checkpointOf(text);
  // An older one would make entries that it lacks look as if they came later than they did.
  return checkpoint.size === ledger.seq + 1 ? { ...ledger, ...checkpoint, text } : null;
}

/** The stamps of a text that authorities gave. @throws AggregateError where none did */
async function stampsOf(text: string, stampers: readonly Stamper[]) {
  const tried = await Promise.allSettled(
    stampers.map(async (stamper) => ({ by: stamper.by, ...(await stamper.text(text)) })),
  );
  const failures = tried.flatMap((one): unknown[] =>
    one.status === 'rejected' ? [one.reason] : [],
  );
  const given = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (given.length === 0) throw new AggregateError(failures, 'No authority stamped the checkpoint');
  for (const cause of failures) logger.warn('No stamp of one authority', { reason: String(cause) });
  return given;
}

/**
 * Time-stamps the newest checkpoint once a slot, after its latest publication. Does nothing before that, in a slot that
 * has its stamp, and while the log lacks entries.
 * @param at epoch ms
 * @returns the size of the stamped checkpoint; null where there was nothing to do
 * @throws AggregateError where no authority gives a stamp: the next run of the slot tries again
 */
export async function stampCheckpoint(
  database: Firestore,
  stampers: readonly Stamper[],
  at: number,
): Promise<number | null> {
  const start = slotStart(at);
  if (stampers.length === 0 || at < start + LATEST_PUBLICATION_MS) return null;
  const slot = slotId(start);
  const [head, log, stamped] = await readAll(
    database,
    database.doc(HEAD_PATH),
    database.doc(LOG_PATH),
    database.doc(pathOf(slot)),
  );
  const newest = newestText(head, log);
  const before = parseDocument(checkpointStampDocument, stamped);
  if (!newest || before?.ledgerId === newest.ledgerId) return null;
  const { ledgerId, origin, size, root, text } = newest;
  const given = await stampsOf(text, stampers);
  await stamped.ref.set({
    slot,
    ledgerId,
    origin,
    size,
    root: base64Of(root),
    stamps: given.map(({ by, genTime }) => ({
      authority: by,
      genTime: Timestamp.fromMillis(genTime),
    })),
    tokens: given.map(({ token }) => base64Of(token)),
  });
  return size;
}

const withoutTokens = z.omit(checkpointStampDocument, { tokens: true });

/** The stamped checkpoints of a day (`20261120`), oldest first, without their tokens. */
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
  return docs.flatMap((document) => {
    const stored = parseDocument(withoutTokens, document);
    const stamps = stored?.stamps.map(({ authority, genTime }) => ({
      authority,
      genTime: new Date(genTime).toISOString(),
    }));
    return stored && stamps ? [{ ...stored, stamps }] : [];
  });
}

/** The token (DER) of one of a slot's stamps, by its place among them; null where there is none. */
export async function readToken(
  database: Firestore,
  slot: string,
  place: number,
): Promise<Uint8Array | null> {
  const stored = parseDocument(checkpointStampDocument, await database.doc(pathOf(slot)).get());
  const token = stored?.tokens[place];
  return token === undefined ? null : new Uint8Array(Buffer.from(token, 'base64'));
}
