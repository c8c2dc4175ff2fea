import { faultRow } from '../support/faultRow';
import { expect, NO_SERVER, test } from '../support/journey';
import { enter } from '../support/login';
import { loseNextAnswer, recordKeys, restoreNetwork } from '../support/network';
import { liveSuite } from '../support/suite';
import { CHAT, expectTrain, NETWORK, newWriter, trainOf } from '../support/writing';

test.beforeAll(liveSuite);

const ROOMS = [
  { what: 'A chat message', room: CHAT },
  { what: 'A post', room: NETWORK },
] as const;

const ASSERTED = 'All three arrive once, in the order they were written';

for (const { what, room } of ROOMS) {
  test(
    `${what.toLowerCase()} arrives once and in order when the network drops mid-send`,
    faultRow(
      `${what}, offline in mid-send`,
      'The server accepted the first of three, but the network dropped before the response arrived; the others were written offline',
      ASSERTED,
    ),
    async ({ page, context, quiet }) => {
      quiet.allow(...NO_SERVER);
      const member = await newWriter();
      const keys = recordKeys(context, room.call);
      const [first, ...others] = trainOf(member.uid);
      const { lost } = await loseNextAnswer(context, room.call, async (route) => {
        await context.setOffline(true);
        await route.abort();
      });
      await enter(page, member, room.path);
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
    `${what.toLowerCase()} arrives once and in order after a 500 following the write`,
    faultRow(
      `${what}, 500 after the write`,
      'The server accepted the first of three and returned 500',
      `${ASSERTED}; the first is retried with its key before the others`,
    ),
    async ({ page, context, quiet }) => {
      quiet.allow(/status of 500/, ...NO_SERVER);
      const member = await newWriter();
      const keys = recordKeys(context, room.call);
      const { lost } = await loseNextAnswer(context, room.call, (route) =>
        route.fulfill({ status: 500, contentType: 'text/plain', body: 'Server error' }),
      );
      await enter(page, member, room.path);
      for (const text of trainOf(member.uid)) await room.write(page, text);
      await lost;
      await expectTrain(page, member.uid, room);
      expect(keys[1]).toBe(keys[0]);
      expect(new Set(keys).size).toBe(3);
    },
  );

  test(
    `${what.toLowerCase()} arrives once and in order when two tabs write offline`,
    faultRow(
      `${what}, two tabs`,
      'Three were written offline, alternating between two tabs of one device',
      `${ASSERTED}, and both tabs show that order`,
    ),
    async ({ page, context, quiet }) => {
      quiet.allow(...NO_SERVER);
      const member = await newWriter();
      const keys = recordKeys(context, room.call);
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
    `${what.toLowerCase()} arrives once and in order when its tab is killed while sending`,
    faultRow(
      `${what}, tab killed while sending`,
      'The tab was closed after the server accepted the first of three but before the response arrived; another was opened',
      `${ASSERTED}; the first is retried with its key`,
    ),
    async ({ page, context }) => {
      const member = await newWriter();
      const keys = recordKeys(context, room.call);
      const { lost } = await loseNextAnswer(context, room.call);
      await enter(page, member, room.path);
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
