import {
  type AdminSetup,
  type ProofState,
  type SetupBody,
  type SetupCase,
  setupDocumentSchema,
  setupProofPath,
  type SetupRecord,
  TIERS,
  toSetup,
  type UserRecord,
} from '@quantalgo/contracts';
import type { Auth } from 'firebase-admin/auth';
import {
  type DocumentSnapshot,
  type Firestore,
  type Query,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import { readAccessHistory } from '../console/audit';
import { readRow } from '../console/people';
import { parseDocument } from '../core/documents';
import type { Bucket } from '../core/firebase';
import { type IdempotentCall, isRepeated, rememberCall } from '../core/idempotency';
import { queueMail } from '../core/outbox';
import type { Secrets } from '../core/secrets';
import { recordStaffAction } from '../core/staffActions';
import { type GrantedTier, writeGrant } from '../members/access';
import { syncAccessClaims } from '../members/accessClaims';
import { memberIn, userOf, userRef } from '../members/users';
import type { BrokerRegistry } from './brokerList';
import { SETUP_PROOFS, uploadRef } from './uploads';

const isSame = (setup: SetupRecord, { brokerAccount, depositAmount, accessPath }: SetupBody) =>
  setup.brokerAccount === brokerAccount &&
  setup.depositAmount === depositAmount &&
  setup.accessPath === accessPath;

/**
 * Enters an account setup whose proof was uploaded before, once however often the call arrives, and chooses the
 * member's path of access.
 * @param now epoch ms
 * @throws KeyReused when the key of the call stands for another one, MemberGone
 */
export async function submitSetup(
  { firestore, bucket }: { readonly firestore: Firestore; readonly bucket: Bucket },
  call: IdempotentCall,
  body: SetupBody,
  now: number,
): Promise<SetupRecord | 'file missing' | 'taken'> {
  const { uid } = call;
  const { setupId, ...fields } = body;
  const file = setupProofPath(uid, setupId);
  const [isUploaded] = await bucket.file(file).exists();
  const reference = uploadRef(firestore, SETUP_PROOFS, setupId);
  return firestore.runTransaction(async (transaction) => {
    await memberIn(firestore, transaction, uid);
    const repeated = await isRepeated(firestore, transaction, call);
    const known = parseDocument(setupDocumentSchema, await transaction.get(reference));
    if (known) return known.uid === uid && (repeated || isSame(known, body)) ? known : 'taken';
    if (!isUploaded) return 'file missing';
    const setup: Omit<SetupRecord, 'createdAt' | 'updatedAt'> = {
      uid,
      file,
      ...fields,
      state: 'checking',
      reason: null,
    };
    const at = Timestamp.fromMillis(now);
    rememberCall(firestore, transaction, call, now);
    transaction.create(reference, { ...setup, createdAt: at, updatedAt: at });
    transaction.update(userRef(firestore, uid), { accessPath: fields.accessPath });
    return { ...setup, createdAt: now, updatedAt: now };
  });
}

/** Setups of a page. */
const PAGE = 50;

/** The state of what staff has to decide. */
const WAITING: ProofState = 'waiting';

const setupRef = (firestore: Firestore, id: string) => uploadRef(firestore, SETUP_PROOFS, id);

/** The setup that a document describes, null where there is none. */
const setupOf = (snapshot: DocumentSnapshot): SetupRecord | null =>
  parseDocument(setupDocumentSchema, snapshot);

/** The console's words for a setup. */
export const toAdminSetup = (id: string, setup: SetupRecord): AdminSetup => ({
  ...toSetup(id, setup),
  userId: setup.uid,
  file: setup.file,
});

/** The account setups that wait for staff, oldest first, from the one behind `after`. */
export async function listSetups(
  firestore: Firestore,
  after: string | undefined,
): Promise<AdminSetup[]> {
  const query = firestore
    .collection('setups')
    .where('state', '==', WAITING)
    .orderBy('createdAt', 'asc')
    .limit(PAGE);
  const begun = after === undefined ? null : await setupRef(firestore, after).get();
  const { docs } = await (begun?.exists === true ? query.startAfter(begun) : query).get();
  return docs.flatMap((document) => {
    const setup = setupOf(document);
    return setup ? [toAdminSetup(document.id, setup)] : [];
  });
}

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
      recordStaffAction(firestore, transaction, {
        ...done,
        action: 'setup approved',
        reason: `setup ${id}`,
      });
  } else {
    const parameters = { fullName: user.fullName, reason: decision.reason };
    const order = { template: SETUP_PROOFS.template, to: user.email, uid, parameters };
    queueMail({ firestore, secrets }, transaction, order, now);
    const why = `setup ${id}: ${decision.reason}`;
    recordStaffAction(firestore, transaction, { ...done, action: 'setup rejected', reason: why });
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

/** Setups and changes that stand beside a case at most. */
const BESIDE = 10;

type Duplicate = SetupCase['duplicates'][number];

async function others(query: Query, id: string) {
  const { docs } = await query.limit(BESIDE).get();
  return docs.flatMap((document) => {
    const setup = setupOf(document);
    return setup && document.id !== id ? [{ setupId: document.id, userId: setup.uid }] : [];
  });
}

/** Setups with the very same file, of whomever, and other members' with the same broker account. */
async function duplicatesOf(
  firestore: Firestore,
  { id, userId, brokerAccount }: AdminSetup,
  digest: unknown,
): Promise<Duplicate[]> {
  const setups = firestore.collection('setups');
  const [files, accounts] = await Promise.all([
    typeof digest === 'string' ? others(setups.where('digest', '==', digest), id) : [],
    others(setups.where('brokerAccount', '==', brokerAccount), id),
  ]);
  return [
    ...files.map((one): Duplicate => ({ kind: 'file', ...one })),
    ...accounts
      .filter((one) => one.userId !== userId)
      .map((one): Duplicate => ({ kind: 'broker account', ...one })),
  ];
}

/** An account setup with all that staff decides it by; null where it or its member is gone. */
export async function readSetupCase(
  { firestore, registry }: { readonly firestore: Firestore; readonly registry: BrokerRegistry },
  id: string,
): Promise<SetupCase | null> {
  const document = await setupRef(firestore, id).get();
  const stored = setupOf(document);
  if (!stored) return null;
  const setup = toAdminSetup(id, stored);
  const [user, history, duplicates, listed] = await Promise.all([
    readRow(firestore, stored.uid),
    readAccessHistory(firestore, stored.uid, BESIDE),
    duplicatesOf(firestore, setup, document.get('digest')),
    registry.find(stored.brokerAccount),
  ]);
  const broker = listed && { ...listed, importedAt: new Date(listed.importedAt).toISOString() };
  return user && { setup, user, history, duplicates, broker };
}
