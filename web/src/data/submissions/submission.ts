import {
  buildReviewFields,
  INSPECTION_OVERDUE_MS,
  type ProofState,
  type Setup,
  setupSchema,
} from '@quantalgo/contracts/submissions/submission';
import type { SubmissionKind, SubmissionStage } from '@quantalgo/contracts/submissions/activation';
import * as z from 'zod/mini';
import { toServerTime, useNow } from '../core/clock';
import {
  isFailing,
  isOfKind,
  isUnsent,
  type OutboxItem,
  type TypedOutboxItem,
} from '../outbox/item';
import { useOutbox } from '../outbox/outbox';
import type { MemberDatabase, StoredTable } from '../database/tables';
import { useStored } from '../storage/memberDatabase';

type SubmissionContent<K extends SubmissionKind> = TypedOutboxItem<K>['content'];

/** As last received from the server. Times in epoch ms. */
export interface ServerSubmission<K extends SubmissionKind> {
  readonly id: string;
  readonly content: SubmissionContent<K>;
  readonly state: ProofState;
  readonly reason: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Times in epoch ms, server clock. */
const storedProofSchema = z.object({
  id: z.string(),
  traderId: z.string(),
  ...buildReviewFields(z.number()),
});

export type StoredProof = z.infer<typeof storedProofSchema>;

type Reader<K extends SubmissionKind> = (row: unknown) => ServerSubmission<K> | null;

const READERS: { readonly [K in SubmissionKind]: Reader<K> } = {
  proof: (row) => {
    const { data } = storedProofSchema.safeParse(row);
    return data ? { ...data, content: { kind: 'proof', traderId: data.traderId } } : null;
  },
  setup: (row) => {
    const { data } = setupSchema.safeParse(row);
    if (!data) return null;
    const { brokerAccount, depositAmount, accessPath } = data;
    return {
      ...data,
      content: { kind: 'setup', brokerAccount, depositAmount, accessPath },
      createdAt: Date.parse(data.createdAt),
      updatedAt: Date.parse(data.updatedAt),
    };
  },
};

const TABLES = { proof: 'proofs', setup: 'setups' } as const;

const replaceRows = (table: StoredTable, rows: readonly { readonly id: string }[]): Promise<void> =>
  table.db.transaction('rw', table, async () => {
    await table.clear();
    await table.bulkPut(rows);
  });

export const storeProofs = (
  { proofs }: MemberDatabase,
  received: readonly StoredProof[],
): Promise<void> =>
  replaceRows(
    proofs,
    received.map((proof) => storedProofSchema.parse(proof)),
  );

export const storeSetups = (
  { setups }: MemberDatabase,
  received: readonly Setup[],
): Promise<void> =>
  replaceRows(
    setups,
    received.map((setup) => setupSchema.parse(setup)),
  );

/** Keeps earlier ones. */
export async function storeSetup({ setups }: MemberDatabase, setup: Setup): Promise<void> {
  await setups.put(setupSchema.parse(setup));
}

export interface SubmissionStatus<K extends SubmissionKind> {
  readonly id: string;
  readonly content: SubmissionContent<K>;
  readonly stage: SubmissionStage;
  readonly failing: boolean;
  readonly reason: string | null;
  /**
   * `since`: when it was submitted. `at`: when it reached this stage. In epoch ms; for an outbox
   * item, both are the time it was sent or, before that, created.
   */
  readonly since: number;
  readonly at: number;
}

/** Received, and not decided. */
export const isInReview = ({ stage }: { readonly stage: SubmissionStage }): boolean =>
  stage === 'inspecting' || stage === 'overdue' || stage === 'sent';

function fromOutboxItem<K extends SubmissionKind>(item: TypedOutboxItem<K>): SubmissionStatus<K> {
  const { id, content, reason, createdAt, sentAt: since = createdAt } = item;
  const common = { id, content, failing: isFailing(item), since, at: since };
  if (isUnsent(item)) return { ...common, stage: 'unsent', reason: null };
  return { ...common, stage: item.state === 'refused' ? 'rejected' : 'sent', reason };
}

function toStage(state: ProofState, createdAt: number, now: number): SubmissionStage {
  if (state === 'waiting') return 'sent';
  if (state !== 'checking') return state;
  return now - createdAt >= INSPECTION_OVERDUE_MS ? 'overdue' : 'inspecting';
}

function fromServer<K extends SubmissionKind>(
  submission: ServerSubmission<K>,
  now: number,
): SubmissionStatus<K> {
  const { id, content, state, reason, createdAt: since, updatedAt: at } = submission;
  const stage = toStage(state, since, now);
  return { id, content, stage, failing: false, reason, since, at };
}

/**
 * An unsent item takes precedence, then the server's submission if it is newer, then a sent or
 * refused item.
 * @param items submissions in the outbox, oldest first
 * @param submission the newest one from the server
 * @param now epoch ms, server clock
 */
export function getSubmissionStatus<K extends SubmissionKind>(
  items: readonly TypedOutboxItem<K>[],
  submission: ServerSubmission<K> | null,
  now: number,
): SubmissionStatus<K> | null {
  const item = items.at(-1);
  if (!item) return submission && fromServer(submission, now);
  const isNewest =
    submission !== null && (item.id === submission.id || item.createdAt <= submission.createdAt);
  return isNewest && !isUnsent(item) ? fromServer(submission, now) : fromOutboxItem(item);
}

/** Converts the item's device times, because they are compared with the server's. */
const toServerTimes = <I extends OutboxItem>(item: I): I => ({
  ...item,
  createdAt: toServerTime(item.createdAt),
  ...(item.sentAt !== undefined && { sentAt: toServerTime(item.sentAt) }),
});

async function readNewest<K extends SubmissionKind>(
  kind: K,
  database: MemberDatabase,
): Promise<ServerSubmission<K> | null> {
  const rows = await database[TABLES[kind]].toArray();
  const submissions = rows.flatMap((row) => READERS[kind](row) ?? []);
  return submissions.sort((a, b) => b.createdAt - a.createdAt)[0] ?? null;
}

export function useSubmissionStatus<K extends SubmissionKind>(
  kind: K,
  uid: string,
): SubmissionStatus<K> | null | undefined {
  const items = useOutbox(uid);
  const now = useNow(60_000);
  const submission = useStored(async (database) => readNewest(kind, database));
  return items === undefined || submission === undefined
    ? undefined
    : getSubmissionStatus(items.filter(isOfKind(kind)).map(toServerTimes), submission, now);
}
