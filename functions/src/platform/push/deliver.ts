import { setTimeout as wait } from 'node:timers/promises';
import type { Auth } from 'firebase-admin/auth';
import { Timestamp, type DocumentReference, type Firestore } from 'firebase-admin/firestore';
import type { Clock } from '../clock';
import { isOvertaken } from '../contention';
import type { Secrets } from '../secrets';
import { tellPage } from './page';
import { tellingOf } from './messages';
import { pushesIn, pushOf, type Push } from './pushes';
import type { SendPush } from './sender';

export interface PushDeps {
  readonly firestore: Firestore;
  readonly auth: Auth;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly send: SendPush;
  readonly sleep?: (ms: number) => Promise<unknown>;
  /** Devices that are told together: as many are left out where a run breaks off in between. */
  readonly atOnce?: number;
}

const AT_ONCE = 200;

/** How long a run may be silent before another takes over (ms). */
const LEASE_MS = 60_000;
const ATTEMPTS = 10;

/** What became of a push: `told` to all there are, `expired` before that, given up, or taken over by another run. */
type PushState = 'told' | 'expired' | 'dead' | 'taken';

/** Takes the push for one run; null where it is not due: another has it, or it is over. */
async function claim(reference: DocumentReference, now: number): Promise<Push | null> {
  return reference.firestore.runTransaction(async (transaction) => {
    const push = pushOf(await transaction.get(reference));
    if (!push || push.dueAt === null || push.dueAt > now) return null;
    transaction.update(reference, {
      state: 'telling',
      attempts: push.attempts + 1,
      dueAt: Timestamp.fromMillis(now + LEASE_MS),
    });
    return push;
  });
}

/** Writes how far a run has come, each time on what it wrote itself: once another run took over, it writes no more. */
async function openLog(reference: DocumentReference) {
  let { updateTime: lastUpdateTime } = await reference.get();
  return {
    /** @returns false where another run took over, or the push is gone */
    write: async (fields: Readonly<Record<string, unknown>>): Promise<boolean> => {
      if (!lastUpdateTime) return false;
      try {
        const { writeTime } = await reference.update(fields, { lastUpdateTime });
        lastUpdateTime = writeTime;
        return true;
      } catch (error) {
        if (isOvertaken(error)) return false;
        throw error;
      }
    },
  };
}

async function run(deps: PushDeps, reference: DocumentReference, push: Push): Promise<PushState> {
  const { clock, firestore, atOnce = AT_ONCE, sleep = wait } = deps;
  const telling = await tellingOf(firestore, push, atOnce);
  const log = await openLog(reference);
  const counts = { told: push.told, failed: push.failed };
  const finish = async (state: Exclude<PushState, 'taken'>): Promise<PushState> =>
    (await log.write({ state, dueAt: null, ...counts })) ? state : 'taken';
  if (!telling || push.attempts >= ATTEMPTS) return finish('dead');
  for (let { cursor } = push; ;) {
    const now = clock();
    if (now >= push.validUntil) return finish('expired');
    const { rows, reached } = await telling.next(cursor);
    if (!reached) return finish('told');
    cursor = reached;
    // Written before anything goes out: after a crash nobody is told twice.
    const progress = {
      cursor: { id: reached.id, restsUntil: Timestamp.fromMillis(reached.restsUntil) },
      dueAt: Timestamp.fromMillis(now + LEASE_MS),
    };
    if (!(await log.write({ ...progress, ...counts }))) return 'taken';
    const told = await tellPage({ ...deps, sleep }, { id: reference.id, ...push }, telling, rows);
    counts.told += told.told;
    counts.failed += told.failed;
  }
}

/**
 * Tells a push of the outbox to whom it concerns, if it is due. Run twice, at once or after a crash, it tells no device
 * twice: a run that takes over goes on behind the devices that the one before went about telling.
 * @returns what became of it; null where there was nothing to do
 */
export async function deliverPush(deps: PushDeps, id: string): Promise<PushState | null> {
  const reference = pushesIn(deps.firestore).doc(id);
  const push = await claim(reference, deps.clock());
  return push && run(deps, reference, push);
}

/** Pushes that one run takes up: those that are longest due. */
const DUE_AT_ONCE = 20;

/** Goes on with what was broken off or never begun. */
export async function deliverDuePushes(deps: PushDeps): Promise<(PushState | null)[]> {
  const due = await pushesIn(deps.firestore)
    .where('dueAt', '<=', Timestamp.fromMillis(deps.clock()))
    .orderBy('dueAt')
    .limit(DUE_AT_ONCE)
    .get();
  return Promise.all(due.docs.map(({ id }) => deliverPush(deps, id)));
}
