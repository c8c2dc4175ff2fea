import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { SERVER_BUSY } from '@quantalgo/contracts/core/endpoint';
import { slotStart } from '@quantalgo/contracts/core/slots';
import { CONFIRMATION_CODE_MS } from '@quantalgo/contracts/core/validation';
import { mailsTo as mailsOf } from '../faults/mail';
import { eventually } from '../faults/place';
import { VISITOR_HEADER } from '../rehearsal/network';
import { codeTo, list, mailsTo, newAddress, readDocument, signUp, site } from '../fixtures/client';
import { NOTHING, reach } from '../server/attacks/attacker';
import type { Received } from '../fixtures/pushService';
import { lackingSignals, recordOf } from './balance';
import type { Day } from './day';
import type { Member } from './members';

/** Something that happens in a day. Its parts throw where a promise is broken. */
export interface Happening {
  /** Hour of the day at which it begins. */
  readonly at: number;
  readonly name: string;
  /** Hours until it is healed. */
  readonly lasts: number;
  /** @returns heals it, and then says what was seen, in words */
  readonly bringAbout: (day: Day) => Promise<Healing>;
  /** Errors in the log that it explains. */
  readonly explains?: RegExp;
}

interface Healing {
  readonly heal: () => unknown;
  readonly holds: () => Promise<string> | string;
}

/** What waits for its next try comes within this time (ms). */
const COMES_WITHIN_MS = 300_000;
/** A push is worth sending for a minute of the day: on a busy machine one may be too late. */
const ASKED_AGAIN_MS = 5000;

/** Tries of a sign-up that a busy server sends back. */
const SIGN_UP_TRIES = 20;

/** Signs up by an address that nobody else has; comes back when a busy server says, as the app does. @returns the status */
async function register({ stage }: Day, email: string, visitor: string): Promise<number> {
  const call = { body: signUp(email), at: stage.runApp, headers: { [VISITOR_HEADER]: visitor } };
  for (let left = SIGN_UP_TRIES; ; left -= 1) {
    const { status, code, retryAfterS } = await site('/auth/register', call);
    if (code !== SERVER_BUSY || left === 0) return status;
    await wait(retryAfterS * 1000);
  }
}

const deploy: Happening = {
  at: 1,
  name: 'the next version goes out under load, and is taken back',
  lasts: 1,
  bringAbout: async ({ stage, met }) => {
    const [calls, failed] = [met.calls, met.failed.length];
    await stage.deployApi();
    return {
      heal: stage.deployApi,
      holds: () => {
        assert.deepEqual(met.failed.slice(failed), []);
        return `${met.calls - calls} calls meanwhile, each answered`;
      },
    };
  },
};

/** Lets a visitor in by the code of their newest mail. */
async function letIn({ stage }: Day, email: string): Promise<void> {
  const body = { email, confirmationCode: await codeTo(email) };
  const { status } = await site('/auth/confirm-code', { body, at: stage.runApp });
  assert.equal(status, 200);
}

/** Whether the mail to an address was given up: its code runs out before the next try. */
async function isGivenUp({ stage }: Day, address: string): Promise<boolean> {
  const dead = await stage.database.collection('mail').where('state', '==', 'dead').get();
  return dead.docs.some((mail) => mail.get('to') === address);
}

const VISITORS = 3;
const VISITOR = '203.0.113.50';

const mailDown: Happening = {
  at: 3,
  name: 'the mail server is down',
  lasts: 2,
  explains: /mail-late|mail-given-up/,
  bringAbout: async (day) => {
    const { ports, stage } = day;
    await day.mail.goDown();
    const early = newAddress();
    assert.equal(await register(day, early, VISITOR), 200);
    const began = day.clock.now();
    const late = Array.from({ length: VISITORS }, newAddress);
    let ranOut = false;
    return {
      heal: async () => {
        for (const address of late) assert.equal(await register(day, address, VISITOR), 200);
        ranOut = day.clock.now() - began > CONFIRMATION_CODE_MS;
        await day.mail.comeBack();
      },
      holds: async () => {
        const all = () => Promise.all(late.map((one) => mailsOf(ports, one)));
        const arrived = async () => (await all()).every(({ length }) => length > 0) || null;
        await eventually('the mails', arrived, COMES_WITHIN_MS);
        for (const email of late) await letIn(day, email);
        assert.deepEqual(
          (await all()).map(({ length }) => length),
          late.map(() => 1),
        );
        const toEarly = async () => (await mailsOf(ports, early)).length;
        const hasEnded = async () => (await toEarly()) > 0 || (await isGivenUp(day, early)) || null;
        await eventually('an end of the first mail', hasEnded, COMES_WITHIN_MS);
        const isLost = (await toEarly()) === 0;
        assert.ok(isLost || !ranOut, 'a code that had run out was mailed');
        if (isLost) {
          const headers = { [VISITOR_HEADER]: VISITOR };
          const order = { body: { email: early }, at: stage.runApp, headers };
          assert.equal((await site('/auth/send-activation-email', order)).status, 200);
        }
        const came = async () => (await toEarly()) > 0 || null;
        await eventually('the mail to the first visitor', came, COMES_WITHIN_MS);
        await letIn(day, early);
        return `${late.length} codes waited, came once, and let their visitors in; one that ${isLost ? 'had run out was asked for again' : 'was older, too'}`;
      },
    };
  },
};

const marketDown: Happening = {
  at: 6,
  name: 'the provider of prices is down',
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
        const healed = clock.now();
        const publishes = async () => {
          const { signals } = await recordOf(day);
          return signals.some(({ at }) => at > healed) || null;
        };
        await eventually('a signal after it', publishes, COMES_WITHIN_MS);
        const { misses, signals } = await recordOf(day);
        const missed = misses.filter((at) => at > from && at <= healed);
        const told = signals.filter(({ at }) => at > from && at <= slotStart(healed));
        assert.ok(missed.length > 0, 'no slot was missed');
        return `${missed.length} slots missed, ${told.length} still published, then signals again`;
      },
    });
  },
};

const isTest =
  ({ endpoint: to }: Member) =>
  ({ endpoint, payload }: Received) =>
    endpoint === to && payload.event === 'test';

const pushDown: Happening = {
  at: 9,
  name: 'the push service is down',
  lasts: 1,
  explains: /push-late/,
  bringAbout: async ({ stage, members, push, setPushes }) => {
    const told = members.find(({ endpoint }) => endpoint !== null);
    assert.ok(told, 'a member with pushes');
    const rows = () => stage.database.collection('pushSubscriptions').count().get();
    const before = (await rows()).data().count;
    setPushes(true);
    return {
      heal: () => setPushes(false),
      holds: async () => {
        const again = async () => {
          await told.testPush();
          await wait(ASKED_AGAIN_MS);
          return push.received.some(isTest(told)) || null;
        };
        await eventually('a push after it', again, COMES_WITHIN_MS);
        assert.equal((await rows()).data().count, before, 'a device lost its subscription');
        return `${before} devices stay subscribed and are told again`;
      },
    };
  },
};

/** Members who call just as the line is lost, a few milliseconds after one another: what they do is at every stage then. */
const CAUGHT = 20;
const APART_MS = 5;

const lineDown: Happening = {
  at: 11,
  name: 'the members’ line is down',
  lasts: 1,
  bringAbout: async (day) => {
    const { members, met } = day;
    const lost = met.lost;
    const caught = members.slice(-CAUGHT).map(async ({ act }, nth) => {
      await wait(nth * APART_MS);
      await act(new AbortController().signal);
    });
    await wait((CAUGHT / 2) * APART_MS);
    await day.cutLine();
    return {
      heal: day.restoreLine,
      holds: async () => {
        await Promise.all(caught);
        assert.notEqual(met.lost, lost, 'the line was lost to nobody');
        const whole = async () => (await lackingSignals(day)).length === 0 || null;
        await eventually('all signals on all devices', whole, COMES_WITHIN_MS);
        return `${met.lost - lost} calls lost on their way or back, every device whole again`;
      },
    };
  },
};

const thief: Happening = {
  at: 13,
  name: 'a thief has a member’s token',
  lasts: 1,
  bringAbout: async ({ members, stage }) => {
    // The last ones have no browser that would be signed out with the thief.
    const victim = members.findLast(
      ({ accepted, audiences }) => accepted.size > 0 && audiences.length > 1,
    );
    const starter = members.find(({ audiences }) => audiences.length === 1);
    assert.ok(victim && starter, 'a member to steal from');
    const stolen = victim.token();
    assert.equal(await readDocument(`users/${victim.uid}`, stolen), 200);
    return {
      heal: async () => {
        await victim.open();
        await victim.signOutElsewhere();
      },
      holds: async () => {
        const at = stage.runApp;
        for (const [key, { path, method, body }] of [...victim.accepted].slice(-3)) {
          const again = { at, body, key, token: stolen, ...(method && { method }) };
          assert.equal((await site(path, again)).status, 401, 'a replayed call');
        }
        const { api, ...past } = await reach(stolen, victim.uid, at);
        assert.deepEqual({ api, ...past }, NOTHING);
        const others = starter.token();
        assert.equal(await list('messages', others), 403);
        assert.equal(await readDocument(`users/${victim.uid}`, others), 403);
        assert.equal(await readDocument(`bots/${victim.uid}`, others), 403);
        return 'the token opens nothing, replays are refused, others’ rooms stay shut';
      },
    };
  },
};

const FLOODER = '192.0.2.66';
const SIGN_UPS = 20;
const TRIES = 30;

const flood: Happening = {
  at: 15,
  name: 'a flood of sign-ups and logins from one address',
  lasts: 1,
  bringAbout: async (day) => {
    const { stage, met } = day;
    const failed = met.failed.length;
    const addresses = Array.from({ length: SIGN_UPS }, newAddress);
    const statuses = addresses.map((email) => register(day, email, FLOODER));
    const tries = Array.from({ length: TRIES }, async () => {
      const body = { email: 'nobody@attacks.test', password: 'not theirs' };
      const headers = { [VISITOR_HEADER]: FLOODER };
      return (await site('/auth/login', { body, headers, at: stage.runApp })).status;
    });
    const [signedUp, refused] = await Promise.all([Promise.all(statuses), Promise.all(tries)]);
    return {
      heal: () => undefined,
      holds: async () => {
        assert.deepEqual([...new Set(signedUp)], [200]);
        const away = refused.filter((status) => status === 429).length;
        assert.ok(away >= TRIES / 2, `${away} tries were turned away`);
        for (const email of addresses) assert.equal((await mailsTo(email)).length, 1);
        assert.deepEqual(met.failed.slice(failed), []);
        return `${SIGN_UPS} mails came once, ${away} of ${TRIES} tries were turned away, no member waited in vain`;
      },
    };
  },
};

/** The day, in its order. */
export const TIMETABLE: readonly Happening[] = [
  deploy,
  mailDown,
  marketDown,
  pushDown,
  lineDown,
  thief,
  flood,
];
