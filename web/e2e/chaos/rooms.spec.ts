import { faultRow } from '../support/faultRow';
import { expect, NO_SERVER, test } from '../support/journey';
import { enter } from '../support/login';
import { restoreNetwork } from '../support/network';
import { liveSuite } from '../support/suite';
import {
  CHAT,
  expectTrain,
  keysOf,
  loseNextAnswer,
  NETWORK,
  newWriter,
  trainOf,
} from '../support/writing';

test.beforeAll(liveSuite);

const ROOMS = [
  { what: 'A chat message', room: CHAT },
  { what: 'A post', room: NETWORK },
] as const;

const ASSERTED = 'All three arrive once, in the order in which they were written';

for (const { what, room } of ROOMS) {
  test(
    `${what.toLowerCase()}, offline in mid-send`,
    faultRow(
      `${what}, offline in mid-send`,
      'The server took the first of three, but the network went before its answer came; the others were written offline',
      ASSERTED,
    ),
    async ({ page, context, quiet }) => {
      quiet.allow(...NO_SERVER);
      const member = await newWriter();
      const keys = keysOf(context, room);
      await enter(page, member, room.path);
      const [first, ...others] = trainOf(member.uid);
      const { lost } = await loseNextAnswer(context, room, async (route) => {
        await context.setOffline(true);
        await route.abort();
      });
      await room.write(page, first);
      await lost;
      for (const text of others) await room.write(page, text);
      await restoreNetwork(context);
      await context.setOffline(false);
      await expectTrain(page, member.uid, room);
      expect(new Set(keys).size).toBe(3);
      expect(keys[1]).toBe(keys[0]);
    },
  );

  test(
    `${what.toLowerCase()}, 500 after the write`,
    faultRow(
      `${what}, 500 after the write`,
      'The server took the first of three and answered 500',
      `${ASSERTED}; the first is sent again under its key before the others`,
    ),
    async ({ page, context, quiet }) => {
      quiet.allow(/status of 500/, ...NO_SERVER);
      const member = await newWriter();
      const keys = keysOf(context, room);
      await enter(page, member, room.path);
      const { lost } = await loseNextAnswer(context, room, (route) =>
        route.fulfill({ status: 500, contentType: 'text/plain', body: 'Server error' }),
      );
      for (const text of trainOf(member.uid)) await room.write(page, text);
      await lost;
      await expectTrain(page, member.uid, room);
      expect(keys[1]).toBe(keys[0]);
      expect(new Set(keys).size).toBe(3);
    },
  );

  test(
    `${what.toLowerCase()}, two tabs`,
    faultRow(
      `${what}, two tabs`,
      'Three were written offline, by turns in two tabs of one device',
      `${ASSERTED}, and both tabs show them so`,
    ),
    async ({ page, context, quiet }) => {
      quiet.allow(...NO_SERVER);
      const member = await newWriter();
      const keys = keysOf(context, room);
      await enter(page, member, room.path);
      const other = await context.newPage();
      await other.goto(room.path);
      await expect(room.field(other)).toBeVisible();
      await context.setOffline(true);
      const [first, second, third] = trainOf(member.uid);
      await room.write(page, first);
      await room.write(other, second);
      await room.write(page, third);
      await context.setOffline(false);
      await expectTrain(other, member.uid, room);
      await expectTrain(page, member.uid, room);
      expect(new Set(keys).size).toBe(3);
    },
  );

  test(
    `${what.toLowerCase()}, tab killed while sending`,
    faultRow(
      `${what}, tab killed while sending`,
      'The tab was closed after the server took the first of three and before its answer came; another was opened',
      `${ASSERTED}; the first is sent again under its key`,
    ),
    async ({ page, context }) => {
      const member = await newWriter();
      const keys = keysOf(context, room);
      await enter(page, member, room.path);
      const { lost } = await loseNextAnswer(context, room);
      for (const text of trainOf(member.uid)) await room.write(page, text);
      await lost;
      await page.close();
      await restoreNetwork(context);
      const other = await context.newPage();
      await other.goto(room.path);
      await expectTrain(other, member.uid, room);
      expect(keys[1]).toBe(keys[0]);
      expect(new Set(keys).size).toBe(3);
    },
  );
}
