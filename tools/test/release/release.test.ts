import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { SETTABLE_ACCESS, toAccessClaims } from '@quantalgo/contracts/access/access';
import { userDocumentSchema } from '@quantalgo/contracts/account/member';
import { signalPath } from '@quantalgo/contracts/core/paths';
import { SLOT_MS, slotId, slotStart } from '@quantalgo/contracts/core/slots';
import { DAY_MS, HOUR_MS, SCHEDULES } from '@quantalgo/contracts/core/time';
import { apiSignalSchema } from '@quantalgo/contracts/signals/apiSignal';
import {
  pendingPath,
  proofDocumentSchema,
  proofPath,
} from '@quantalgo/contracts/submissions/submission';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { png } from '../../../functions/test/images';
import { analyticsScenes } from './analyticsScenes';
import { fileEvent } from './events';
import { VISITOR_HEADER } from './network';
import { expectMailedOnce, openStage, type Stage } from './stage';
import type { SmokeTarget } from '../../src/deploy/smoke';
import { BUCKET, getPorts, readOffset, getSuitePaths } from '../../src/suite/ports';
import { openSuite, type Project, scanInvariants } from '../../src/suite/project';
import { readSlotEntries } from '../chaos/place';
import {
  parseLogLine,
  findTriggeredPolicies,
  findPoliciesTriggeredByCalls,
} from '../fixtures/alerts';
import { startPushService, type PushService } from '../fixtures/pushService';
import {
  readConfirmationCode,
  download,
  exchange,
  logIn,
  newAddress,
  PASSWORD,
  signUpPerson,
  readDocument,
  refreshIdToken,
  signUp,
  site,
  uploadWith,
} from '../fixtures/client';
import { withGoogle } from './google';
import {
  MACHINE_DEADLINES_CODE,
  PUSH_SERVICE,
  buildPushRedirectCode,
  buildFutureClockCode,
} from './outside';
import { createStaff, grantAccess, type Person } from './people';
import { releaseScenes } from './releaseScenes';
import { taskScenes } from './taskScenes';

/* Scenes of a deployed project, in their order: `npm run test:release` runs them on a suite that has Google's services alone. */

const offset = readOffset(process.env['PORT_OFFSET'], 3000);

/** It asks a time authority on the internet. */
const ASKS_ANOTHER = 'stampHead';
/** The alarm of a publisher that stands still, as its clock does here. */
const STOOD_STILL = 'heartbeat-late';
/** Depends on the date of the run. */
const OLD_LIST = 'networks-old';

/** The world outside of instances that start from now on, by their functions. */
const outsideOf: Record<string, string | undefined> = {};

let slot = 0;
let stage: Stage;
let push: PushService;
let suite: Project;
beforeAll(async () => {
  push = await startPushService();
  suite = openSuite(getPorts(offset));
  const outside = (name: string) =>
    name === 'sendPush' ? buildPushRedirectCode(push.url) : outsideOf[name];
  stage = await openStage(offset, { site: getSuitePaths(offset).site, outside });
  ({ slot } = stage);
});
afterAll(async () => {
  await stage.close();
  await Promise.all([push.close(), suite.close()]);
});

let made: Promise<Person> | undefined;
/** A member who is shown every signal, and stays the same until their account is deleted. */
const member = (): Promise<Person> =>
  (made ??= signUpPerson().then(async (one) => {
    await grantAccess(stage, one.uid, SETTABLE_ACCESS.essential);
    return one;
  }));

/** The signals that the API shows the member. */
async function signalsShown() {
  const { status, data } = await site('/api/signals', { token: (await member()).token });
  expect(status).toBe(200);
  return z.array(apiSignalSchema).parse(data);
}

/** The stage as the smoke test finds it, with a canary of its own. */
async function smokePlace(): Promise<SmokeTarget> {
  const { email } = await member();
  return {
    project: stage.project,
    site: stage.site,
    bucket: BUCKET,
    firestore: `http://${process.env['FIRESTORE_EMULATOR_HOST']}`,
    storage: process.env['STORAGE_EMULATOR_HOST'] ?? '',
    canary: { email, password: PASSWORD },
    pause: (seconds) => wait(seconds * 1000),
  };
}

describe('deployed project', () => {
  it('serves the site with its headers and the API behind it, before the first ledger entry', async () => {
    const page = await fetch(`${stage.site}/login`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    const reply = await fetch(`${stage.site}/countdown`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toContain('application/json');
    expect((await fetch(`${stage.site}/verify`)).status).toBe(200);
    expect((await fetch(`${stage.runApp}/countdown`)).status).toBe(200);
  });

  it('signs up a visitor, who receives one mail with the code that opens their account', async () => {
    const email = newAddress();
    expect((await site('/auth/register', { body: signUp(email) })).status).toBe(200);
    const confirmationCode = await readConfirmationCode(email);
    const confirmed = await site('/auth/confirm-code', { body: { email, confirmationCode } });
    expect(confirmed.status).toBe(200);
    await expectMailedOnce(stage, email);
    const { status, session } = await logIn(email);
    expect(status).toBe(200);
    expect((await site('/auth/me', { token: session?.token ?? '' })).status).toBe(200);
  });

  it('publishes one signal if the schedule runs late and twice, and shows it to a member', async () => {
    const runs = [await stage.schedule('publishSignal', slot)];
    const late = [slot, slot - SLOT_MS].map((nominal) => stage.schedule('publishSignal', nominal));
    runs.push(...(await Promise.all(late)));
    expect(runs).toEqual([200, 200, 200]);
    expect(await readSlotEntries(stage, slot)).toEqual(['publication']);
    expect((await signalsShown()).map(({ id }) => id)).toEqual([slotId(slot)]);
    const checkpoint = await fetch(`${stage.site}/ledger/checkpoint`);
    expect([checkpoint.status, await checkpoint.text()]).toEqual([
      200,
      expect.stringMatching(/^quantalgo\/ledger\/.+\n\d+\n/),
    ]);
  });

  it('shows the signal to a member who logs in with a browser, using the CLI’s project settings', async () => {
    await stage.schedule('publishSignal', slot);
    const [signal] = await signalsShown();
    const { email } = await member();
    const problems: string[] = [];
    await withGoogle(getPorts(offset), async (browser) => {
      const page = await browser.newPage();
      page.on('console', (said) => said.type() === 'error' && problems.push(said.text()));
      page.on('pageerror', ({ message }) => problems.push(message));
      await page.goto(`${stage.site}${signalPath(slotId(slot))}`);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Log in' }).click();
      const pair = signal?.pair ?? 'no signal';
      await page.getByText(pair).first().waitFor({ timeout: 60_000 });
    });
    expect(problems).toEqual([]);
  });

  it('lets staff change access, which API and database enforce at once', async () => {
    await stage.schedule('publishSignal', slot);
    const { token } = await createStaff(stage);
    const { uid, token: theirs, customToken } = await signUpPerson();
    const { refreshToken } = await exchange(customToken);
    const change = (body: object) =>
      site(`/api/admin/users/${uid}/access`, { method: 'PATCH', token, key: randomUUID(), body });
    const opens = async () => [
      (await site('/api/signals', { token: theirs })).status,
      await readDocument(`signals/${slotId(slot)}`, await refreshIdToken(refreshToken)),
    ];
    expect(await opens()).toEqual([403, 403]);
    expect((await change(SETTABLE_ACCESS.essential)).status).toBe(200);
    await stage.events.quiet();
    expect(await opens()).toEqual([200, 200]);
    const before = await refreshIdToken(refreshToken);
    expect((await change(SETTABLE_ACCESS.guest)).status).toBe(200);
    expect(await opens()).toEqual([403, 403]);
    expect(await readDocument(`signals/${slotId(slot)}`, before)).toBe(403);
    await stage.events.quiet();
    const stored = await stage.database.doc(`users/${uid}`).get();
    const record = userDocumentSchema.parse(stored.data());
    expect((await stage.auth.getUser(uid)).customClaims).toEqual(toAccessClaims(record));
  });

  it('accepts a proof of the maximum size, revokes its link and inspects it once despite a repeated event', async () => {
    const { uid, token } = await member();
    const bytes = png(5000, 5000);
    const proofId = randomUUID();
    const body = { kind: 'proof', type: 'image/png', size: bytes.length };
    expect((await site('/api/uploads', { body, token, key: proofId })).status).toBe(200);
    const path = pendingPath(uid, proofId);
    const { status, link } = await uploadWith(path, token, bytes, { contentType: 'image/png' });
    expect(status).toBe(200);
    const bucket = suite.bucket;
    const [metadata] = await bucket.file(path).getMetadata();
    stage.tell('unlinkUpload', fileEvent(BUCKET, metadata));
    await stage.events.quiet();
    expect(await download(path, undefined, link)).toBe(403);
    const order = { body: { proofId, traderId: 'PO-1' }, token, key: randomUUID() };
    expect((await site('/api/proofs', order)).status).toBe(200);
    await stage.events.quiet();
    const proof = await stage.database.doc(`proofs/${proofId}`).get();
    expect(proofDocumentSchema.parse(proof.data()).state).toBe('waiting');
    expect(stage.logged('inspectProof', proofId)).toHaveLength(1);
    expect(await download(proofPath(uid, proofId), token)).toBe(200);
  });

  it('notifies a device once, despite a repeated event and late and repeated schedules', async () => {
    const { token } = await member();
    const { endpoint, keys } = push.subscribe();
    const subscription = { endpoint: endpoint.replace(push.url, PUSH_SERVICE), keys };
    const row = await site('/api/push/subscriptions', {
      token,
      body: { subscription, zone: 'Africa/Lagos' },
    });
    expect(row.status).toBe(200);
    const { id } = z.object({ id: z.string() }).parse(row.data);
    const test = { method: 'POST', token };
    expect((await site(`/api/push/subscriptions/${id}/test`, test)).status).toBe(200);
    const now = Date.now();
    const runs = [now, now, now - SLOT_MS].map((at) => stage.schedule('resumePushes', at));
    expect(await Promise.all(runs)).toEqual([200, 200, 200]);
    await stage.events.quiet();
    const told = push.received.filter((one) => one.endpoint === endpoint);
    expect(told.map(({ payload }) => payload.event)).toEqual(['test']);
    expect(told[0]?.vapid.aud).toBe(PUSH_SERVICE);
  });

  it('limits visitors behind Hosting by their own address and ignores forged ones', async () => {
    const tries = async (headers: (n: number) => Record<string, string>, at?: string) => {
      const body = { email: 'nobody@attacks.test', password: 'not theirs' };
      const statuses = [];
      for (let n = 1; n <= 11; n += 1)
        statuses.push(
          (await site('/auth/login', { body, headers: headers(n), ...(at && { at }) })).status,
        );
      return statuses;
    };
    const tenRefused = [...Array.from({ length: 10 }, () => 401), 429];
    const from = (visitor: string) => ({ [VISITOR_HEADER]: visitor });
    expect(await tries(() => from('203.0.113.7'))).toEqual(tenRefused);
    const forged = (n: number) => ({
      ...from('203.0.113.9'),
      'x-forwarded-for': `203.0.113.${100 + n}`,
      'fastly-client-ip': `203.0.113.${100 + n}`,
    });
    expect(await tries(forged)).toEqual(tenRefused);
    const direct = (n: number) => ({ ...forged(n), ...from('203.0.113.11') });
    expect(await tries(direct, stage.runApp)).toEqual(tenRefused);
  });

  it('answers every call during a deployment under load and another one right after', async () => {
    const { token } = await member();
    const statuses = new Map<number, number>();
    let isOver = false;
    const paths = ['/countdown', '/api/record', '/api/signals', '/auth/me', '/login'];
    const visit = async (visitor: number) => {
      for (let n = visitor; !isOver; n += 1) {
        const reply = await fetch(`${stage.site}${paths[n % paths.length]}`, {
          headers: {
            authorization: `Bearer ${token}`,
            [VISITOR_HEADER]: `203.0.113.${20 + visitor}`,
          },
        });
        await reply.arrayBuffer();
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      }
    };
    const visitors = Array.from({ length: 8 }, (_, visitor) => visit(visitor));
    for (let version = 0; version < 2; version += 1) {
      await stage.deployApi();
      await wait(2000);
    }
    isOver = true;
    await Promise.all(visitors);
    expect([...statuses.keys()]).toEqual([200]);
    expect(statuses.get(200)).toBeGreaterThan(200);
  });

  releaseScenes({
    stage: () => stage,
    place: smokePlace,
    breakNext: (code) => {
      outsideOf['api'] = code;
    },
  });

  describe('BigQuery export', analyticsScenes);

  it('deletes an account with all of its data and leaves nothing for later jobs', async () => {
    const { uid, email, token } = await member();
    const body = { currentPassword: PASSWORD };
    const deleted = await site('/api/account', { method: 'DELETE', token, body });
    expect(deleted.status).toBe(200);
    const now = Date.now();
    const runs = [now, now - SLOT_MS].map((at) => stage.schedule('resumeDeletions', at));
    expect(await Promise.all(runs)).toEqual([200, 200]);
    await stage.events.quiet();
    expect((await site('/auth/me', { token })).status).toBe(401);
    expect((await logIn(email)).status).toBe(401);
    expect((await stage.auth.getUsers([{ uid }])).users).toEqual([]);
    const { database } = stage;
    for (const name of ['proofs', 'sessions', 'pushSubscriptions', 'deletions'])
      expect((await database.collection(name).where('uid', '==', uid).get()).size, name).toBe(0);
    expect((await database.doc(`users/${uid}`).get()).exists).toBe(false);
    const [files] = await suite.bucket.getFiles();
    expect(files.filter(({ name }) => name.includes(uid))).toEqual([]);
  });

  it('runs every schedule twice, and raises only the alarm for missing slots', async () => {
    const now = slotStart(Date.now());
    stage.tellPricesUpToNow();
    for (const { name } of SCHEDULES.filter((one) => one.name !== ASKS_ANOTHER)) {
      const runs = [now, now - HOUR_MS].map((nominal) => stage.schedule(name, nominal));
      expect([name, ...(await Promise.all(runs))]).toEqual([name, 200, 200]);
      await stage.endInstances(name);
    }
    await stage.events.quiet();
    const rung = stage
      .logged('watchService', STOOD_STILL)
      .map((line) => findTriggeredPolicies(parseLogLine(line)));
    expect(rung).toEqual([[`${STOOD_STILL}.json`], [`${STOOD_STILL}.json`]]);
  });

  it('violates no invariant, logs no unexpected faults and stays within its memory', async () => {
    const { failed, output } = await scanInvariants(
      { ...suite, auth: stage.auth, database: stage.database },
      0,
    );
    expect(failed, output).toBe(0);
    const faults = await stage.faults();
    const isExpected = (fault: string) => fault.includes(STOOD_STILL) || fault.includes(OLD_LIST);
    expect(faults.filter((fault) => !isExpected(fault))).toEqual([]);
    const took = (await stage.memory()).map(
      ({ name, most, allowed }) => `${name} ${most}/${allowed}`,
    );
    console.log(`Memory in MiB: ${took.join(', ')}`);
  });

  it('raises each alarm for its cause, and is unhealthy while the cause persists', async () => {
    const { database } = stage;
    const health = async () => (await fetch(`${stage.site}/api/health`)).status;
    /** Has the watcher run in an instance of its own, and gives the policies that its lines ring. */
    const ringing = async (later: number, backupAge: number) => {
      outsideOf['watchService'] = [
        MACHINE_DEADLINES_CODE,
        buildFutureClockCode(later, backupAge),
      ].join('');
      await stage.endInstances('watchService');
      const before = stage.logged('watchService', '"Alarm"').length;
      expect(await stage.schedule('watchService', Date.now())).toBe(200);
      const lines = stage.logged('watchService', '"Alarm"').slice(before);
      return new Set(lines.flatMap((line) => findTriggeredPolicies(parseLogLine(line))));
    };
    expect(await stage.schedule('watchService', Date.now())).toBe(200);
    await database.doc('status/heartbeat').delete();
    const ago = (ms: number) => Timestamp.fromMillis(Date.now() - ms);
    const causes: readonly (readonly [collection: string, document: object])[] = [
      ['proofs', { state: 'waiting', createdAt: ago(25 * HOUR_MS) }],
      ['proofs', { state: 'checking', createdAt: ago(HOUR_MS) }],
      ['mail', { state: 'waiting', dueAt: ago(HOUR_MS) }],
      ['mail', { state: 'dead', dueAt: null, updatedAt: ago(-2 * HOUR_MS) }],
      ['pushes', { state: 'waiting', dueAt: ago(HOUR_MS) }],
      ['deletions', { startedAt: ago(3 * HOUR_MS) }],
    ];
    const made = causes.map(([collection]) => database.collection(collection).doc());
    const seeded = made.map((document, at) => document.set(causes[at]?.[1] ?? {}));
    await Promise.all(seeded);
    const rung = await ringing(2 * HOUR_MS, 37 * HOUR_MS);
    expect([...rung]).toEqual(
      expect.arrayContaining(
        ['heartbeat', 'proofs', 'mail', 'push', 'deletion', 'backups', 'stamps']
          .map((what) => `${what}-late.json`)
          .concat('waiting-overdue.json', 'mail-given-up.json'),
      ),
    );
    expect(await ringing(61 * DAY_MS, 0)).toContain(`${OLD_LIST}.json`);
    await wait(6000);
    expect(await health()).toBe(503);
    await Promise.all(made.map((document) => document.delete()));
  });

  taskScenes(() => stage, outsideOf);

  it('raises alerts for failing event functions and for jobs that stopped running', async () => {
    // Firebase Auth refuses: its emulator is out of reach for an instance that starts now.
    outsideOf['syncAccessClaims'] = `process.env.FIREBASE_AUTH_EMULATOR_HOST = '127.0.0.1:1';`;
    await stage.endInstances('syncAccessClaims');
    const { uid } = await signUpPerson();
    await grantAccess(stage, uid, SETTABLE_ACCESS.starter);
    const failing = () => findPoliciesTriggeredByCalls(stage.calls())['event-failures.json'] ?? [];
    const isFailing = () => failing().includes('syncaccessclaims');
    for (let tries = 0; tries < 60 && !isFailing(); tries += 1) await wait(1000);
    expect(isFailing()).toBe(true);
    delete outsideOf['syncAccessClaims'];
    await stage.endInstances('syncAccessClaims');
    expect(await stage.schedule('publishSignal', slot)).toBe(200);
    const calls = stage.calls();
    const absent = findPoliciesTriggeredByCalls(
      calls.map((call) => ({ ...call, ago: call.ago + 27 * 3600 })),
    );
    const ran = SCHEDULES.map(({ name }) => name.toLowerCase()).filter((name) =>
      calls.some(({ service }) => service === name),
    );
    expect(
      ['jobs-absent.json', 'daily-jobs-absent.json']
        .flatMap((file) => absent[file] ?? [])
        .toSorted(),
    ).toEqual(ran.toSorted());
  });
});
