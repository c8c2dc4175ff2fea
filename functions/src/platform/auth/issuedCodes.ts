import type { AdminCode } from '@quantalgo/contracts/console/console';
import { DASHBOARD_CODE_TTL_MS } from '@quantalgo/contracts/core/validation';
import {
  type DocumentSnapshot,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { dashboardCodeDocument } from '../../collections/console';
import { parseDocument } from '../core/documents';
import { recordStaffAction } from '../core/staffActions';

const issuedCodeSchema = z.object({
  ...z.pick(dashboardCodeDocument, { digest: true, validUntil: true, voidedAt: true }).shape,
  ...z.required(z.pick(dashboardCodeDocument, { tier: true, issuedBy: true, issuedAt: true }))
    .shape,
});
type StoredCode = z.infer<typeof issuedCodeSchema>;

export const dashboardCodeRef = (firestore: Firestore, uid: string) =>
  firestore.collection('dashboardCodes').doc(uid);

function getCodeState(
  { digest, validUntil, issuedAt, voidedAt }: StoredCode,
  now: number,
): AdminCode['state'] {
  if (voidedAt !== undefined) return 'void';
  if (digest !== null) return validUntil > now ? 'open' : 'expired';
  // Redeeming a code ends its validity at once. Wrong tries don't change it.
  return validUntil < issuedAt + DASHBOARD_CODE_TTL_MS ? 'used' : 'exhausted';
}

export type DashboardCode = Omit<AdminCode, 'member'>;

export function parseDashboardCode(snapshot: DocumentSnapshot, now: number): DashboardCode | null {
  if (snapshot.get('issuedAt') === undefined) return null;
  const stored = parseDocument(issuedCodeSchema, snapshot);
  return (
    stored && {
      userId: snapshot.id,
      tier: stored.tier,
      issuedBy: stored.issuedBy,
      issuedAt: new Date(stored.issuedAt).toISOString(),
      validUntil: new Date(stored.validUntil).toISOString(),
      state: getCodeState(stored, now),
    }
  );
}

interface VoidOrder {
  readonly uid: string;
  readonly by: string;
  readonly now: number;
  /** When the code to void was issued (epoch ms). Without it, any open code is voided. */
  readonly issuedAt?: number | undefined;
}

/** Returns a function that voids an open code, or false if another code was issued since. */
export async function prepareVoid(
  firestore: Firestore,
  transaction: Transaction,
  { uid, by, now, issuedAt }: VoidOrder,
): Promise<(() => void) | false> {
  const snapshot = await transaction.get(dashboardCodeRef(firestore, uid));
  const code = parseDashboardCode(snapshot, now);
  if (code && issuedAt !== undefined && Date.parse(code.issuedAt) !== issuedAt) return false;
  return () => {
    if (code?.state !== 'open') return;
    transaction.update(snapshot.ref, { digest: null, voidedAt: Timestamp.fromMillis(now) });
    const reason = `for the ${code.tier} tier`;
    recordStaffAction(firestore, transaction, { by, uid, action: 'code voided', reason, now });
  };
}
