import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { SERVER_BUSY } from '@quantalgo/contracts/core/endpoint';
import { slotStart } from '@quantalgo/contracts/core/slots';
import { CONFIRMATION_CODE_TTL_MS } from '@quantalgo/contracts/core/validation';
import { type Message, mailsTo } from '../chaos/mail';
import { eventually } from '../chaos/place';
import { VISITOR_HEADER } from '../release/network';
import {
  readConfirmationCode,
  list,
  newAddress,
  readDocument,
  signUp,
  site,
} from '../fixtures/client';
import { NO_ACCESS, probeAccess } from '../server/attacks/attacker';
import type { ReceivedPush } from '../fixtures/pushService';
import { findMissingSignals, readDayRecord } from './balance';
import type { Day } from './day';
import type { Member } from './members';

export interface DayEvent {
  /** Hour of the day. */
  readonly at: number;
  readonly name: string;
  /** Hours. */
  readonly lasts: number;
  /** @returns heals it, and then describes what was seen */
  readonly bringAbout: (day: Day) => Promise<Healing>;
  readonly explains?: RegExp;
}

interface Healing {
  readonly heal: () => unknown;
  readonly holds: () => Promise<string> | string;
}

const RETRY_TIMEOUT_MS = 300_000;
/** A push is valid for a minute of the day: on a busy machine one may be too late. */
const PUSH_RETRY_INTERVAL_MS = 5000;

/**
 * At the day's speed a mail's lease ends within seconds: a busy machine may send a mail again, under the same
 * Message-ID.
 */
const countMails = (mails: readonly Message[]) =>
  new Set(mails.map(({ messageId }) => messageId)).size;

const MAX_SIGN_UP_TRIES = 20;

/** Retries when a busy server says, like the app. @returns the status */
async function register({ stage }: Day, email: string, visitor: string): Promise<number> {
  const call = { body: signUp(email), at: stage.runApp, headers: { [VISITOR_HEADER]: visitor } };
  for (let triesLeft = MAX_SIGN_UP_TRIES; ; triesLeft -= 1) {
    const { status, code, retryAfterS } = await site('/auth/register', call);
    if (code !== SERVER_BUSY || triesLeft === 0) return status;
    await wait(retryAfterS * 1000);
  }
}

const deploy: DayEvent = {
  at: 1,
  name: 'a deployment and its rollback under load',
  lasts: 1,
  bringAbout: async ({ stage, met }) => {
    const [calls, failuresBefore] = [met.calls, met.failed.length];
    await stage.deployApi();
    return {
      heal: stage.deployApi,
      holds: () => {
        assert.deepEqual(met.failed.slice(failuresBefore), []);
        return `${met.calls - calls} calls meanwhile, each answered`;
      },
    };
  },
};

async function confirmAddress({ stage }: Day, email: string): Promise<void> {
  const body = { email, confirmationCode: await readConfirmationCode(email) };
  const { status } = await site('/auth/confirm-code', { body, at: stage.runApp });
  assert.equal(status, 200);
}

async function isGivenUp({ stage }: Day, address: string): Promise<boolean> {
  const dead = await stage.database.collection('mail').where('state', '==', 'dead').get();
  return dead.docs.some((mail) => mail.get('to') === address);
}

const VISITORS = 3;
const VISITOR = '203.0.113.50';

const mailDown: DayEvent = {
  at: 3,
  name: 'a mail server outage',
  lasts: 2,
  explains: /mail-late|mail-given-up|tasks-late/,
  bringAbout: async (day) => {
    const { ports, stage } = day;
    await day.mail.goDown();
    const early = newAddress();
    assert.equal(await register(day, early, VISITOR), 200);
    const startTime = day.clock.now();
    const late = Array.from({ length: VISITORS }, newAddress);
    let hasExpired = false;
    return {
      heal: async () => {
        for (const address of late) assert.equal(await register(day, address, VISITOR), 200);
        hasExpired = day.clock.now() - startTime > CONFIRMATION_CODE_TTL_MS;
        await day.mail.comeBack();
      },
      holds: async () => {
        const listLateMails = () => Promise.all(late.map((one) => mailsTo(ports, one)));
        const haveArrived = async () =>
          (await listLateMails()).every(({ length }) => length > 0) || null;
        await eventually('the mails', haveArrived, RETRY_TIMEOUT_MS);
        for (const email of late) await confirmAddress(day, email);
        assert.deepEqual(
          (await listLateMails()).map(countMails),
          late.map(() => 1),
        );
        const toEarly = async () => (await mailsTo(ports, early)).length;
        const hasEnded = async () => (await toEarly()) > 0 || (await isGivenUp(day, early)) || null;
        await eventually('an end of the first mail', hasEnded, RETRY_TIMEOUT_MS);
        const isLost = (await toEarly()) === 0;
        assert.ok(isLost || !hasExpired, 'a code that had run out was mailed');
        if (isLost) {
          const headers = { [VISITOR_HEADER]: VISITOR };
          const options = { body: { email: early }, at: stage.runApp, headers };
          assert.equal((await site('/auth/send-activation-email', options)).status, 200);
        }
        const hasEarlyArrived = async () => (await toEarly()) > 0 || null;
        await eventually('the mail to the first visitor', hasEarlyArrived, RETRY_TIMEOUT_MS);
        await confirmAddress(day, early);
        return `${late.length} codes waited, came once, and let their visitors in; one that ${isLost ? 'had run out was asked for again' : 'was older, too'}`;
      },
    };
  },
};

const marketDown: DayEvent = {
  at: 6,
  name: 'a price provider outage',
  lasts: 2,
  explains: /misses-in-a-row|Some signals were not settled|Nothing was fitted/,
  bringAbout: ({ stage, clock, ...rest }) => {
    const day = { stage, clock, ...rest };
    const from = slotStart(clock.now());
    stage.provider.fault = () => ({ status: 503, text: 'down' });
    return Promise.resolve({
      heal: () => {
        stage.provider.fault = () => null;
      },
      holds: async () => {
        const healedAt = clock.now();
        const publishes = async () => {
          const { signals } = await readDayRecord(day);
          return signals.some(({ at }) => at > healedAt) || null;
        };
        await eventually('a signal after it', publishes, RETRY_TIMEOUT_MS);
        const { misses, signals } = await readDayRecord(day);
        const missedSlots = misses.filter((at) => at > from && at <= healedAt);
        const publishedSignals = signals.filter(({ at }) => at > from && at <= slotStart(healedAt));
        assert.ok(missedSlots.length > 0, 'no slot was missed');
        return `${missedSlots.length} slots missed, ${publishedSignals.length} still published, then signals again`;
      },
    });
  },
};

const isTest =
  ({ endpoint: to }: Member) =>
  ({ endpoint, payload }: ReceivedPush) =>
    endpoint === to && payload.event === 'test';

const pushDown: DayEvent = {
  at: 9,
  name: 'a push service outage',
  lasts: 1,
  explains: /push-late/,
  bringAbout: async ({ stage, members, push, setPushes }) => {
    const subscriber = members.find(({ endpoint }) => endpoint !== null);
    assert.ok(subscriber, 'a member with pushes');
    const countSubscriptions = () => stage.database.collection('pushSubscriptions').count().get();
    const before = (await countSubscriptions()).data().count;
    setPushes(true);
    return {
      heal: () => setPushes(false),
      holds: async () => {
        const retry = async () => {
          await subscriber.testPush();
          await wait(PUSH_RETRY_INTERVAL_MS);
          return push.received.some(isTest(subscriber)) || null;
        };
        await eventually('a push after it', retry, RETRY_TIMEOUT_MS);
        assert.equal(
          (await countSubscriptions()).data().count,
          before,
          'a device lost its subscription',
        );
        return `${before} devices stay subscribed and are told again`;
      },
    };
  },
};

/**
 * They call just as the line is lost, a few milliseconds apart, so that their calls are at every
 * stage.
 */
const CAUGHT_MEMBERS = 20;
const CALL_SPACING_MS = 5;

const lineDown: DayEvent = {
  at: 11,
  name: 'an outage of the members’ connection',
  lasts: 1,
  bringAbout: async (day) => {
    const { members, met } = day;
    const lostBefore = met.lost;
    const pendingCalls = members.slice(-CAUGHT_MEMBERS).map(async ({ act }, nth) => {
      await wait(nth * CALL_SPACING_MS);
      await act(new AbortController().signal);
    });
    await wait((CAUGHT_MEMBERS / 2) * CALL_SPACING_MS);
    await day.cutLine();
    return {
      heal: day.restoreLine,
      holds: async () => {
        await Promise.all(pendingCalls);
        assert.notEqual(met.lost, lostBefore, 'the line was lost to nobody');
        const isComplete = async () => (await findMissingSignals(day)).length === 0 || null;
        await eventually('all signals on all devices', isComplete, RETRY_TIMEOUT_MS);
        return `${met.lost - lostBefore} calls lost on their way or back, every device whole again`;
      },
    };
  },
};

const thief: DayEvent = {
  at: 13,
  name: 'a stolen member token',
  lasts: 1,
  bringAbout: async ({ members, stage }) => {
    // The last members have no browser that would be logged out with the thief.
    const victim = members.findLast(
      ({ accepted, audiences }) => accepted.size > 0 && audiences.length > 1,
    );
    const starter = members.find(({ audiences }) => audiences.length === 1);
    assert.ok(victim && starter, 'a member to steal from');
    const stolenToken = victim.token();
    assert.equal(await readDocument(`users/${victim.uid}`, stolenToken), 200);
    return {
      heal: async () => {
        await victim.open();
        await victim.logOutElsewhere();
      },
      holds: async () => {
        const at = stage.runApp;
        for (const [key, { path, method, body }] of [...victim.accepted].slice(-3)) {
          const retry = { at, body, key, token: stolenToken, ...(method && { method }) };
          assert.equal((await site(path, retry)).status, 401, 'a replayed call');
        }
        const { api, ...past } = await probeAccess(stolenToken, victim.uid, at);
        assert.deepEqual({ api, ...past }, NO_ACCESS);
        const starterToken = starter.token();
        assert.equal(await list('messages', starterToken), 403);
        assert.equal(await readDocument(`users/${victim.uid}`, starterToken), 403);
        assert.equal(await readDocument(`bots/${victim.uid}`, starterToken), 403);
        return 'the token opens nothing, replays are refused, others’ rooms stay shut';
      },
    };
  },
};

const FLOODER = '192.0.2.66';
const SIGN_UPS = 20;
const LOGIN_TRIES = 30;

const flood: DayEvent = {
  at: 15,
  name: 'a flood of sign-ups and logins from one address',
  lasts: 1,
  bringAbout: async (day) => {
    const { ports, stage, met } = day;
    const failuresBefore = met.failed.length;
    const addresses = Array.from({ length: SIGN_UPS }, newAddress);
    const statuses = addresses.map((email) => register(day, email, FLOODER));
    const tries = Array.from({ length: LOGIN_TRIES }, async () => {
      const body = { email: 'nobody@attacks.test', password: 'not theirs' };
      const headers = { [VISITOR_HEADER]: FLOODER };
      return (await site('/auth/login', { body, headers, at: stage.runApp })).status;
    });
    const [signUpStatuses, loginStatuses] = await Promise.all([
      Promise.all(statuses),
      Promise.all(tries),
    ]);
    return {
      heal: () => undefined,
      holds: async () => {
        assert.deepEqual([...new Set(signUpStatuses)], [200]);
        const refusedCount = loginStatuses.filter((status) => status === 429).length;
        assert.ok(refusedCount >= LOGIN_TRIES / 2, `${refusedCount} tries were turned away`);
        for (const email of addresses) {
          const mails = await eventually('the mail', async () => {
            const received = await mailsTo(ports, email);
            return received.length > 0 ? received : null;
          });
          assert.equal(countMails(mails), 1);
        }
        assert.deepEqual(met.failed.slice(failuresBefore), []);
        return `${SIGN_UPS} mails came once, ${refusedCount} of ${LOGIN_TRIES} tries were turned away, no member waited in vain`;
      },
    };
  },
};

export const TIMETABLE: readonly DayEvent[] = [
  deploy,
  mailDown,
  marketDown,
  pushDown,
  lineDown,
  thief,
  flood,
];
