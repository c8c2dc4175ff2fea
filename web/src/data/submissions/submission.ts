import {
  INSPECTION_OVERDUE_MS,
  type ProofState,
  proofStateSchema,
  type Setup,
  setupSchema,
} from '@quantalgo/contracts/submissions/submission';
import * as z from 'zod/mini';
import { useNow } from '../core/clock';
import { isFailing, isOfKind, isUnsent, type ItemOf } from '../outbox/item';
import { useOutbox } from '../outbox/outbox';
import type { MemberDatabase } from '../storage/database';
import type { StoredTable } from '../storage/digests';
import { useStored } from '../storage/memberDatabase';

/** Submissions that staff check: the proof of a trader ID, or the setup of a funded broker account. */
export type SubmissionKind = 'proof' | 'setup';

type ContentOf<K extends SubmissionKind> = ItemOf<K>['content'];

/** A submission as last received from the server, with times in epoch ms. */
export interface KnownSubmission<K extends SubmissionKind> {
  readonly id: string;
  /** The member's input. */
  readonly content: ContentOf<K>;
  readonly state: ProofState;
  /** What is wrong with a rejected one, in a sentence for its owner. */
  readonly reason: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A proof as stored on this device: times in epoch ms, by the server's clock. */
const storedProofSchema = z.object({
  id: z.string(),
  traderId: z.string(),
  state: proofStateSchema,
  /** What is wrong with a rejected one, in a sentence for its owner. */
  reason: z.nullable(z.string()),
  createdAt: z.number(),
  updatedAt: z.number(),
});

export type StoredProof = z.infer<typeof storedProofSchema>;

/** Reads a stored row of a kind; null if it can't be read. */
type Reader<K extends SubmissionKind> = (row: unknown) => KnownSubmission<K> | null;

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

const storeOnly = (table: StoredTable, row: { readonly id: string } | null): Promise<void> =>
  table.db.transaction('rw', table, async () => {
    await table.clear();
    if (row) await table.put(row);
  });

/** Stores the member's newest proof in place of the previous one; null if they have none. */
export const storeProof = ({ proofs }: MemberDatabase, proof: StoredProof | null): Promise<void> =>
  storeOnly(proofs, proof && storedProofSchema.parse(proof));

/** Stores the member's newest account setup in place of the previous one; null if they have none. */
export const storeSetup = ({ setups }: MemberDatabase, setup: Setup | null): Promise<void> =>
  storeOnly(setups, setup && setupSchema.parse(setup));

/**
 * `unsent` is in the outbox, `sent` is with our team. In between its file is inspected, which may be `overdue`.
 * `rejected` includes submissions that the server refused.
 */
type SubmissionStage = 'unsent' | 'inspecting' | 'overdue' | 'sent' | 'approved' | 'rejected';

/** The member's last submission of a kind, and its stage as far as this device knows. */
export interface SubmissionStatus<K extends SubmissionKind> {
  readonly id: string;
  /** The member's input. */
  readonly content: ContentOf<K>;
  readonly stage: SubmissionStage;
  /** True for an unsent one whose attempts did not reach the server. */
  readonly failing: boolean;
  /** What is wrong with a rejected one, if a reason was given. */
  readonly reason: string | null;
  /** When it reached this stage (epoch ms), or the nearest time that this device knows. */
  readonly at: number;
}

function ofItem<K extends SubmissionKind>(item: ItemOf<K>): SubmissionStatus<K> {
  const { id, content, reason, createdAt: at } = item;
  const failing = isFailing(item);
  if (isUnsent(item)) return { id, content, stage: 'unsent', failing, reason: null, at };
  const stage = item.state === 'refused' ? 'rejected' : 'sent';
  return { id, content, stage, failing, reason, at };
}

function toStage(state: ProofState, createdAt: number, now: number): SubmissionStage {
  if (state === 'waiting') return 'sent';
  if (state !== 'checking') return state;
  return now - createdAt >= INSPECTION_OVERDUE_MS ? 'overdue' : 'inspecting';
}

function ofKnown<K extends SubmissionKind>(
  known: KnownSubmission<K>,
  now: number,
): SubmissionStatus<K> {
  const { id, content, state, reason, createdAt, updatedAt: at } = known;
  return { id, content, stage: toStage(state, createdAt, now), failing: false, reason, at };
}

/**
 * The status of the member's last submission of a kind: an unsent item takes precedence, then the server's newer
 * submission, then an item that was sent or refused; null if there is none.
 * @param items the submissions in the outbox, oldest first
 * @param known the newest one from the server
 * @param now epoch ms, by the server's clock
 */
export function submissionStatus<K extends SubmissionKind>(
  items: readonly ItemOf<K>[],
  known: KnownSubmission<K> | null,
  now: number,
): SubmissionStatus<K> | null {
  const item = items.at(-1);
  if (!item) return known && ofKnown(known, now);
  const isNewest = known !== null && (item.id === known.id || item.createdAt <= known.createdAt);
  return isNewest && !isUnsent(item) ? ofKnown(known, now) : ofItem(item);
}

/** The status of the member's last submission of a kind; null if they have none, undefined while it is read. */
export function useSubmissionStatus<K extends SubmissionKind>(
  kind: K,
  uid: string,
): SubmissionStatus<K> | null | undefined {
  const items = useOutbox(uid);
  const now = useNow(60_000);
  const known = useStored(async (database) =>
    READERS[kind](await database[TABLES[kind]].toCollection().first()),
  );
  return items === undefined || known === undefined
    ? undefined
    : submissionStatus(items.filter(isOfKind(kind)), known, now);
}
