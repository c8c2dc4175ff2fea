import { slotId, slotStart } from '@quantalgo/contracts';
import { logger } from 'firebase-functions';
import { onDocumentCreated, onDocumentWritten } from 'firebase-functions/firestore';
import { storageBucket } from 'firebase-functions/params';
import { onSchedule } from 'firebase-functions/scheduler';
import { onObjectFinalized } from 'firebase-functions/storage';
import { STRATEGIES } from './domain/strategies/registry';
import { ALARM, findAlarms } from './platform/console/alarms';
import { extendAnchors, rebuildAnchors } from './platform/console/userAnchors';
import { clockOfRun, slotOfRun, wallClock } from './platform/core/clock';
import {
  FORGETTING,
  HOUSEKEEPING,
  INSPECTING,
  MAILING,
  MIRRORING,
  NOTING,
  PUBLISHING,
  PUSHING,
  PUSHING_ON,
  RECONCILING,
  REFITTING,
  REMOVING_ORPHANS,
  RETRYING,
  SCHEDULED,
  STAMPING,
  UNLINKING,
} from './platform/core/deployment';
import { environment, required } from './platform/core/environment';
import { auth, bucket, firestore } from './platform/core/firebase';
import { firestoreLimiter } from './platform/core/rateLimiter';
import { secretsOf } from './platform/core/secrets';
import { deliverDueMail, deliverMail as deliver, type MailDeps, smtpSender } from './platform/mail';
import { openMarket } from './platform/market/openMarket';
import { syncAccessClaims as sync } from './platform/members/accessClaims';
import { reconcileAccounts as reconcile } from './platform/members/reconcile';
import { expireRegistrations as expire } from './platform/members/registrations';
import { resumeDeletions as resume } from './platform/privacy/erase';
import { deliverDuePushes, deliverPush, type PushDeps } from './platform/push/deliver';
import { pushSender } from './platform/push/sender';
import { refit } from './platform/record/calibrations';
import { correctDueDays } from './platform/record/correct';
import { runPublisher } from './platform/record/publish';
import { settleDue } from './platform/record/settle';
import { stampHeadOfDay } from './platform/record/stamps';
import { openAuthority } from './platform/record/timeAuthority';
import { inspect, type InspectDeps } from './platform/submissions/inspect';
import { PROOFS, SETUPS } from './platform/submissions/kinds';
import { updateAllWaitingSince, updateWaitingSince } from './platform/submissions/queue';
import { removeOrphans as remove } from './platform/submissions/submit';
import { unlinkUpload as unlink } from './platform/submissions/uploads';

/** Every five minutes: the slot's signal, or the record that there is none. */
export const publishSignal = onSchedule(PUBLISHING, async ({ scheduleTime }) => {
  const scheduled = Date.parse(scheduleTime);
  const clock = clockOfRun(scheduled, environment);
  const slot = slotOfRun(scheduled, clock);
  const market = await openMarket(environment);
  const step = await runPublisher(firestore(), slot, { market, clock });
  logger.info('Slot recorded', {
    slot: slotId(slot),
    state: step?.state ?? 'recorded before',
    ...(step?.state === 'missed' ? { reason: step.reason } : {}),
  });
});

/** Every five minutes: judges the signals whose closes are known. */
export const settleSignals = onSchedule(SCHEDULED, async ({ scheduleTime }) => {
  const clock = clockOfRun(Date.parse(scheduleTime), environment);
  const settled = await settleDue(firestore(), { market: await openMarket(environment), clock });
  if (settled.length > 0) logger.info('Signals settled', { settled });
});

/** Every day: learns from the newest candles what each strategy's opinions are worth. */
export const refitCalibrations = onSchedule(REFITTING, async ({ scheduleTime }) => {
  const market = await openMarket(environment);
  const fitted = await refit(firestore(), market, slotStart(Date.parse(scheduleTime)), STRATEGIES);
  for (const { calibration } of fitted)
    logger.info('Calibration fitted', {
      version: calibration.version,
      switchedOff: calibration.switchedOff?.reason ?? null,
    });
});

const DAY_MS = 24 * 60 * 60_000;

/** Every day: looks whether the source has revised the candles of the day before yesterday, all of whose signals are over. */
export const correctRecord = onSchedule(REFITTING, async ({ scheduleTime }) => {
  const scheduled = Date.parse(scheduleTime);
  const today = Math.floor(scheduled / DAY_MS) * DAY_MS;
  const settling = {
    market: await openMarket(environment),
    clock: clockOfRun(scheduled, environment),
  };
  const corrected = await correctDueDays(firestore(), settling, today);
  if (corrected.length > 0) logger.info('Corrections appended', { corrected });
});

/** Every hour, for a day that has none yet: the ledger's head is time-stamped. What fails is tried again the next hour. */
export const stampHead = onSchedule(STAMPING, async () => {
  const authority = await openAuthority(environment);
  if (!authority) {
    logger.warn('No head is time-stamped: no TIME_AUTHORITY_URL is set, or openssl is missing');
    return;
  }
  // Loaded here, because what speaks the authority's format is large and every other function would load it too.
  const { stampText } = await import('./platform/record/stampText');
  const stamp = { by: authority.name, text: (text: string) => stampText(authority, text) };
  const seq = await stampHeadOfDay(firestore(), stamp, wallClock());
  if (seq !== null) logger.info('Head time-stamped', { seq, by: authority.name });
});

/** Whenever there is something to tell: the devices that want to know are told. */
export const sendPush = onDocumentCreated(
  { ...PUSHING, document: 'pushes/{id}' },
  async ({ params: { id } }) => {
    const deps = pushDeps();
    const state = deps && (await deliverPush(deps, id));
    if (state) logger.info('Push', { id, state });
  },
);

/** Every minute: pushes whose run broke off are gone on with. */
export const resumePushes = onSchedule(PUSHING_ON, async () => {
  const deps = pushDeps();
  const states = deps ? await deliverDuePushes(deps) : [];
  if (states.length > 0) logger.info('Pushes gone on with', { states });
});

const ADDRESS = /<([^<>]+)>$/;

/** `mailto:` of whoever sends the site's mails: by it a push service reaches the site's owner. */
const vapidSubject = (mailFrom: string) => `mailto:${ADDRESS.exec(mailFrom)?.[1] ?? mailFrom}`;

let cachedPushDeps: PushDeps | undefined;

/** What the telling of devices reaches; null on a site without keys for push. */
function pushDeps(): PushDeps | null {
  const { mailFrom, pushKey, vapidPublicKey, vapidPrivateKey } = environment;
  if (vapidPublicKey === null || vapidPrivateKey === null) return null;
  const keys = { publicKey: vapidPublicKey, privateKey: vapidPrivateKey };
  cachedPushDeps ??= {
    firestore: firestore(),
    pushSecrets: secretsOf(required(pushKey, 'PUSH_KEY')),
    clock: wallClock,
    send: pushSender({ ...keys, subject: vapidSubject(mailFrom) }),
  };
  return cachedPushDeps;
}

/** Whenever a mail is queued: it is sent. */
export const deliverMail = onDocumentCreated(
  { ...MAILING, document: 'mail/{id}' },
  async ({ params: { id } }) => {
    const state = await deliver(mailDeps(), id);
    if (state !== null) logger.info('Mail', { id, state });
  },
);

/** Every minute: mails whose attempts failed and that are due again. */
export const retryMail = onSchedule(RETRYING, async () => {
  const states = await deliverDueMail(mailDeps());
  if (states.length > 0) logger.info('Mails tried again', { states });
});

let sender: MailDeps['send'] | undefined;

/** What the sending of mail reaches; all mails of an instance share its connections to the mail server. */
function mailDeps(): MailDeps {
  const { brand, mailFrom, mailKey, siteUrl, smtpUrl } = environment;
  return {
    firestore: firestore(),
    mailSecrets: secretsOf(required(mailKey, 'MAIL_KEY')),
    send: (sender ??= smtpSender(required(smtpUrl, 'SMTP_URL'), mailFrom)),
    siteUrl,
    brand: required(brand, 'BRAND_NAME'),
    clock: wallClock,
  };
}

/** No key: what inspects reads bytes that somebody else wrote. */
function inspectDeps(): InspectDeps {
  return { firestore: firestore(), bucket: bucket(), clock: wallClock };
}

/** Whenever a file comes: nobody but the inspection opens it, its uploader by a link neither. */
export const unlinkUpload = onObjectFinalized(
  { ...UNLINKING, bucket: storageBucket },
  async ({ data }) => {
    await unlink(bucket(), data);
  },
);

/** Whenever a proof is submitted: its bytes are looked at before staff does. */
export const inspectProof = onDocumentCreated(
  { ...INSPECTING, document: 'proofs/{id}' },
  async ({ params: { id } }) => {
    const verdict = await inspect(inspectDeps(), PROOFS, id);
    if (verdict) logger.info('Proof inspected', { id, accepted: verdict.accepted });
  },
);

/** Whenever an account setup is submitted: likewise the proof of its deposit. */
export const inspectSetup = onDocumentCreated(
  { ...INSPECTING, document: 'setups/{id}' },
  async ({ params: { id } }) => {
    const verdict = await inspect(inspectDeps(), SETUPS, id);
    if (verdict) logger.info('Setup inspected', { id, accepted: verdict.accepted });
  },
);

/** Every five minutes: who joined since is given a place in the console's list of users. */
export const anchorUsers = onSchedule({ ...HOUSEKEEPING, schedule: '*/5 * * * *' }, async () => {
  await extendAnchors(firestore());
});

/** Every day: the places are set anew where users have gone, and what waits for staff is noted anew. */
export const mendConsole = onSchedule({ ...HOUSEKEEPING, schedule: '0 0 * * *' }, async () => {
  if (await rebuildAnchors(firestore())) logger.info('The anchors of the users were set anew');
  await updateAllWaitingSince(firestore());
});

/** Whenever a proof changes: its member's row says whether one waits. */
export const noteWaitingProof = onDocumentWritten(
  { ...NOTING, document: 'proofs/{id}' },
  async ({ data }) => {
    const uid: unknown = data?.after.get('uid') ?? data?.before.get('uid');
    if (typeof uid === 'string') await updateWaitingSince(firestore(), uid);
  },
);

/** Whenever a user's record changes: the claims of its account follow. */
export const syncAccessClaims = onDocumentWritten(
  { ...MIRRORING, document: 'users/{uid}' },
  async ({ params: { uid } }) => {
    const changed = await sync({ firestore: firestore(), auth: auth() }, uid);
    if (changed) logger.info('Claims follow the record', { uid });
  },
);

/** Every quarter of an hour: deletions of accounts that were broken off are finished. */
export const resumeDeletions = onSchedule({ ...FORGETTING, schedule: '*/15 * * * *' }, async () => {
  const limitSecrets = secretsOf(required(environment.limitsKey, 'LIMITS_KEY'));
  const reached = { firestore: firestore(), clock: wallClock };
  const { finished, failures } = await resume({
    firestore: firestore(),
    auth: auth(),
    bucket: bucket(),
    pseudonymSecrets: secretsOf(required(environment.pseudonymKey, 'PSEUDONYM_KEY')),
    limiter: firestoreLimiter({ ...reached, limitSecrets, factor: 1 }),
  });
  if (finished > 0) logger.info('Deletions finished', { finished });
  for (const cause of failures) logger.error('A deletion was broken off again', { cause });
});

/** Every five minutes: what somebody has to be woken for is logged, in the words of the policies in `alerts/`. */
export const watchService = onSchedule({ ...HOUSEKEEPING, schedule: '*/5 * * * *' }, async () => {
  for (const alarm of await findAlarms(firestore(), wallClock())) logger.error(ALARM, { ...alarm });
});

/** Every hour: registrations that nobody confirmed are forgotten. */
export const expireRegistrations = onSchedule(
  { ...HOUSEKEEPING, schedule: '0 * * * *' },
  async () => {
    const expired = await expire(firestore(), wallClock());
    if (expired > 0) logger.info('Registrations forgotten', { expired });
  },
);

/** Every day: accounts and records are brought together; whoever was disabled in the console is blocked here too. */
export const reconcileAccounts = onSchedule(RECONCILING, async () => {
  const done = await reconcile({ auth: auth(), firestore: firestore() }, wallClock());
  if (done.deleted + done.blocked + done.unblocked > 0)
    logger.info('Accounts reconciled', { ...done });
});

/** Every day: uploads that no call ever named are removed. */
export const removeOrphans = onSchedule(REMOVING_ORPHANS, async () => {
  const removed = await remove({ firestore: firestore(), bucket: bucket() }, wallClock());
  if (removed > 0) logger.info('Orphaned uploads removed', { removed });
});
