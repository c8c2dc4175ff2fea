import { slotId, slotStart } from '@quantalgo/contracts/core/slots';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import { storageBucket } from 'firebase-functions/params';
import * as z from 'zod/mini';
import { isShard } from './domain/push/delivery';
import { STRATEGIES } from './domain/signals/strategies/registry';
import { countMemberWeeks } from './platform/console/memberWeeks';
import { extendAnchors, rebuildAnchors } from './platform/console/userAnchors';
import { runWatch } from './platform/console/watch';
import { createRunClock, getRunSlot, wallClock } from './platform/core/clock';
import {
  ACCOUNT_RECONCILE_OPTIONS,
  ACCOUNT_SYNC_OPTIONS,
  BROADCAST_OPTIONS,
  CORRECTION_OPTIONS,
  ERASURE_OPTIONS,
  HOUSEKEEPING_OPTIONS,
  INSPECTION_OPTIONS,
  INSPECTION_SWEEP_OPTIONS,
  INSPECTION_TASK_OPTIONS,
  ORPHAN_REMOVAL_OPTIONS,
  PUBLISHER_OPTIONS,
  PUSH_OPTIONS,
  PUSH_RESUME_OPTIONS,
  PUSH_TASK_OPTIONS,
  REFIT_OPTIONS,
  SLOT_JOB_OPTIONS,
  TIMESTAMP_OPTIONS,
  UNLINK_OPTIONS,
  WAITING_PROOF_OPTIONS,
} from './platform/core/deployment';
import { environment, requireSetting } from './platform/core/environment';
import { endExemptions, readStaffIds } from './platform/auth/secondFactor';
import { auth, bucket, firestore } from './platform/core/firebase';
import { type NoteSigner, createNoteSigner } from './platform/core/noteSigner';
import { createFirestoreLimiter } from './platform/core/rateLimiter';
import { createSecrets } from './platform/core/secrets';
import { runSteps, throwFailures } from './platform/core/steps';
import { openTaskQueue, taskSchema } from './platform/core/taskQueues';
import { approveMatch, approveWaitingMatches } from './platform/broker/approveMatch';
import { openMarket } from './platform/market/openMarket';
import { completeAccessClaims, completeDueClaims } from './platform/auth/accessClaims';
import { reconcileAccounts as reconcile } from './platform/access/reconcile';
import { expireRegistrations as expire } from './platform/auth/registrations';
import { resumeDeletions as erase } from './platform/privacy/erase';
import { deliverBroadcast } from './platform/push/broadcast';
import { deliverPush, type PushDeps } from './platform/push/deliver';
import { rebuildPacks } from './platform/push/rebuildPacks';
import { resumeDuePushes } from './platform/push/resume';
import { createPushSender } from './platform/push/sender';
import { refitStrategies } from './platform/record/calibrations';
import { stampCheckpoint } from './platform/record/checkpointStamps';
import { correctDueDays } from './platform/record/correct';
import { runPublisher } from './platform/record/publish';
import { settleAndFold } from './platform/record/settle';
import { stampHeadOfDay } from './platform/record/stamps';
import { openAuthorities } from './platform/record/timeAuthority';
import { queueSessionReminders } from './platform/live/reminders';
import { inspectUpload, inspectOrQueue } from './platform/submissions/inspect';
import { PICTURES, PROOFS, SETUPS, UPLOAD_KINDS } from './platform/submissions/kinds';
import { removeOrphans as remove } from './platform/submissions/orphans';
import { resumeInspections as resume } from './platform/submissions/resumeInspections';
import { updateAllWaitingSince, updateWaitingSince } from './platform/submissions/queue';
import { unlinkUpload as unlink } from './platform/submissions/uploads';
import { markChatsDue } from './platform/auth/telegramChats';
import { logger } from './platform/core/log';
import {
  onDocumentCreated,
  onDocumentWritten,
  onObjectFinalized,
  onSchedule,
  onTaskDispatched,
} from './platform/core/triggers';

let cachedSigner: NoteSigner | undefined;

const getLogSigner = (): NoteSigner =>
  (cachedSigner ??= createNoteSigner(requireSetting(environment.logKey, 'LOG_KEY')));

/** Every five minutes. A slot without a signal is recorded as missed. */
export const publishSignal = onSchedule(PUBLISHER_OPTIONS, async ({ scheduleTime }) => {
  const scheduled = Date.parse(scheduleTime);
  const clock = createRunClock(scheduled, environment);
  const slot = getRunSlot(scheduled, clock);
  const market = await openMarket(environment);
  const step = await runPublisher(firestore(), slot, { market, clock, signer: getLogSigner() });
  logger.info('Slot recorded', {
    slot: slotId(slot),
    state: step?.state ?? 'already recorded',
    ...(step?.state === 'missed' ? { reason: step.reason } : {}),
  });
});

/** Every five minutes. Also updates the log and the published configurations. */
export const settleSignals = onSchedule(SLOT_JOB_OPTIONS, async ({ scheduleTime }) => {
  const clock = createRunClock(Date.parse(scheduleTime), environment);
  const signer = getLogSigner();
  const market = await openMarket(environment);
  await settleAndFold(firestore(), { market, clock, signer });
});

/** Daily. If a pair's candles fail to load, fits the other pairs, then throws to be retried. */
export const refitCalibrations = onSchedule(REFIT_OPTIONS, async ({ scheduleTime }) => {
  const market = await openMarket(environment);
  const slot = slotStart(Date.parse(scheduleTime));
  const { fitted, failures } = await refitStrategies(firestore(), market, slot, STRATEGIES);
  for (const { calibration } of fitted)
    logger.info('Calibration fitted', {
      version: calibration.version,
      switchedOff: calibration.switchedOff?.reason ?? null,
    });
  if (failures.length > 0) throw new Error(`Failed to fit ${failures.join('; ')}`);
});

/** Daily. Checks the day before yesterday, whose signals are all settled, for revised candles. */
export const correctRecord = onSchedule(CORRECTION_OPTIONS, async ({ scheduleTime }) => {
  const scheduled = Date.parse(scheduleTime);
  const today = Math.floor(scheduled / DAY_MS) * DAY_MS;
  const context = {
    market: await openMarket(environment),
    clock: createRunClock(scheduled, environment),
    signer: getLogSigner(),
  };
  const corrected = await correctDueDays(firestore(), context, today);
  if (corrected.length > 0) logger.info('Corrections appended', { corrected });
});

/** Every minute. Timestamps each slot's checkpoint, and the ledger's head once a day. */
export const stampHead = onSchedule(TIMESTAMP_OPTIONS, async () => {
  const stampers = openAuthorities(environment).map((authority) => ({
    by: authority.name,
    // Imported lazily, because only this function needs the large time-stamping module.
    text: async (text: string) =>
      (await import('./platform/record/stampText')).stampText(authority, text),
  }));
  if (stampers.length === 0) {
    logger.warn('TIME_AUTHORITY_URL is not set, so nothing is time-stamped');
    return;
  }
  await runSteps([
    async () => {
      const size = await stampCheckpoint(firestore(), stampers, wallClock());
      if (size !== null) logger.info('Checkpoint time-stamped', { size });
    },
    async () => {
      const stamp = await stampHeadOfDay(firestore(), stampers, wallClock());
      if (stamp) logger.info('Head time-stamped', { ...stamp });
    },
  ]);
});

export const sendSignal = onDocumentCreated(
  { ...BROADCAST_OPTIONS, document: 'broadcasts/{id}' },
  async ({ data, params: { id } }) => {
    // Shards of a broadcast are delivered by tasks.
    if (isShard({ from: data?.get('from'), to: data?.get('to') })) return;
    const deps = getPushDeps();
    const state = deps && (await deliverBroadcast(deps, id));
    if (state) logger.info('Signal push', { id, state });
  },
);

export const runPushTask = onTaskDispatched(PUSH_TASK_OPTIONS, async ({ data }) => {
  const { collection, id } = pushTaskSchema.parse(data);
  const deps = getPushDeps();
  if (!deps) return;
  const deliver = collection === 'broadcasts' ? deliverBroadcast : deliverPush;
  const state = await deliver(deps, id);
  if (state) logger.info('Push task', { collection, id, state });
});

const pushTaskSchema = z.extend(taskSchema, { collection: z.enum(['broadcasts', 'pushes']) });

export const sendPush = onDocumentCreated(
  { ...PUSH_OPTIONS, document: 'pushes/{id}' },
  async ({ params: { id } }) => {
    const deps = getPushDeps();
    const state = deps && (await deliverPush(deps, id));
    if (state) logger.info('Push', { id, state });
  },
);

/** Every minute. Also queues reminders of live sessions. */
export const resumePushes = onSchedule(PUSH_RESUME_OPTIONS, async () => {
  const deps = getPushDeps();
  if (deps) await resumeDuePushes(deps, queueSessionReminders);
});

const ANGLE_ADDRESS = /<([^<>]+)>$/;

const toVapidSubject = (mailFrom: string) =>
  `mailto:${ANGLE_ADDRESS.exec(mailFrom)?.[1] ?? mailFrom}`;

let cachedPushDeps: PushDeps | undefined;

function getPushDeps(): PushDeps | null {
  const { mailFrom, pushKey, vapidPublicKey, vapidPrivateKey } = environment;
  if (vapidPublicKey === null || vapidPrivateKey === null) return null;
  const keys = { publicKey: vapidPublicKey, privateKey: vapidPrivateKey };
  cachedPushDeps ??= {
    firestore: firestore(),
    pushSecrets: createSecrets(requireSetting(pushKey, 'PUSH_KEY')),
    tasks: openTaskQueue('runPushTask', wallClock),
    clock: wallClock,
    send: createPushSender({ ...keys, subject: toVapidSubject(mailFrom) }),
  };
  return cachedPushDeps;
}

// Contains no keys, because the inspection parses untrusted bytes.
const getInspectDeps = () => ({
  firestore: firestore(),
  bucket: bucket(),
  clock: wallClock,
  tasks: openTaskQueue('runInspectionTask', wallClock),
});

/** Failed inspections are retried with growing delays until their upload times out. */
export const runInspectionTask = onTaskDispatched(INSPECTION_TASK_OPTIONS, async ({ data }) => {
  const { collection, id } = taskSchema.parse(data);
  const kind = UPLOAD_KINDS.find((uploadKind) => uploadKind.collection === collection);
  if (!kind) throw new Error(`${collection} has no uploads`);
  const verdict = await inspectUpload(getInspectDeps(), kind, id);
  if (verdict) logger.info('Inspection task', { collection, id, accepted: verdict.accepted });
});

/** Removes a new file's public link, so that only the inspection can open it. */
export const unlinkUpload = onObjectFinalized(
  { ...UNLINK_OPTIONS, bucket: storageBucket },
  async ({ data }) => {
    await unlink(bucket(), data);
  },
);

export const inspectProof = onDocumentCreated(
  { ...INSPECTION_OPTIONS, document: 'proofs/{id}' },
  async ({ params: { id } }) => {
    const verdict = await inspectOrQueue(getInspectDeps(), PROOFS, id);
    if (verdict) logger.info('Proof inspected', { id, accepted: verdict.accepted });
  },
);

export const inspectSetup = onDocumentCreated(
  { ...INSPECTION_OPTIONS, document: 'setups/{id}' },
  async ({ params: { id } }) => {
    const verdict = await inspectOrQueue(getInspectDeps(), SETUPS, id);
    if (verdict) logger.info('Setup inspected', { id, accepted: verdict.accepted });
  },
);

export const inspectPicture = onDocumentCreated(
  { ...INSPECTION_OPTIONS, document: 'pictures/{id}' },
  async ({ params: { id } }) => {
    const verdict = await inspectOrQueue(getInspectDeps(), PICTURES, id);
    if (verdict) logger.info('Picture inspected', { id, accepted: verdict.accepted });
  },
);

/** Resumes inspections that never started, or that ended without a verdict. */
export const resumeInspections = onSchedule(
  { ...INSPECTION_SWEEP_OPTIONS, schedule: '*/5 * * * *' },
  async () => {
    for (const { cause, ...resumed } of await resume(getInspectDeps()))
      if (resumed.outcome === 'failed')
        logger.error('Inspection failed again', { ...resumed, cause });
      else logger.warn('Overdue inspection resumed', resumed);
  },
);

export const anchorUsers = onSchedule(
  { ...HOUSEKEEPING_OPTIONS, schedule: '*/5 * * * *' },
  async () => {
    await runSteps<unknown>([
      async () => {
        if (environment.requiresFactor)
          await endExemptions(firestore(), await readStaffIds(firestore()));
      },
      () => extendAnchors(firestore()),
      () => approveWaitingMatches(firestore(), wallClock),
    ]);
  },
);

export const reconcileConsole = onSchedule(
  { ...HOUSEKEEPING_OPTIONS, schedule: '0 0 * * *' },
  async () => {
    await runSteps<unknown>([
      async () => {
        if (await rebuildAnchors(firestore())) logger.info('User anchors rebuilt');
      },
      () => updateAllWaitingSince(firestore()),
      () => countMemberWeeks(firestore(), wallClock()),
    ]);
  },
);

/** Covers proofs changed by hand, restored from a backup or sent after the broker's postback. */
export const noteWaitingProof = onDocumentWritten(
  { ...WAITING_PROOF_OPTIONS, document: 'proofs/{id}' },
  async ({ data }) => {
    const uid: unknown = data?.after.get('uid') ?? data?.before.get('uid');
    const traderId: unknown = data?.after.get('traderId');
    await runSteps<unknown>([
      async () => typeof uid === 'string' && updateWaitingSince(firestore(), uid),
      async () => typeof traderId === 'string' && approveMatch(firestore(), wallClock, traderId),
    ]);
  },
);

export const syncAccessClaims = onDocumentWritten(
  { ...ACCOUNT_SYNC_OPTIONS, document: 'users/{uid}' },
  async ({ params: { uid } }) => {
    await runSteps<unknown>([
      () => completeAccessClaims({ firestore: firestore(), auth: auth() }, uid),
      async () => environment.telegram && markChatsDue(firestore(), uid),
    ]);
  },
);

async function resumeClaims(): Promise<void> {
  const deps = { firestore: firestore(), auth: auth() };
  const { settled, failures } = await completeDueClaims(deps, wallClock());
  if (settled.length > 0) logger.warn('Claims synced late', { count: settled.length });
  for (const cause of failures) logger.error('Syncing claims failed again', { cause });
  if (environment.telegram)
    await runSteps(settled.map((uid) => () => markChatsDue(firestore(), uid)));
}

async function resumeErasures(): Promise<void> {
  const limitSecrets = createSecrets(requireSetting(environment.limitsKey, 'LIMITS_KEY'));
  const shared = { firestore: firestore(), clock: wallClock };
  const { finished, failures } = await erase({
    ...shared,
    auth: auth(),
    bucket: bucket(),
    pseudonymSecrets: createSecrets(requireSetting(environment.pseudonymKey, 'PSEUDONYM_KEY')),
    limiter: createFirestoreLimiter({ ...shared, limitSecrets, factor: 1 }),
  });
  if (finished > 0) logger.info('Deletions finished', { finished });
  for (const cause of failures) logger.error('A deletion failed again', { cause });
}

export const resumeDeletions = onSchedule(
  { ...ERASURE_OPTIONS, schedule: '*/15 * * * *' },
  async () => {
    await runSteps([resumeErasures, resumeClaims]);
  },
);

/** Logs operator alarms with the messages that the policies in `alerts/` match. */
export const watchService = onSchedule(
  { ...HOUSEKEEPING_OPTIONS, schedule: '*/5 * * * *' },
  async () => {
    const { liveProject: project, timeAuthorityUrls } = environment;
    const timeAuthorities = timeAuthorityUrls.length;
    await runWatch(firestore(), wallClock(), { project, timeAuthorities });
  },
);

export const expireRegistrations = onSchedule(
  { ...HOUSEKEEPING_OPTIONS, schedule: '0 * * * *' },
  async () => {
    const expired = await expire(firestore(), wallClock());
    if (expired > 0) logger.info('Expired registrations deleted', { expired });
  },
);

/** Daily. Also blocks members disabled in the Firebase console. */
export const reconcileAccounts = onSchedule(ACCOUNT_RECONCILE_OPTIONS, async () => {
  await runSteps([
    async () => {
      const deps = { auth: auth(), firestore: firestore() };
      const { counts, failures } = await reconcile(deps, wallClock());
      if (counts.deleted + counts.blocked + counts.unblocked > 0)
        logger.info('Accounts reconciled', { ...counts });
      throwFailures(failures);
    },
    async () => {
      const rebuilt = await rebuildPacks(firestore(), wallClock());
      if (rebuilt > 0) logger.info('Push packs rebuilt', { rebuilt });
    },
  ]);
});

/** Deletes uploads without a submission, and pictures that nothing refers to. */
export const removeOrphans = onSchedule(ORPHAN_REMOVAL_OPTIONS, async () => {
  const removed = await remove({ firestore: firestore(), bucket: bucket() }, wallClock());
  if (removed > 0) logger.info('Orphaned uploads removed', { removed });
});
