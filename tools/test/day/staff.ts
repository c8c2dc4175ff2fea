import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { SETTABLE_ACCESS } from '@quantalgo/contracts/access/access';
import { moderationEndpoints } from '@quantalgo/contracts/network/moderationEndpoints';
import { changeAccess } from '@quantalgo/functions/platform/access/access';
import * as z from 'zod/mini';
import type { Stage } from '../rehearsal/stage';
import { authenticatorCode } from '../server/attacks/authenticator';
import { logIn, PASSWORD, readDocument, site } from '../fixtures/client';
import { addMember } from './members';

/** Posts that somebody of staff looks at in one go. */
const AT_ONCE = 10;

/** Codes that somebody enters one after another, each at least so long (ms) after the one before that another is shown. */
const MAX_CODES = 4;
const CODE_LASTS_MS = 1500;

/** What staff did together. */
export interface Done {
  decided: number;
  changed: number;
}

/** Somebody of staff. */
export interface Staff {
  /** Looks at posts, and gives somebody's access or takes it. @throws AssertionError where the site does not let them */
  readonly act: () => Promise<void>;
}

/** The nth of staff, with a second factor, and the visitor whose access they change. `now` is the site's clock. */
export async function newStaff(
  stage: Stage,
  nth: number,
  now: () => number,
  done: Done,
): Promise<Staff> {
  const at = stage.runApp;
  const { uid, email } = await addMember(stage, `staff-${nth}`, 'starter', now());
  const guest = await addMember(stage, `guest-of-staff-${nth}`, 'starter', now());
  const order = { by: 'command line', reason: 'for the day', now: now() } as const;
  await changeAccess(
    { auth: stage.auth, firestore: stage.database },
    { ...order, uid, change: { staff: true } },
  );
  const token = (await logIn(email, PASSWORD, at)).session?.token ?? '';
  const theirs = (await logIn(guest.email, PASSWORD, at)).session?.token ?? '';
  const begun = await site('/api/admin/second-factor', {
    at,
    token,
    body: { currentPassword: PASSWORD },
  });
  const { secret } = z.object({ secret: z.string() }).parse(begun.data);
  const post = async (path: string, body: object, method = 'POST') => {
    const { status, message } = await site(path, { at, token, key: randomUUID(), body, method });
    assert.equal(status, 200, `${path}: ${message}`);
  };
  const code = () => ({ code: authenticatorCode(secret, now()) });
  /** Enters the next code where one came too late, as the site asks: at this pace a second of load is half a minute. */
  const pass = async () => {
    for (let left = MAX_CODES; left > 0; left -= 1) {
      const how = { at, token, key: randomUUID(), body: code() };
      const { status, message } = await site('/api/admin/second-factor/pass', how);
      if (status === 200) return;
      assert.equal(status, 400, message);
      await wait(CODE_LASTS_MS);
    }
    assert.fail('No code of the second factor came in time');
  };
  await post('/api/admin/second-factor/confirm', code());
  let isOpen = true;
  return {
    act: async () => {
      const cases = await site('/api/admin/posts', { at, token });
      const waiting = moderationEndpoints.postCases.data.parse(cases.data);
      for (const { post: one } of waiting
        .filter((_, place) => place % 3 === nth % 3)
        .slice(0, AT_ONCE)) {
        await post(`/api/admin/posts/${one.id}`, { removeFor: null });
        done.decided += 1;
      }
      await pass();
      isOpen = !isOpen;
      const change = isOpen ? SETTABLE_ACCESS.starter : SETTABLE_ACCESS.guest;
      await post(`/api/admin/users/${guest.uid}/access`, change, 'PATCH');
      done.changed += 1;
      assert.equal((await site('/api/signals', { at, token: theirs })).status, isOpen ? 200 : 403);
      if (!isOpen) assert.equal(await readDocument('signals/any', theirs), 403);
    },
  };
}
