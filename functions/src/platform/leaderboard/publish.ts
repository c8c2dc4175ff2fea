import { randomUUID } from 'node:crypto';
import { type Configuration, MAX_BOTS } from '@quantalgo/contracts/bots/configuration';
import { createPaperState } from '@quantalgo/contracts/bots/state';
import { slotId } from '@quantalgo/contracts/core/slots';
import { toDisplayNameKey } from '@quantalgo/contracts/leaderboard/displayName';
import {
  type LeaderboardPack,
  type LeaderboardRow,
  type Publisher,
  publisherDocumentSchema,
} from '@quantalgo/contracts/leaderboard/leaderboard';
import {
  MAX_PUBLICATIONS,
  isSameConfiguration,
  type Publication,
  toPublishedConfiguration,
} from '@quantalgo/contracts/leaderboard/published';
import { type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import type * as z from 'zod/mini';
import { displayNameDocument } from '../../collections/leaderboard';
import { parseDocument } from '../core/documents';
import { type IdempotentCall, wasCallApplied, rememberCall } from '../core/idempotency';
import { requireMember } from '../account/users';
import {
  readPack,
  packRef,
  readPacks,
  MAX_ROWS_PER_PACK,
  toRows,
  readTableInTransaction,
  buildTable,
  writeTable,
} from './packs';

export class PublishingRefusedError extends Error {
  override readonly name = 'PublishingRefusedError';
  constructor(readonly reason: 'nameless' | 'taken' | 'running' | 'ever' | 'twice' | 'unknown') {
    super(`Not published: ${reason}`);
  }
}

type StoredPublisher = z.infer<typeof publisherDocumentSchema>;

const publisherRef = (firestore: Firestore, uid: string) =>
  firestore.collection('publishers').doc(uid);

const nameRef = (firestore: Firestore, name: string) =>
  firestore.collection('displayNames').doc(toDisplayNameKey(name));

const toPublisher = ({
  name,
  publications,
}: Pick<StoredPublisher, 'name' | 'publications'>): Publisher => ({
  name,
  publications: publications.map(({ pack: _, ...publication }) => publication),
});

export async function readPublisher(firestore: Firestore, uid: string): Promise<Publisher> {
  const stored = parseDocument(publisherDocumentSchema, await publisherRef(firestore, uid).get());
  return toPublisher(stored ?? { name: null, publications: [] });
}

export async function readPublishedRow(
  firestore: Firestore,
  id: string,
): Promise<LeaderboardRow | null> {
  const publishers = firestore.collection('publishers');
  const { docs } = await publishers.where('ids', 'array-contains', id).limit(1).get();
  const [publisherSnapshot] = docs;
  const stored = publisherSnapshot && parseDocument(publisherDocumentSchema, publisherSnapshot);
  const pack = stored?.publications.find((publication) => publication.id === id)?.pack;
  if (pack === undefined) return null;
  return firestore.runTransaction(
    async (transaction) => {
      const packContent = await readPack(firestore, transaction, pack);
      return (packContent && toRows(packContent).find((row) => row.id === id)) ?? null;
    },
    { readOnly: true },
  );
}

interface PublisherState {
  readonly stored: Omit<StoredPublisher, 'updatedAt'>;
  readonly tried: number;
  readonly packs: readonly LeaderboardPack[];
}

interface PublisherUpdate extends PublisherState {
  readonly writeRelated?: (transaction: Transaction) => void;
}

interface PublisherChange {
  readonly uid: string;
  readonly now: number;
  readonly call?: IdempotentCall | null;
  readonly change: (
    previous: PublisherState,
    transaction: Transaction,
  ) => PublisherUpdate | Promise<PublisherUpdate>;
}

async function readState(
  firestore: Firestore,
  transaction: Transaction,
  uid: string,
): Promise<PublisherState> {
  const document = await transaction.get(publisherRef(firestore, uid));
  const stored = parseDocument(publisherDocumentSchema, document);
  const { tried, packs } = await readTableInTransaction(firestore, transaction);
  return {
    stored: stored ?? { uid, name: null, ids: [], publications: [] },
    tried,
    packs: await readPacks(firestore, transaction, [...Array(packs).keys()]),
  };
}

function writePacks(
  firestore: Firestore,
  transaction: Transaction,
  { previous, next, now }: { previous: PublisherState; next: PublisherState; now: number },
): void {
  const changedPacks = next.packs.filter((pack, number) => pack !== previous.packs[number]);
  if (changedPacks.length === 0) return;
  for (const pack of changedPacks)
    transaction.set(packRef(firestore, next.packs.indexOf(pack)), pack);
  writeTable(firestore, transaction, buildTable(next.packs, next.tried), now);
}

const changePublisher = (
  firestore: Firestore,
  { uid, now, call = null, change }: PublisherChange,
): Promise<Publisher> =>
  firestore.runTransaction(async (transaction) => {
    await requireMember(firestore, transaction, uid);
    const isRepeatedCall = await wasCallApplied(firestore, transaction, call);
    const previous = await readState(firestore, transaction, uid);
    if (isRepeatedCall) return toPublisher(previous.stored);
    const next = await change(previous, transaction);
    const { stored } = next;
    transaction.set(publisherRef(firestore, uid), {
      ...stored,
      updatedAt: Timestamp.fromMillis(now),
    });
    writePacks(firestore, transaction, { previous, next, now });
    next.writeRelated?.(transaction);
    rememberCall(firestore, transaction, call, now);
    return toPublisher(stored);
  });

type Row = LeaderboardPack['rows'][number];

const changeRows = (
  packs: readonly LeaderboardPack[],
  ids: readonly string[],
  change: (row: Row) => Row | null,
): LeaderboardPack[] =>
  packs.map((pack) =>
    pack.rows.some(({ id }) => ids.includes(id))
      ? {
          ...pack,
          rows: pack.rows.flatMap((row) => (ids.includes(row.id) ? (change(row) ?? []) : row)),
        }
      : pack,
  );

/**
 * Also renames the member's rows.
 * @throws PublishingRefusedError if another member has the name or a lookalike; MemberGoneError
 */
export const chooseDisplayName = (
  firestore: Firestore,
  { uid, name }: { uid: string; name: string },
  now: number,
): Promise<Publisher> =>
  changePublisher(firestore, {
    uid,
    now,
    async change({ stored, packs, ...previous }, transaction) {
      const reference = nameRef(firestore, name);
      const nameHolder = parseDocument(displayNameDocument, await transaction.get(reference));
      if (nameHolder && nameHolder.uid !== uid) throw new PublishingRefusedError('taken');
      const formerRef = stored.name === null ? null : nameRef(firestore, stored.name);
      return {
        ...previous,
        stored: { ...stored, name },
        packs: changeRows(packs, stored.ids, (row) => ({ ...row, name })),
        writeRelated(nameWriter) {
          if (formerRef && formerRef.path !== reference.path) nameWriter.delete(formerRef);
          nameWriter.set(reference, { uid });
        },
      };
    },
  });

function requirePublishable(
  { name, publications }: StoredPublisher | PublisherState['stored'],
  candidate: Configuration,
) {
  if (name === null) throw new PublishingRefusedError('nameless');
  const activePublications = publications.filter(({ withdrawnAt }) => withdrawnAt === null);
  if (activePublications.some(({ configuration }) => isSameConfiguration(configuration, candidate)))
    throw new PublishingRefusedError('twice');
  if (activePublications.length >= MAX_BOTS) throw new PublishingRefusedError('running');
  if (publications.length >= MAX_PUBLICATIONS) throw new PublishingRefusedError('ever');
  return name;
}

function addRow(packs: readonly LeaderboardPack[], row: Row, now: number) {
  const lastPack = packs.at(-1);
  if (lastPack && lastPack.rows.length < MAX_ROWS_PER_PACK) {
    const rows = [...lastPack.rows, row];
    return { pack: packs.length - 1, packs: [...packs.slice(0, -1), { ...lastPack, rows }] };
  }
  // Rows begin with the next slot, so a new pack needs no earlier signals.
  const newPack = { slot: slotId(now), until: now, rows: [row] };
  return { pack: packs.length, packs: [...packs, newPack] };
}

/**
 * Takes effect from the next slot. Idempotent per key.
 * @throws PublishingRefusedError, KeyReusedError, MemberGoneError
 */
export const addPublication = (
  firestore: Firestore,
  { call, configuration: candidate }: { call: IdempotentCall; configuration: Configuration },
  now: number,
): Promise<Publisher> =>
  changePublisher(firestore, {
    uid: call.uid,
    now,
    call,
    change({ stored, tried, packs: previousPacks }) {
      const name = requirePublishable(stored, candidate);
      const configuration = toPublishedConfiguration(candidate, now);
      const publication: Publication = {
        id: randomUUID(),
        configuration,
        publishedAt: now,
        withdrawnAt: null,
      };
      const row = { ...publication, name, state: createPaperState(configuration) };
      const { pack, packs } = addRow(previousPacks, row, now);
      return {
        stored: {
          ...stored,
          ids: [...stored.ids, publication.id],
          publications: [...stored.publications, { ...publication, pack }],
        },
        tried: tried + 1,
        packs,
      };
    },
  });

/**
 * Idempotent.
 * @throws PublishingRefusedError if the member has no publication of this id; MemberGoneError
 */
export const withdrawPublication = (
  firestore: Firestore,
  { uid, id }: { uid: string; id: string },
  now: number,
): Promise<Publisher> =>
  changePublisher(firestore, {
    uid,
    now,
    change({ stored, tried, packs }) {
      const publication = stored.publications.find((candidate) => candidate.id === id);
      if (!publication) throw new PublishingRefusedError('unknown');
      if (publication.withdrawnAt !== null) return { stored, tried, packs };
      const publications = stored.publications.map((row) =>
        row.id === id ? { ...row, withdrawnAt: now } : row,
      );
      return {
        stored: { ...stored, publications },
        tried,
        packs: changeRows(packs, [id], (row) => ({ ...row, withdrawnAt: now })),
      };
    },
  });

/** For an erased member. Doesn't reduce the number of tried configurations. */
export const erasePublisher = (firestore: Firestore, uid: string, now: number): Promise<void> =>
  firestore.runTransaction(async (transaction) => {
    const { exists } = await transaction.get(publisherRef(firestore, uid));
    if (!exists) return;
    const previous = await readState(firestore, transaction, uid);
    const packs = changeRows(previous.packs, previous.stored.ids, () => null);
    writePacks(firestore, transaction, { previous, next: { ...previous, packs }, now });
    transaction.delete(publisherRef(firestore, uid));
  });
