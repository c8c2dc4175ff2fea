// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearUser, storeUser } from '../../../src/data/auth/currentSession';
import { openOutbox } from '../../../src/data/outbox/database';
import { discardItems, readOutboxItems, storeItem } from '../../../src/data/outbox/outbox';
import { choosePayouts } from '../../../src/data/settings/choosePayout';
import { chosenPayouts, getChosenPayouts } from '../../../src/data/settings/payout';
import { updateChosenPayouts } from '../../../src/data/settings/settings';
import { runSender } from '../../../src/data/sync/sender';
import { aServer, envelope } from '../../support/aServer';
import { aUser } from '../../support/aUser';
import { held, resetAuth } from '../../support/fakeAuth';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

const ada = aUser({ payout: 0.8 });
let server: Awaited<ReturnType<typeof aServer>>;
let status: number;
let stop: AbortController;

beforeEach(async () => {
  resetAuth();
  status = 200;
  stop = new AbortController();
  server = await aServer((_, response) => envelope(response, { status, error: 'Refused' }));
  storeUser(ada);
  held.uid = ada.id;
});
afterEach(async () => {
  stop.abort();
  vi.restoreAllMocks();
  await (await openOutbox()).database.items.clear();
  chosenPayouts.set(null);
  clearUser('logged-out');
  await server.close();
});

const choose = async (payout: number) => {
  await choosePayouts(ada, { payout });
  return (await readOutboxItems(ada.id)).at(-1)?.id ?? '';
};
const offline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
const waitForPayout = (payout: number) =>
  vi.waitFor(() => expect(getChosenPayouts().payout).toBe(payout));

describe('chosen payout', () => {
  it('is dropped once the account has changed to another one', async () => {
    await choose(0.95);
    expect(getChosenPayouts().payout).toBe(0.95);
    storeUser({ ...ada, payout: 0.95 });
    storeUser(ada);
    expect(getChosenPayouts().payout).toBe(0.8);
  });

  it('is dropped if the server refuses it, even if an earlier choice was sent', async () => {
    offline();
    const earlier = await choose(0.9);
    const [item] = await readOutboxItems(ada.id);
    if (item) await storeItem({ ...item, id: earlier, state: 'sent', sentAt: Date.now() });
    storeUser({ ...ada, payout: 0.9 });
    storeUser(ada);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await choose(0.95);
    status = 400;
    vi.restoreAllMocks();
    await runSender(ada.id, stop.signal);
    await waitForPayout(0.8);
  });

  it('falls back to the previous choice when discarded', async () => {
    offline();
    await choose(0.9);
    const id = await choose(0.95);
    await runSender(ada.id, stop.signal);
    expect(getChosenPayouts().payout).toBe(0.95);
    await discardItems(id);
    await waitForPayout(0.9);
  });

  it('stays after the worker sent it until the account has it', async () => {
    offline();
    await choose(0.95);
    await runSender(ada.id, stop.signal);
    const [item] = await readOutboxItems(ada.id);
    if (item) await storeItem({ ...item, state: 'sent', sentAt: Date.now() });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(getChosenPayouts().payout).toBe(0.95);
    storeUser({ ...ada, payout: 0.95 });
    expect(getChosenPayouts().payout).toBe(0.95);
    expect(chosenPayouts.get()).toBeNull();
  });

  it('notifies subscribers only if it changes', async () => {
    offline();
    await choose(0.95);
    const onChange = vi.fn();
    const stopListening = chosenPayouts.subscribe(onChange);
    updateChosenPayouts(ada.id, await readOutboxItems(ada.id));
    expect(onChange).not.toHaveBeenCalled();
    updateChosenPayouts(ada.id, []);
    expect(onChange).toHaveBeenCalledOnce();
    expect(getChosenPayouts().payout).toBe(0.8);
    stopListening();
  });
});
