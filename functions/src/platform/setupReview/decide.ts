import { TIERS, type SetupRecord, type UserRecord } from '@quantalgo/contracts';
import type { Auth } from 'firebase-admin/auth';
import { Timestamp, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { writeGrant, type GrantedTier } from '../access/grant';
import { syncAccessClaims } from '../accessClaims';
import { noteAction } from '../admin/staffActions';
import { queueMail } from '../mail/outbox';
import { SETUP_PROOFS } from '../proofs/uploads';
import type { Secrets } from '../secrets';
import { userOf, userRef } from '../users/users';
import { setupOf, setupRef, WAITING } from './waiting';

interface Deps {
  readonly auth: Auth;
  readonly firestore: Firestore;
  readonly secrets: Secrets;
}

/** What staff decides of an account setup. */
export type SetupDecision =
  | { readonly state: 'approved'; readonly tier: GrantedTier }
  | { readonly state: 'rejected'; readonly reason: string };

interface Order {
  readonly id: string;
  readonly decision: SetupDecision;
  /** Uid of the one of staff who decides. */
  readonly by: string;
  /** Epoch ms. */
  readonly now: number;
}

/** The setup as it was decided, or why it was not: it is the decider's own, or it was decided otherwise. */
export type DecidedSetup = SetupRecord | 'missing' | 'own' | 'decided';

/** Who has more already keeps it: members set up a second account, too. */
const hasMore = ({ tier, dashboardUnlocked }: UserRecord, granted: GrantedTier) =>
  dashboardUnlocked && TIERS.indexOf(tier) > TIERS.indexOf(granted);

function write(
  { firestore, secrets }: Deps,
  transaction: Transaction,
  { setup, user }: { setup: SetupRecord; user: UserRecord },
  { id, decision, by, now }: Order,
): SetupRecord {
  const { uid } = setup;
  const reason = decision.state === 'rejected' ? decision.reason : null;
  const changed = { state: decision.state, reason };
  transaction.update(setupRef(firestore, id), { ...changed, updatedAt: Timestamp.fromMillis(now) });
  const done = { by, uid, now };
  if (decision.state === 'approved') {
    const { tier } = decision;
    const grant = { ...done, tier, reason: `account setup ${id} approved` };
    if (hasMore(user, tier) || !writeGrant(firestore, transaction, user, grant))
      noteAction(firestore, transaction, {
        ...done,
        action: 'setup approved',
        reason: `setup ${id}`,
      });
  } else {
    const parameters = { fullName: user.fullName, reason: decision.reason };
    const order = { template: SETUP_PROOFS.template, to: user.email, uid, parameters };
    queueMail({ firestore, secrets }, transaction, order, now);
    const why = `setup ${id}: ${decision.reason}`;
    noteAction(firestore, transaction, { ...done, action: 'setup rejected', reason: why });
  }
  return { ...setup, ...changed, updatedAt: now };
}

/**
 * Decides an account setup: its state, the access that it grants and its event in one transaction, or the reason with
 * its mail. The same decision again changes nothing.
 */
export async function decideSetup(deps: Deps, order: Order): Promise<DecidedSetup> {
  const { firestore } = deps;
  const { id, by, decision } = order;
  const decided = await firestore.runTransaction(async (transaction) => {
    const setup = setupOf(await transaction.get(setupRef(firestore, id)));
    const user = setup && userOf(await transaction.get(userRef(firestore, setup.uid)));
    if (!setup || !user) return 'missing';
    if (setup.uid === by) return 'own';
    if (setup.state === decision.state) return setup;
    if (setup.state !== WAITING) return 'decided';
    return write(deps, transaction, { setup, user }, order);
  });
  if (typeof decided !== 'string') await syncAccessClaims(deps, decided.uid);
  return decided;
}
