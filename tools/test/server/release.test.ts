import { randomUUID } from 'node:crypto';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectMailedOnce, openStage, type Stage } from '../release/stage';
import { readSlotEntries } from '../chaos/place';
import { readOffset } from '../../src/suite/ports';
import { newAddress, signUp, site } from '../fixtures/client';

/* `npm run test:release` in short: what would be deployed, beside the suite, in a project whose documents start nothing else. */

const offset = readOffset(process.env['PORT_OFFSET'], 1000);

describe.skipIf(process.env['INBOX_URL'] === undefined)('release', () => {
  let stage: Stage;
  beforeAll(async () => {
    const project = `demo-rehearsal-${randomUUID().slice(0, 8)}`;
    stage = await openStage(offset, { project });
  });
  afterAll(() => stage.close());

  it('responds on the platform with the settings and secrets of a deployment', async () => {
    expect((await site('/countdown', { at: stage.runApp })).status).toBe(200);
    expect((await site('/api/push', { at: stage.runApp })).status).toBe(200);
    expect((await site('/auth/me', { at: stage.runApp })).status).toBe(401);
  });

  it('mails a code once, despite a repeated event', async () => {
    const email = newAddress();
    const registered = await site('/auth/register', { body: signUp(email), at: stage.runApp });
    expect(registered.status).toBe(200);
    await expectMailedOnce(stage, email);
  });

  it('records a slot once if its schedule runs twice and late', async () => {
    const { slot } = stage;
    const runs = [slot, slot, slot - SLOT_MS].map((at) => stage.schedule('publishSignal', at));
    expect(await Promise.all(runs)).toEqual([200, 200, 200]);
    expect(await readSlotEntries(stage, slot)).toEqual(['publication']);
    expect(await stage.faults()).toEqual([]);
  });
});
