import type { BrowserContext } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { DELETED_APIS } from '@quantalgo/tools/checks/baseline';
import { expect, test } from './support/journey';
import { enter } from './support/login';
import { GUEST, newMember, seededSuite } from './support/suite';
import { expectSentOnce, writeAndSend } from './support/ticket';

test.beforeAll(seededSuite);

/** Removes APIs that the oldest supported browsers lack. */
const deleteNewerApis = (context: BrowserContext) =>
  context.addInitScript(
    `for (const path of ${JSON.stringify(DELETED_APIS)}) {
      const names = path.split('.');
      const last = names.pop();
      let owner = globalThis;
      for (const name of names) owner = owner?.[name];
      if (owner) delete owner[last];
    }`,
  );

test('a ticket is sent by a browser with only the APIs of the oldest supported ones', async ({
  page,
  context,
}) => {
  await deleteNewerApis(context);
  const member = await newMember(GUEST);
  await enter(page, member, PATHS.support);
  expect(
    await page.evaluate(() => [
      typeof Reflect.get(AbortSignal, 'any'),
      typeof Reflect.get(window, 'requestIdleCallback'),
    ]),
  ).toEqual(['undefined', 'undefined']);
  await writeAndSend(page);
  await expectSentOnce(page, member.uid);
});
