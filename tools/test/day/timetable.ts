import assert from 'node:assert/strict';
import { mailsTo as mailsOf } from '../faults/mail';
import { eventually } from '../faults/place';
import { VISITOR_HEADER } from '../rehearsal/network';
import { codeTo, newAddress, signUp, site } from '../server/attacks/attacker';
import type { Day } from './day';

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

/** Signs up by an address that nobody else has. @returns the status */
async function register({ stage }: Day, email: string, visitor: string): Promise<number> {
  const headers = { [VISITOR_HEADER]: visitor };
  const { status } = await site('/auth/register', {
    body: signUp(email),
    at: stage.runApp,
    headers,
  });
  return status;
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

const mailDown: Happening = {
  at: 3,
  name: 'the mail server is down',
  lasts: 2,
  bringAbout: async (day) => {
    await day.mail.goDown();
    const addresses = [newAddress(), newAddress(), newAddress()];
    for (const address of addresses)
      assert.equal(await register(day, address, '203.0.113.50'), 200);
    return {
      heal: day.mail.comeBack,
      holds: async () => {
        const all = () => Promise.all(addresses.map((one) => mailsOf(day.ports, one)));
        const arrived = async () => (await all()).every(({ length }) => length > 0) || null;
        await eventually('the mails', arrived, COMES_WITHIN_MS);
        for (const email of addresses) {
          const body = { email, confirmationCode: await codeTo(email) };
          const { status } = await site('/auth/confirm-code', { body, at: day.stage.runApp });
          assert.equal(status, 200);
        }
        assert.deepEqual(
          (await all()).map(({ length }) => length),
          [1, 1, 1],
        );
        return `${addresses.length} codes waited, came once, and let their visitors in`;
      },
    };
  },
};

/** The day, in its order. */
export const TIMETABLE: readonly Happening[] = [deploy, mailDown];
