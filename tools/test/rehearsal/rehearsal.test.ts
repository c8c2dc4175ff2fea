import { randomUUID } from 'node:crypto';
import {
  ACCESS_STATES,
  apiSignalSchema,
  claimsOf,
  pendingPath,
  proofDocumentSchema,
  SLOT_MS,
  slotId,
  slotStart,
  userDocumentSchema,
} from '@quantalgo/contracts';
import { changeAccess } from '@quantalgo/functions/platform/members/access';
import { getStorage } from 'firebase-admin/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { png } from '../../../functions/test/images';
import { fileEvent } from '../../src/rehearsal/events';
import { VISITOR_HEADER } from '../../src/rehearsal/network';
import { openStage, type Stage } from '../../src/rehearsal/stage';
import { BUCKET, readOffset, suiteFolder } from '../../src/suite/ports';
import { startPushService, type PushService } from '../fixtures/pushService';
import {
  codeTo,
  logIn,
  mailsTo,
  newAddress,
  PASSWORD,
  person,
  readDocument,
  signUp,
  site,
  uploadWith,
} from '../server/attacks/attacker';
import { authenticatorCode } from '../server/attacks/authenticator';
import { behind, towards } from './outside';

/* Scenes of a deployed project, in their order: `npm run rehearse` runs them on a suite that has Google's services alone. */

const offset = readOffset(process.env['PORT_OFFSET'], 3000);
const slot = slotStart(Date.now());

let stage: Stage;
let push: PushService;
beforeAll(async () => {
  push = await startPushService();
  const outside = { publishSignal: behind(slot), sendPush: towards(push.url) };
  stage = await openStage(offset, { site: suiteFolder(offset).site, outside });
});
afterAll(async () => {
  await stage.close();
  await push.close();
});

type Person = Awaited<ReturnType<typeof person>>;

const grant = (uid: string, change: Parameters<typeof changeAccess>[1]['change']) =>
  changeAccess(
    { auth: stage.auth, firestore: stage.database },
    { uid, by: 'command line', reason: 'for the rehearsal', now: Date.now(), change },
  );

/** Somebody of staff, as the deployment makes them: by command, with a second factor of their own. */
async function staff(): Promise<Person> {
  const one = await person();
  await grant(one.uid, { staff: true });
  const { session } = await logIn(one.email);
  const token = session?.token ?? '';
  const begun = await site('/api/admin/second-factor', {
    token,
    body: { currentPassword: PASSWORD },
  });
  const { secret } = z.object({ secret: z.string() }).parse(begun.data);
  const code = authenticatorCode(secret, Date.now());
  const { status } = await site('/api/admin/second-factor/confirm', { token, body: { code } });
  expect(status).toBe(200);
  return { ...one, token };
}

let member: Person;

describe('a deployed project', () => {
  it('passes the canary: the site with its headers, the API behind it, no record yet', async () => {
    const page = await fetch(`${stage.site}/login`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    const reply = await fetch(`${stage.site}/countdown`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toContain('application/json');
    expect((await fetch(`${stage.site}/verify`)).status).toBe(200);
    expect((await fetch(`${stage.runApp}/countdown`)).status).toBe(200);
  });

  it('takes a visitor in: their code comes by mail once, and opens their account', async () => {
    const email = newAddress();
    expect((await site('/auth/register', { body: signUp(email) })).status).toBe(200);
    const confirmationCode = await codeTo(email);
    const confirmed = await site('/auth/confirm-code', { body: { email, confirmationCode } });
    expect(confirmed.status).toBe(200);
    await stage.events.quiet();
    const mails = await mailsTo(email);
    const codes = mails.filter(({ subject }) => subject.includes('is your'));
    expect(codes).toHaveLength(1);
    const { status, session } = await logIn(email);
    expect(status).toBe(200);
    expect((await site('/auth/me', { token: session?.token ?? '' })).status).toBe(200);
  });

  it('publishes one signal in a slot whose schedule runs late and twice, and shows it to a member', async () => {
    const runs = [await stage.schedule('publishSignal', slot)];
    const late = [slot, slot - SLOT_MS].map((nominal) => stage.schedule('publishSignal', nominal));
    runs.push(...(await Promise.all(late)));
    expect(runs).toEqual([200, 200, 200]);
    const { docs } = await stage.database.collection('ledger').get();
    const words = docs.filter((entry) => entry.get('slot') === slotId(slot));
    expect(words.map((entry): unknown => entry.get('type'))).toEqual(['publication']);
    member = await person();
    await grant(member.uid, ACCESS_STATES.essential);
    const { status, data } = await site('/api/signals', { token: member.token });
    expect(status).toBe(200);
    expect(
      z
        .array(apiSignalSchema)
        .parse(data)
        .map(({ id }) => id),
    ).toEqual([slotId(slot)]);
    expect((await site('/api/ledger/head')).status).toBe(200);
  });

  it('lets staff change an access, and refuses at once whose it was', async () => {
    const { token } = await staff();
    const { uid, token: theirs } = await person();
    const change = (body: object, key = randomUUID()) =>
      site(`/api/admin/users/${uid}/access`, { method: 'PATCH', token, key, body });
    expect((await site('/api/signals', { token: theirs })).status).toBe(403);
    expect((await change(ACCESS_STATES.starter)).status).toBe(200);
    expect((await site('/api/signals', { token: theirs })).status).toBe(200);
    expect((await change(ACCESS_STATES.guest)).status).toBe(200);
    expect((await site('/api/signals', { token: theirs })).status).toBe(403);
    await stage.events.quiet();
    const stored = await stage.database.doc(`users/${uid}`).get();
    const record = userDocumentSchema.parse(stored.data());
    expect((await stage.auth.getUser(uid)).customClaims).toEqual(claimsOf(record));
  });
});
