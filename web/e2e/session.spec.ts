import type { Page } from '@playwright/test';
import { endAllSessions } from '@quantalgo/functions/platform/auth/endSessions';
import { PATHS } from '@quantalgo/contracts/core/paths';
import * as z from 'zod/mini';
import {
  everythingKept,
  expectForgotten,
  readStoredSignals,
  readyForOffline,
} from './support/device';
import { ABOUT_A_SECOND_MS, expect, NO_SERVER, WITH_WORKER, test } from './support/journey';
import { enter, logIn } from './support/login';
import { expectLive, locateHistory } from './support/room';
import { ESSENTIAL, liveSuite, newMember, services, STARTER } from './support/suite';

test.beforeAll(liveSuite);

const tokensSchema = z.object({ idToken: z.string(), refreshToken: z.string() });

test(
  'logging out deletes all data of the member from the device',
  WITH_WORKER,
  async ({ page }) => {
    await enter(page, STARTER);
    await expectLive(page);
    await expect(locateHistory(page).first()).toBeVisible();
    await readyForOffline(page);
    const [signal] = await readStoredSignals(page, STARTER.uid);
    const tokens = await page.evaluate(() => localStorage.getItem('quantalgo.tokens') ?? '');
    const { idToken, refreshToken } = tokensSchema.parse(JSON.parse(tokens));
    const traces = [
      idToken,
      refreshToken,
      STARTER.uid,
      STARTER.email,
      STARTER.fullName,
      STARTER.admissionCode,
      signal?.id ?? '',
    ];
    const before = await everythingKept(page);
    for (const trace of traces) expect(before).toContain(trace);

    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(PATHS.landing);
    const after = await everythingKept(page);
    for (const trace of traces) expect(after).not.toContain(trace);

    await page.goto(PATHS.signals);
    await expect(page).toHaveURL(PATHS.login);
  },
);

test(
  'logging out offline also deletes the member’s data',
  WITH_WORKER,
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    const member = await newMember(STARTER);
    await enter(page, member);
    await expectLive(page);
    await readyForOffline(page);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(PATHS.landing);
    const left = await everythingKept(page);
    expect(left).not.toContain(member.uid);
    expect(left).not.toContain('"refreshToken":"');
  },
);

const readEndedFlags = async (uid: string) => {
  const { docs } = await services.database.collection('sessions').where('uid', '==', uid).get();
  return docs.map((session) => session.get('endedAt') !== null);
};

/** Database of logout proofs: each ends one session that was logged out offline, and grants no access. */
const LOGOUTS = 'quantalgo-logouts';

const readLogoutProofs = (page: Page) =>
  page.evaluate(async (name) => {
    const databases = await indexedDB.databases();
    if (!databases.some((database) => database.name === name)) return [];
    return new Promise<string[]>((resolve) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => {
        const { result } = opening;
        const rows: IDBRequest<unknown[]> = result.transaction('rows').objectStore('rows').getAll();
        rows.onsuccess = () => {
          result.close();
          resolve(rows.result.flat().map(String));
        };
      };
    });
  }, LOGOUTS);

test(
  'an offline logout ends the session on the server when the next page opens online',
  WITH_WORKER,
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    const member = await newMember(STARTER);
    await enter(page, member);
    await readyForOffline(page);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(PATHS.landing);
    const [proof = '', ...others] = await readLogoutProofs(page);
    expect(others).toEqual([]);
    expect(await readEndedFlags(member.uid)).toEqual([false]);

    await context.setOffline(false);
    const answer = await context.request.get('/auth/me', {
      headers: { Authorization: `Bearer ${proof}` },
    });
    expect(answer.status(), 'a proof opens nothing').toBe(401);
    await page.goto(PATHS.terms);
    await expect.poll(() => readEndedFlags(member.uid)).toEqual([true]);
    await expect.poll(() => readLogoutProofs(page)).toEqual([]);
  },
);

test('logging out deletes the member’s data even if the server fails', async ({
  page,
  context,
  quiet,
}) => {
  quiet.allow(/status of 500/);
  await context.route('**/auth/logout', (route) => route.fulfill({ status: 500 }));
  await enter(page, STARTER);
  await expectLive(page);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(PATHS.landing);
  expect(await everythingKept(page)).not.toContain(STARTER.uid);
});

test('a login in one tab logs in the other tabs', async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto(PATHS.signals);
  await expect(other).toHaveURL(PATHS.login);
  await enter(page, STARTER, PATHS.dashboard);
  await expect(other).toHaveURL(PATHS.signals);
  await expectLive(other);
});

test('a logout in one tab logs out the other tabs', async ({ page, context, quiet }) => {
  // Requests in flight in the other tab are refused.
  quiet.allow(/401 \(Unauthorized\)/);
  await enter(page, STARTER);
  await expectLive(page);
  const other = await context.newPage();
  await other.goto(PATHS.signals);
  await expectLive(other);
  await other.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(PATHS.landing);
  await expectForgotten(page, STARTER.uid);
});

test('the next member on a device finds no data of the previous one', async ({ page }) => {
  await enter(page, ESSENTIAL);
  await expectLive(page);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(PATHS.landing);
  await enter(page, STARTER);
  await expectLive(page);
  const stored = await everythingKept(page);
  expect(stored).not.toContain(ESSENTIAL.uid);
  expect(stored).not.toContain('"order-flow"');
});

test('a session ended elsewhere redirects to the login once, with the reason, within a second', async ({
  page,
  quiet,
}) => {
  quiet.allow(/status of (400|401|403)/, ...NO_SERVER);
  const member = await newMember(STARTER);
  const { uid } = member;
  await enter(page, member);
  await expectLive(page);
  const logins: string[] = [];
  page.on('framenavigated', (frame) => {
    if (new URL(frame.url()).pathname === PATHS.login) logins.push(frame.url());
  });

  await endAllSessions(services.database, { uid }, Date.now());
  const reason = page.getByText('Your session has ended. Please log in again.');
  await expect(page).toHaveURL(PATHS.login, { timeout: ABOUT_A_SECOND_MS });
  await expect(reason).toBeVisible();
  expect(logins).toHaveLength(1);
  await expectForgotten(page, uid);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await expect(reason).toHaveCount(0);

  await logIn(page, member.email);
  await expect(page).toHaveURL(PATHS.signals);
  await expectLive(page);
});
