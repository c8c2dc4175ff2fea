import type { AdminCode } from '@quantalgo/contracts/console/console';
import type { Firestore } from 'firebase-admin/firestore';
import {
  dashboardCodeRef,
  type DashboardCode,
  parseDashboardCode,
  prepareVoid,
} from '../auth/issuedCodes';
import { readPeople } from './people';

const MAX_CODES = 50;

async function addMembers(
  firestore: Firestore,
  codes: readonly DashboardCode[],
): Promise<AdminCode[]> {
  const people = await readPeople(
    firestore,
    codes.map(({ userId }) => userId),
  );
  return codes.map((code) => ({ ...code, member: people.get(code.userId) ?? null }));
}

export async function listCodes(firestore: Firestore, now: number): Promise<AdminCode[]> {
  const codes = firestore.collection('dashboardCodes').orderBy('issuedAt', 'desc').limit(MAX_CODES);
  const parsed = (await codes.get()).docs.flatMap((code) => parseDashboardCode(code, now) ?? []);
  return addMembers(firestore, parsed);
}

export async function readCode(
  firestore: Firestore,
  uid: string,
  now: number,
): Promise<AdminCode | null> {
  const parsed = parseDashboardCode(await dashboardCodeRef(firestore, uid).get(), now);
  return (parsed && (await addMembers(firestore, [parsed]))[0]) ?? null;
}

export async function voidCode(
  firestore: Firestore,
  order: Parameters<typeof prepareVoid>[2],
): Promise<AdminCode | 'missing' | 'replaced'> {
  const isVoided = await firestore.runTransaction(async (transaction) => {
    const voidOpen = await prepareVoid(firestore, transaction, order);
    if (voidOpen) voidOpen();
    return voidOpen !== false;
  });
  if (!isVoided) return 'replaced';
  return (await readCode(firestore, order.uid, order.now)) ?? 'missing';
}
