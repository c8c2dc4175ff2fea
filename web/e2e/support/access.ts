import { SETTABLE_ACCESS, type Tier } from '@quantalgo/contracts/access/access';
import { writeAccessChange } from '@quantalgo/functions/platform/access/access';
import { readMemberPack } from '@quantalgo/functions/platform/account/pushPacks';
import { requireMember } from '@quantalgo/functions/platform/account/users';
import { services } from './suite';

/**
 * Changes a member's access as staff do. The claims are left to the trigger that mirrors the record.
 */
export async function giveAccess(uid: string, tier: Tier): Promise<void> {
  const { database } = services;
  const order = {
    uid,
    change: SETTABLE_ACCESS[tier],
    by: 'journey',
    reason: 'A journey',
    now: Date.now(),
  };
  await database.runTransaction(async (transaction) => {
    const record = await requireMember(database, transaction, uid);
    const pack = await readMemberPack(database, transaction, uid);
    writeAccessChange(database, transaction, { record, pack }, order);
  });
}
