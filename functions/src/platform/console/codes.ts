import { CODE_TRIES, type AdminCode } from '@quantalgo/contracts';
import { Timestamp, type DocumentSnapshot, type Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { dashboardCodeDocument } from '../../documents';
import { parseDocument } from '../core/documents';
import { peopleOf } from './people';
import { recordStaffAction } from '../core/staffActions';

const MOST = 50;

const schema = z.object({
  ...z.pick(dashboardCodeDocument, { digest: true, validUntil: true, tries: true, voidedAt: true })
    .shape,
  ...z.required(z.pick(dashboardCodeDocument, { tier: true, issuedBy: true, issuedAt: true }))
    .shape,
});
type Stored = z.infer<typeof schema>;

const codeRef = (firestore: Firestore, uid: string) =>
  firestore.collection('dashboardCodes').doc(uid);

function stateOf({ digest, validUntil, tries, voidedAt }: Stored, now: number): AdminCode['state'] {
  if (voidedAt !== undefined) return 'void';
  if (digest !== null) return validUntil > now ? 'open' : 'expired';
  return tries >= CODE_TRIES ? 'exhausted' : 'used';
}

type Found = Omit<AdminCode, 'member'>;

function codeOf(snapshot: DocumentSnapshot, now: number): Found | null {
  const stored = parseDocument(schema, snapshot);
  return (
    stored && {
      userId: snapshot.id,
      tier: stored.tier,
      issuedBy: stored.issuedBy,
      issuedAt: new Date(stored.issuedAt).toISOString(),
      validUntil: new Date(stored.validUntil).toISOString(),
      state: stateOf(stored, now),
    }
  );
}

async function named(firestore: Firestore, codes: readonly Found[]): Promise<AdminCode[]> {
  const people = await peopleOf(
    firestore,
    codes.map(({ userId }) => userId),
  );
  return codes.map((code) => ({ ...code, member: people.get(code.userId) ?? null }));
}

/** The most recently issued codes, newest first, with their states at `now` (epoch ms). */
export async function listCodes(firestore: Firestore, now: number): Promise<AdminCode[]> {
  const codes = firestore.collection('dashboardCodes').orderBy('issuedAt', 'desc').limit(MOST);
  const found = (await codes.get()).docs.flatMap((code) => codeOf(code, now) ?? []);
  return named(firestore, found);
}

const issuedCode = (snapshot: DocumentSnapshot, now: number) =>
  snapshot.get('issuedAt') === undefined ? null : codeOf(snapshot, now);

/** A member's dashboard code; null where none was issued. */
export async function readCode(
  firestore: Firestore,
  uid: string,
  now: number,
): Promise<AdminCode | null> {
  const found = issuedCode(await codeRef(firestore, uid).get(), now);
  return (found && (await named(firestore, [found]))[0]) ?? null;
}

/** Voids a member's open code; a code that is not open stays as it is. Null where none was issued. */
export async function voidCode(
  firestore: Firestore,
  { uid, by, now }: { uid: string; by: string; now: number },
): Promise<AdminCode | null> {
  await firestore.runTransaction(async (transaction) => {
    const snapshot = await transaction.get(codeRef(firestore, uid));
    const code = issuedCode(snapshot, now);
    if (code?.state !== 'open') return;
    transaction.update(snapshot.ref, { digest: null, voidedAt: Timestamp.fromMillis(now) });
    const reason = `for the ${code.tier} tier`;
    recordStaffAction(firestore, transaction, { by, uid, action: 'code voided', reason, now });
  });
  return readCode(firestore, uid, now);
}
