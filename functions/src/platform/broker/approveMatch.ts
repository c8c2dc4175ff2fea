import type { GrantableTier } from '@quantalgo/contracts/access/access';
import { suggestTier } from '@quantalgo/contracts/broker/account';
import type { Firestore } from 'firebase-admin/firestore';
import { wasTierLowered } from '../../domain/access/access';
import { getNetDeposit } from '../../domain/broker/postback';
import { readAccessEvents } from '../access/accessEvents';
import { parseUser, userRef } from '../account/users';
import type { Clock } from '../core/clock';
import { readPages } from '../core/documents';
import { readFlags } from '../core/flags';
import { runSteps } from '../core/steps';
import {
  createImportedRegistry,
  isClaimedByAnother,
  type ListedAccount,
} from '../submissions/brokerList';
import { writeDecision } from '../submissions/decide';
import { PROOFS, queryByAccount } from '../submissions/kinds';

/** The audit's `by` for automatic approvals. */
export const MATCH_APPROVER = 'broker postback';

const MAX_CLAIMS = 20;

/** Staff import lists, so a list may lower the amount that postbacks reported, but not raise it. */
function getReportedTier(account: ListedAccount): GrantableTier | null {
  const { amount, report } = account;
  if (amount === null || report === undefined) return null;
  return suggestTier({ ...account, amount: Math.min(amount, getNetDeposit(report)) });
}

/**
 * If the flag `approve-matches` is on, approves the waiting proof of the member whose link opened
 * the account. Staff decide on accounts that several members claim, after they lowered the member's
 * tier, and on proofs of other staff.
 * @returns true if a proof was approved
 */
export async function approveMatch(
  firestore: Firestore,
  clock: Clock,
  traderId: string,
): Promise<boolean> {
  if (!(await readFlags(firestore)).approveMatches) return false;
  const account = await createImportedRegistry(firestore, clock).find(traderId);
  const tier = account && getReportedTier(account);
  if (account?.uid === undefined || tier === null) return false;
  const { docs } = await queryByAccount(firestore, PROOFS, traderId).limit(MAX_CLAIMS).get();
  const proofs = docs.flatMap((document) => {
    const proof = PROOFS.parse(document);
    return proof ? [{ id: document.id, proof }] : [];
  });
  const waitingProof = proofs.find(({ proof }) => proof.state === 'waiting');
  if (!waitingProof) return false;
  const claimed = { traderId, opener: account.uid };
  if (await isClaimedByAnother(firestore, claimed, account.uid)) return false;
  const decision = { state: 'approved', tier } as const;
  const order = { id: waitingProof.id, decision, by: MATCH_APPROVER, now: clock() };
  const { uid } = waitingProof.proof;
  return firestore.runTransaction(async (transaction) => {
    if (parseUser(await transaction.get(userRef(firestore, uid)))?.staff === true) return false;
    if (wasTierLowered(await readAccessEvents(firestore, uid, transaction))) return false;
    return typeof (await writeDecision(firestore, transaction, PROOFS, order)) !== 'string';
  });
}

const WAITING_PAGE_SIZE = 100;

async function listWaitingTraderIds(firestore: Firestore): Promise<ReadonlySet<string>> {
  const waitingProofs = firestore
    .collection('proofs')
    .where('state', '==', 'waiting')
    .orderBy('createdAt', 'asc');
  const traderIds = new Set<string>();
  for await (const page of readPages(waitingProofs, WAITING_PAGE_SIZE))
    for (const proof of page) {
      const traderId: unknown = proof.get('traderId');
      if (typeof traderId === 'string') traderIds.add(traderId);
    }
  return traderIds;
}

/**
 * Approves matches that staff had claimed when the deposit arrived, or that arrived while the flag
 * was off.
 * @throws AggregateError after all others are approved
 */
export async function approveWaitingMatches(firestore: Firestore, clock: Clock): Promise<void> {
  if (!(await readFlags(firestore)).approveMatches) return;
  const traderIds = await listWaitingTraderIds(firestore);
  await runSteps([...traderIds].map((id) => () => approveMatch(firestore, clock, id)));
}
