import type { UserRecord } from '@quantalgo/contracts';
import type { Auth } from 'firebase-admin/auth';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import { deviceRef } from '../sessions/sessions';
import { userOf, userRef } from '../users/users';
import type { Row } from './rows';

/** Accounts that one call asks for, at most. */
const ACCOUNTS_AT_ONCE = 100;

/** Second from which on the sessions of each account count: those before were revoked. None for accounts that are gone. */
async function validSince(auth: Auth, uids: readonly string[]): Promise<Map<string, number>> {
  const since = new Map<string, number>();
  for (let from = 0; from < uids.length; from += ACCOUNTS_AT_ONCE) {
    const asked = uids.slice(from, from + ACCOUNTS_AT_ONCE).map((uid) => ({ uid }));
    const { users } = await auth.getUsers(asked);
    for (const { uid, disabled, tokensValidAfterTime: after } of users)
      if (!disabled) since.set(uid, after === undefined ? 0 : Math.floor(Date.parse(after) / 1000));
  }
  return since;
}

/** A row whose session goes on, with its member's live record. */
export interface LiveRow {
  readonly row: Row;
  readonly record: UserRecord;
}

/**
 * Parts rows by whether their sessions go on. A row never says by itself that it may be told something: sign-out,
 * revocation and deletion hold from the moment on that they are written.
 */
export async function liveRows(
  { auth, firestore }: { readonly auth: Auth; readonly firestore: Firestore },
  rows: readonly Row[],
): Promise<{ live: LiveRow[]; dead: Row[] }> {
  if (rows.length === 0) return { live: [], dead: [] };
  const uids = [...new Set(rows.map(({ uid }) => uid))];
  const references = [
    ...uids.map((uid) => userRef(firestore, uid)),
    ...rows.map((row) => deviceRef(firestore, row)),
  ];
  const [since, documents] = await Promise.all([
    validSince(auth, uids),
    firestore.getAll(...references),
  ]);
  const byPath = new Map<string, DocumentSnapshot>(
    documents.map((document) => [document.ref.path, document]),
  );
  const records = new Map(uids.map((uid) => [uid, recordIn(byPath, firestore, uid)]));
  const live: LiveRow[] = [];
  const dead: Row[] = [];
  for (const row of rows) {
    const record = records.get(row.uid);
    const isOver = byPath.get(deviceRef(firestore, row).path)?.get('endedAt') !== undefined;
    const isRevoked = row.authTime < (since.get(row.uid) ?? Infinity);
    if (!record || isOver || isRevoked) dead.push(row);
    else live.push({ row, record });
  }
  return { live, dead };
}

function recordIn(
  byPath: ReadonlyMap<string, DocumentSnapshot>,
  firestore: Firestore,
  uid: string,
): UserRecord | null {
  const document = byPath.get(userRef(firestore, uid).path);
  return document ? userOf(document) : null;
}
