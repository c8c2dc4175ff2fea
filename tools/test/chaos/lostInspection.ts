import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import {
  INSPECTION_OVERDUE_MS,
  pendingPath,
  proofPath,
} from '@quantalgo/contracts/submissions/submission';
import { findAlarms } from '@quantalgo/functions/platform/console/alarms';
import { readOverdue } from '@quantalgo/functions/platform/console/overdue';
import type { Bucket } from '@quantalgo/functions/platform/core/firebase';
import { createIdempotentCall } from '@quantalgo/functions/platform/core/idempotency';
import { PROOFS } from '@quantalgo/functions/platform/submissions/kinds';
import { listQueue } from '@quantalgo/functions/platform/submissions/queue';
import { storeSubmission } from '@quantalgo/functions/platform/submissions/submit';
import { openUpload } from '@quantalgo/functions/platform/submissions/uploads';
import { png } from '../../../functions/test/images';
import { getSeededAccount, createAccount } from '../../src/suite/accounts';
import { runScheduled } from '../../src/suite/scheduler';
import { startInstance } from './instances';
import type { Place } from './place';

const NAME = 'Kofi Mensah';

/** In a separate place no trigger runs, so the inspection never starts. `sentAt` in epoch ms. */
async function sendProof({ auth, database: firestore }: Place, bucket: Bucket, sentAt: number) {
  const uid = `waiting-${randomUUID()}`;
  const account = { ...getSeededAccount('guest@quantalgo.test'), uid, fullName: NAME };
  await createAccount(
    { auth, database: firestore },
    { ...account, email: `${uid}@x.test` },
    sentAt,
  );
  const id = randomUUID();
  const bytes = png();
  const upload = { kind: 'proof', type: 'image/png', size: bytes.length } as const;
  await openUpload(firestore, { id, uid, ...upload }, sentAt);
  const file = bucket.file(pendingPath(uid, id));
  await file.save(bytes, { contentType: 'image/png', resumable: false });
  const call = createIdempotentCall(uid, randomUUID(), PROOFS.call, id);
  await storeSubmission(
    { firestore, bucket },
    PROOFS,
    { id, fields: { traderId: 'PO-1' }, call },
    sentAt,
  );
  return { uid, id };
}

async function sweepTwice(place: Place): Promise<void> {
  const instances = await Promise.all([startInstance(place), startInstance(place)]);
  try {
    await Promise.all(
      instances.map(({ url }) => runScheduled(url, 'resumeInspections', Date.now())),
    );
  } finally {
    await Promise.all(instances.map(({ kill }) => kill()));
  }
}

/** The inspection of a proof never starts: staff see it by name, and the sweep inspects it once. */
export async function loseInspection(place: Place, bucket: Bucket): Promise<string> {
  const { database } = place;
  const sentAt = Date.now() - INSPECTION_OVERDUE_MS - MINUTE_MS;
  const { uid, id } = await sendProof(place, bucket, sentAt);
  const [row] = await listQueue(database, undefined, Date.now());
  assert.deepEqual([row?.id, row?.state, row?.member?.fullName], [id, 'checking', NAME]);
  const overdue = await readOverdue(database, Date.now());
  assert.deepEqual(
    overdue.map(({ what, owner }) => [what, owner]),
    [['Inspection of a proof', NAME]],
  );
  const alarms = await findAlarms(database, Date.now(), {
    watchedSince: Date.now(),
    timeAuthorities: 0,
    newestBackupAt: undefined,
    networksFetchedAt: Date.now(),
  });
  assert.ok(
    alarms.some(({ alarm }) => alarm === 'waiting-overdue'),
    'no alarm rings',
  );

  await sweepTwice(place);
  const proof = await database.doc(`proofs/${id}`).get();
  assert.deepEqual([proof.get('state'), proof.get('attempts')], ['waiting', 1]);
  assert.deepEqual(await bucket.file(proofPath(uid, id)).exists(), [true]);
  assert.deepEqual(await bucket.file(pendingPath(uid, id)).exists(), [false]);
  assert.deepEqual(await readOverdue(database, Date.now()), []);
  return 'one proof inspected by two sweeps at once, in one run';
}
