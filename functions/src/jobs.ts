import { slotId, slotStart } from '@quantalgo/contracts/core/slots';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import { logger } from 'firebase-functions';
import { onDocumentCreated, onDocumentWritten } from 'firebase-functions/firestore';
import { storageBucket } from 'firebase-functions/params';
import { onSchedule } from 'firebase-functions/scheduler';
import { onObjectFinalized } from 'firebase-functions/storage';
import { onTaskDispatched } from 'firebase-functions/tasks';
import * as z from 'zod/mini';
import { isShard } from './domain/push/delivery';
import { STRATEGIES } from './domain/signals/strategies/registry';
import { extendAnchors, rebuildAnchors } from './platform/console/userAnchors';
import { watch } from './platform/console/watch';
import { clockOfRun, slotOfRun, wallClock } from './platform/core/clock';
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
import { environment, required } from './platform/core/environment';
import { endExemptions, staffIn } from './platform/auth/secondFactor';
import { auth, bucket, firestore } from './platform/core/firebase';
import { type NoteSigner, createNoteSigner } from './platform/core/noteSigner';
import { firestoreLimiter } from './platform/core/rateLimiter';
import { secretsOf } from './platform/core/secrets';
import { openTaskQueue, taskSchema } from './platform/core/taskQueues';
import { openMarket } from './platform/market/openMarket';
import { settleAccessClaims, settleDueClaims } from './platform/auth/accessClaims';
import { reconcileAccounts as reconcile } from './platform/access/reconcile';
import { expireRegistrations as expire } from './platform/auth/registrations';
import { resumeDeletions as erase } from './platform/privacy/erase';
import { deliverDueSignals, deliverSignal } from './platform/push/broadcast';
import { deliverDuePushes, deliverPush, type PushDeps } from './platform/push/deliver';
import { rebuildPacks } from './platform/push/rebuildPacks';
import { pushSender } from './platform/push/sender';
import { refit } from './platform/record/calibrations';
import { stampCheckpoint } from './platform/record/checkpointStamps';
import { correctDueDays } from './platform/record/correct';
import { runPublisher } from './platform/record/publish';
import { settleAndFollow } from './platform/record/settle';
import { stampHeadOfDay } from './platform/record/stamps';
import { openAuthorities } from './platform/record/timeAuthority';
import { remindOfSessions } from './platform/live/reminders';
import { inspect, inspectOrQueue } from './platform/submissions/inspect';
import { PICTURES, PROOFS, SETUPS, UPLOAD_KINDS } from './platform/submissions/kinds';
import { removeOrphans as remove } from './platform/submissions/orphans';
import { resumeInspections as resume } from './platform/submissions/resumeInspections';
import { updateAllWaitingSince, updateWaitingSince } from './platform/submissions/queue';
import { unlinkUpload as unlink } from './platform/submissions/uploads';
import { noteAccess } from './platform/auth/telegramChats';

let cachedSigner: NoteSigner | undefined;

/** Signs the checkpoints of the log. */
const logSigner = (): NoteSigner =>
  (cachedSigner ??= createNoteSigner(required(environment.logKey, 'LOG_KEY')));

/** Every five minutes: publishes the slot's signal, or records a miss. */
export const publishSignal = onSchedule(PUBLISHER_OPTIONS, async ({ scheduleTime }) => {
  const scheduled = Date.parse(scheduleTime);
  const clock = clockOfRun(scheduled, environment);
  const slot = slotOfRun(scheduled, clock);
  const market = await openMarket(environment);
  const step = await runPublisher(firestore(), slot, { market, clock, signer: logSigner() });
  logger.info('Slot recorded', {
    slot: slotId(slot),
    state: step?.state ?? 'recorded before',
    ...(step?.state === 'missed' ? { reason: step.reason } : {}),
  });
});

/** Every five minutes: settles the signals whose closes are known, and has log and published configurations follow. */
export const settleSignals = onSchedule(SLOT_JOB_OPTIONS, async ({ scheduleTime }) => {
  const clock = clockOfRun(Date.parse(scheduleTime), environment);
  const signer = logSigner();
  const market = await openMarket(environment);
  await settleAndFollow(firestore(), { market, clock, signer });
});

/**
 * Every day: refits each strategy's calibration to the newest candles. Where the source fails for a pair, the others are
 * fitted, and the run fails, so that it is reported and tried again.
 */
export const refitCalibrations = onSchedule(REFIT_OPTIONS, async ({ scheduleTime }) => {
  const market = await openMarket(environment);
  const slot = slotStart(Date.parse(scheduleTime));
  const { fitted, failures } = await refit(firestore(), market, slot, STRATEGIES);
  for (const { calibration } of fitted)
    logger.info('Calibration fitted', {
      version: calibration.version,
      switchedOff: calibration.switchedOff?.reason ?? null,
    });
  if (failures.length > 0) throw new Error(`Fitted without ${failures.join('; ')}`);
});

/** Every day: checks whether the source revised candles of the day before yesterday, whose signals are all settled. */
export const correctRecord = onSchedule(CORRECTION_OPTIONS, async ({ scheduleTime }) => {
  const scheduled = Date.parse(scheduleTime);
  const today = Math.floor(scheduled / DAY_MS) * DAY_MS;
  const settling = {
    market: await openMarket(environment),
    clock: clockOfRun(scheduled, environment),
    signer: logSigner(),
  };
  const corrected = await correctDueDays(firestore(), settling, today);
  if (corrected.length > 0) logger.info('Corrections appended', { corrected });
});

/** Every minute: time-stamps the slot's checkpoint once a slot, and the ledger's head once a day. */
export const stampHead = onSchedule(TIMESTAMP_OPTIONS, async () => {
  const stampers = openAuthorities(environment).map((authority) => ({
    by: authority.name,
    // Loaded here, because the code for the authority's format is large and every other function would load it too.
    text: async (text: string) =>
      (await import('./platform/record/stampText')).stampText(authority, text),
  }));
  const [first] = stampers;
  if (!first) {
    logger.warn('Nothing is time-stamped: no TIME_AUTHORITY_URL is set');
    return;
  }
  const size = await stampCheckpoint(firestore(), stampers, wallClock());
  if (size !== null) logger.info('Checkpoint time-stamped', { size });
  const seq = await stampHeadOfDay(firestore(), first, wallClock());
  if (seq !== null) logger.info('Head time-stamped', { seq, by: first.by });
});

/** On a new broadcast (a signal, an outcome or news): sends it to its recipients, or splits it into shards. */
export const sendSignal = onDocumentCreated(
  { ...BROADCAST_OPTIONS, document: 'broadcasts/{id}' },
  async ({ data, params: { id } }) => {
    // Shards have tasks.
    if (isShard({ from: data?.get('from'), to: data?.get('to') })) return;
    const deps = pushDeps();
    const state = deps && (await deliverSignal(deps, id));
    if (state) logger.info('Push of a signal', { id, state });
  },
);

/** Sends a shard of a broadcast, or resumes a push whose run was interrupted. */
export const runPushTask = onTaskDispatched<unknown>(PUSH_TASK_OPTIONS, async ({ data }) => {
  const { collection, id } = pushTaskSchema.parse(data);
  const deps = pushDeps();
  if (!deps) return;
  const deliver = collection === 'broadcasts' ? deliverSignal : deliverPush;
  const state = await deliver(deps, id);
  if (state) logger.info('Push by a task', { collection, id, state });
});

const pushTaskSchema = z.extend(taskSchema, { collection: z.enum(['broadcasts', 'pushes']) });

/** On a new push to a member: sends it to their devices. */
export const sendPush = onDocumentCreated(
  { ...PUSH_OPTIONS, document: 'pushes/{id}' },
  async ({ params: { id } }) => {
    const deps = pushDeps();
    const state = deps && (await deliverPush(deps, id));
    if (state) logger.info('Push', { id, state });
  },
);

/** Every minute: has members told what becomes of the next live sessions, and resumes interrupted pushes. */
export const resumePushes = onSchedule(PUSH_RESUME_OPTIONS, async () => {
  const deps = pushDeps();
  if (!deps) return;
  const reminded = await remindOfSessions(deps.firestore, wallClock());
  if (reminded.length > 0) logger.info('Members are told of live sessions', { reminded });
  const due = await Promise.all([deliverDueSignals(deps), deliverDuePushes(deps)]);
  const states = due.flat();
  if (states.length > 0) logger.info('Pushes gone on with', { states });
});

const ADDRESS = /<([^<>]+)>$/;

/** `mailto:` with the sender address of the site's mails: push services contact the site's owner by it. */
const vapidSubject = (mailFrom: string) => `mailto:${ADDRESS.exec(mailFrom)?.[1] ?? mailFrom}`;

let cachedPushDeps: PushDeps | undefined;

/** The dependencies of push; null on a site without keys for push. */
function pushDeps(): PushDeps | null {
  const { mailFrom, pushKey, vapidPublicKey, vapidPrivateKey } = environment;
  if (vapidPublicKey === null || vapidPrivateKey === null) return null;
  const keys = { publicKey: vapidPublicKey, privateKey: vapidPrivateKey };
  cachedPushDeps ??= {
    firestore: firestore(),
    pushSecrets: secretsOf(required(pushKey, 'PUSH_KEY')),
    tasks: openTaskQueue('runPushTask', wallClock),
    clock: wallClock,
    send: pushSender({ ...keys, subject: vapidSubject(mailFrom) }),
  };
  return cachedPushDeps;
}

/** Without any key, because the inspection reads untrusted bytes. */
const inspectDeps = () => ({
  firestore: firestore(),
  bucket: bucket(),
  clock: wallClock,
  tasks: openTaskQueue('runInspectionTask', wallClock),
});

/** Repeats an inspection that failed, after longer each time, until its upload is given up. */
export const runInspectionTask = onTaskDispatched<unknown>(
  INSPECTION_TASK_OPTIONS,
  async ({ data }) => {
    const { collection, id } = taskSchema.parse(data);
    const kind = UPLOAD_KINDS.find((one) => one.collection === collection);
    if (!kind) throw new Error(`No uploads are in ${collection}`);
    const verdict = await inspect(inspectDeps(), kind, id);
    if (verdict) logger.info('Inspected by a task', { collection, id, accepted: verdict.accepted });
  },
);

/** On a new file: removes its public link, so that only the inspection can open it; its uploader can't either. */
export const unlinkUpload = onObjectFinalized(
  { ...UNLINK_OPTIONS, bucket: storageBucket },
  async ({ data }) => {
    await unlink(bucket(), data);
  },
);

/** On a submitted proof: inspects its bytes before staff see it. */
export const inspectProof = onDocumentCreated(
  { ...INSPECTION_OPTIONS, document: 'proofs/{id}' },
  async ({ params: { id } }) => {
    const verdict = await inspectOrQueue(inspectDeps(), PROOFS, id);
    if (verdict) logger.info('Proof inspected', { id, accepted: verdict.accepted });
  },
);

/** On a submitted account setup: inspects the proof of its deposit likewise. */
export const inspectSetup = onDocumentCreated(
  { ...INSPECTION_OPTIONS, document: 'setups/{id}' },
  async ({ params: { id } }) => {
    const verdict = await inspectOrQueue(inspectDeps(), SETUPS, id);
    if (verdict) logger.info('Setup inspected', { id, accepted: verdict.accepted });
  },
);

/** On a submitted picture: inspects and redraws it likewise, before anybody but its owner sees it. */
export const inspectPicture = onDocumentCreated(
  { ...INSPECTION_OPTIONS, document: 'pictures/{id}' },
  async ({ params: { id } }) => {
    const verdict = await inspectOrQueue(inspectDeps(), PICTURES, id);
    if (verdict) logger.info('Picture inspected', { id, accepted: verdict.accepted });
  },
);

/** Every five minutes: inspects uploads whose inspection never started, or ended without a verdict. */
export const resumeInspections = onSchedule(
  { ...INSPECTION_SWEEP_OPTIONS, schedule: '*/5 * * * *' },
  async () => {
    for (const { cause, ...resumed } of await resume(inspectDeps()))
      if (resumed.outcome === 'failed')
        logger.error('An inspection failed again', { ...resumed, cause });
      else logger.warn('An inspection was overdue', resumed);
  },
);

/** Every five minutes: extends the anchors of the console's list of users to new members, and ends exempt staff sessions. */
export const anchorUsers = onSchedule(
  { ...HOUSEKEEPING_OPTIONS, schedule: '*/5 * * * *' },
  async () => {
    if (environment.demandsFactor) await endExemptions(firestore(), await staffIn(firestore()));
    await extendAnchors(firestore());
  },
);

/** Every day: rebuilds the anchors where users were deleted, and recomputes which members wait for staff. */
export const reconcileConsole = onSchedule(
  { ...HOUSEKEEPING_OPTIONS, schedule: '0 0 * * *' },
  async () => {
    if (await rebuildAnchors(firestore())) logger.info('The anchors of the users were set anew');
    await updateAllWaitingSince(firestore());
  },
);

/** On a changed proof: corrects its member's row where the change itself did not, as by hand or from a backup. */
export const noteWaitingProof = onDocumentWritten(
  { ...WAITING_PROOF_OPTIONS, document: 'proofs/{id}' },
  async ({ data }) => {
    const uid: unknown = data?.after.get('uid') ?? data?.before.get('uid');
    if (typeof uid === 'string') await updateWaitingSince(firestore(), uid);
  },
);

/** On a changed user document: syncs the claims of its account. */
export const syncAccessClaims = onDocumentWritten(
  { ...ACCOUNT_SYNC_OPTIONS, document: 'users/{uid}' },
  async ({ params: { uid } }) => {
    await settleAccessClaims({ firestore: firestore(), auth: auth() }, uid);
    if (environment.telegram) await noteAccess(firestore(), uid);
  },
);

/** Syncs the claims that are still due after a change of access. */
async function resumeClaims(): Promise<void> {
  const deps = { firestore: firestore(), auth: auth() };
  const { settled, failures } = await settleDueClaims(deps, wallClock());
  if (settled.length > 0) logger.warn('Claims synced late', { count: settled.length });
  if (environment.telegram) for (const uid of settled) await noteAccess(firestore(), uid);
  for (const cause of failures) logger.error('Claims were not synced again', { cause });
}

/** Every quarter of an hour: finishes interrupted deletions of accounts, and syncs claims that are due. */
export const resumeDeletions = onSchedule(
  { ...ERASURE_OPTIONS, schedule: '*/15 * * * *' },
  async () => {
    const limitSecrets = secretsOf(required(environment.limitsKey, 'LIMITS_KEY'));
    const reached = { firestore: firestore(), clock: wallClock };
    const { finished, failures } = await erase({
      firestore: firestore(),
      auth: auth(),
      bucket: bucket(),
      pseudonymSecrets: secretsOf(required(environment.pseudonymKey, 'PSEUDONYM_KEY')),
      limiter: firestoreLimiter({ ...reached, limitSecrets, factor: 1 }),
    });
    if (finished > 0) logger.info('Deletions finished', { finished });
    for (const cause of failures) logger.error('A deletion was broken off again', { cause });
    await resumeClaims();
  },
);

/** Every five minutes: logs alarms for the operators, in the words that the policies in `alerts/` match. */
export const watchService = onSchedule(
  { ...HOUSEKEEPING_OPTIONS, schedule: '*/5 * * * *' },
  async () => {
    const { liveProject: project, timeAuthorityUrls } = environment;
    const timeAuthorities = timeAuthorityUrls.length;
    await watch(firestore(), wallClock(), { project, timeAuthorities });
  },
);

/** Every hour: deletes expired registrations. */
export const expireRegistrations = onSchedule(
  { ...HOUSEKEEPING_OPTIONS, schedule: '0 * * * *' },
  async () => {
    const expired = await expire(firestore(), wallClock());
    if (expired > 0) logger.info('Registrations forgotten', { expired });
  },
);

/** Every day: reconciles accounts, records and packed devices; members disabled in the Firebase console are blocked. */
export const reconcileAccounts = onSchedule(ACCOUNT_RECONCILE_OPTIONS, async () => {
  const done = await reconcile({ auth: auth(), firestore: firestore() }, wallClock());
  if (done.deleted + done.blocked + done.unblocked > 0)
    logger.info('Accounts reconciled', { ...done });
  const rebuilt = await rebuildPacks(firestore(), wallClock());
  if (rebuilt > 0) logger.info('Devices that hear signals rebuilt', { rebuilt });
});

/** Every day: deletes uploads that no submission names, and pictures that nothing names. */
export const removeOrphans = onSchedule(ORPHAN_REMOVAL_OPTIONS, async () => {
  const removed = await remove({ firestore: firestore(), bucket: bucket() }, wallClock());
  if (removed > 0) logger.info('Orphaned uploads removed', { removed });
});
