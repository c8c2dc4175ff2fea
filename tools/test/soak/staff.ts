import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { SETTABLE_ACCESS } from '@quantalgo/contracts/access/access';
import { FACTOR_PERIOD_S } from '@quantalgo/contracts/auth/secondFactorEndpoints';
import { moderationEndpoints } from '@quantalgo/contracts/network/moderationEndpoints';
import { changeAccess } from '@quantalgo/functions/platform/access/access';
import * as z from 'zod/mini';
import type { Stage } from '../release/stage';
import { authenticatorCode } from '../server/attacks/authenticator';
import { logIn, PASSWORD, readDocument, site } from '../fixtures/client';
import { addMember, MAX_TRIES, RETRY_INTERVAL_MS } from './members';

const REVIEW_BATCH_SIZE = 10;

/** The authenticator's clock is fast by a time step, which the site allows: its codes last longer on their way. */
const CLOCK_LEAD_MS = FACTOR_PERIOD_S * 1000;
/** Each code is entered only after the authenticator shows another one. */
const MAX_CODES = 6;
/** Doubles after each refused code. */
const CODE_INTERVAL_MS = 1500;

export interface StaffStats {
  decided: number;
  changed: number;
}

export interface Staff {
  readonly act: () => Promise<void>;
}

/** With a second factor, and a visitor whose access they change. `now` is the site's clock. */
export async function newStaff(
  stage: Stage,
  nth: number,
  now: () => number,
  done: StaffStats,
): Promise<Staff> {
  const at = stage.runApp;
  const { uid, email } = await addMember(stage, `staff-${nth}`, 'starter', now());
  const guest = await addMember(stage, `guest-of-staff-${nth}`, 'starter', now());
  const details = { by: 'command line', reason: 'for the day', now: now() } as const;
  await changeAccess(
    { auth: stage.auth, firestore: stage.database, log: console },
    { ...details, uid, change: { staff: true } },
  );
  const token = (await logIn(email, PASSWORD, at)).session?.token ?? '';
  const guestToken = (await logIn(guest.email, PASSWORD, at)).session?.token ?? '';
  const setup = await site('/api/admin/second-factor', {
    at,
    token,
    body: { currentPassword: PASSWORD },
  });
  const { secret } = z.object({ secret: z.string() }).parse(setup.data);
  /** Repeats a request that contention refused, as staff do when the console asks them to. */
  const post = async (path: string, body: object, method = 'POST') => {
    const options = { at, token, key: randomUUID(), body, method };
    let reply = await site(path, options);
    for (let tries = 1; reply.status === 429 && tries < MAX_TRIES; tries += 1) {
      await wait(RETRY_INTERVAL_MS);
      reply = await site(path, options);
    }
    assert.equal(reply.status, 200, `${path}: ${reply.message}`);
  };
  const createCode = () => ({ code: authenticatorCode(secret, now() + CLOCK_LEAD_MS) });
  /**
   * Enters the next code if one came too late or the site was busy: at this speed a second of load is half a minute.
   */
  const verifySecondFactor = async () => {
    const refusals: string[] = [];
    for (let tries = 0; tries < MAX_CODES; tries += 1) {
      const enteredAt = now();
      const options = { at, token, key: randomUUID(), body: createCode() };
      const { status, message } = await site('/api/admin/second-factor/verify', options);
      if (status === 200) return;
      assert.ok(status === 400 || status === 429, message);
      refusals.push(`${status} after ${Math.round((now() - enteredAt) / 1000)} s`);
      await wait(CODE_INTERVAL_MS * 2 ** tries);
    }
    assert.fail(`No code of the second factor came in time: ${refusals.join(', ')}`);
  };
  await post('/api/admin/second-factor/confirm', createCode());
  let isOpen = true;
  return {
    act: async () => {
      const cases = await site('/api/admin/posts', { at, token });
      const postCases = moderationEndpoints.postCases.data.parse(cases.data);
      for (const { post: one } of postCases
        .filter((_, place) => place % 3 === nth % 3)
        .slice(0, REVIEW_BATCH_SIZE)) {
        await post(`/api/admin/posts/${one.id}`, { removalReason: null });
        done.decided += 1;
      }
      await verifySecondFactor();
      isOpen = !isOpen;
      const change = isOpen ? SETTABLE_ACCESS.starter : SETTABLE_ACCESS.guest;
      await post(`/api/admin/users/${guest.uid}/access`, change, 'PATCH');
      done.changed += 1;
      assert.equal(
        (await site('/api/signals', { at, token: guestToken })).status,
        isOpen ? 200 : 403,
      );
      if (!isOpen) assert.equal(await readDocument('signals/any', guestToken), 403);
    },
  };
}
