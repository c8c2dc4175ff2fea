import type { User } from '@quantalgo/contracts/account/member';
import { botsSchema } from '@quantalgo/contracts/bots/bot';
import { createConfiguration } from '@quantalgo/contracts/bots/configuration';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { SLOT_MS, slotStart } from '@quantalgo/contracts/core/slots';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import type { Audience, Settlement, Signal } from '@quantalgo/contracts/signals/signal';
import { act, configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lastContact } from '../../../src/data/core/clock';
import { readOutboxItems } from '../../../src/data/outbox/outbox';
import { storeBots } from '../../../src/data/bots/botRows';
import { toBotsView } from '../../../src/data/bots/bots';
import { loadOlderPage } from '../../../src/data/signals/older';
import * as page from '../../../src/data/signals/page';
import {
  pruneToAudiences,
  rebuildDigests,
  storeSignals,
} from '../../../src/data/storage/signalTable';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import BotAccess from '../../../src/screens/bots/BotAccess';
import { setZoneChoice } from '../../../src/core/zone';
import { aSettlement, aSignal, createBatch } from '../../support/aSignal';
import { addItem } from '../../data/outbox/addItem';
import { anItem } from '../../data/outbox/anItem';
import { fillDevice } from '../../support/fullDevice';
import { guest, member } from '../../support/member';
import { renderAt, loggedInAs } from '../../support/render';

configure({ asyncUtilTimeout: 15_000 });

const AUDIENCES: Audience[] = ['basic', 'order-flow'];
const ARRIVAL = { receivedAt: 0, live: false };

let ada: User;
let count = 0;

beforeEach(() => {
  ada = member({ id: `bot-${++count}`, tier: 'essential' });
  loggedInAs(ada);
});
afterEach(() => {
  lastContact.set(null);
  setZoneChoice('wat');
  vi.restoreAllMocks();
});

/** @param since the device has all signals since then; absent for a signal fetched on its own */
const store = (signals: readonly Signal[], since?: number) =>
  act(() =>
    withDatabase(ada.id, async (database) => {
      await pruneToAudiences(database, AUDIENCES);
      const [batch, isFirst] = [createBatch(...signals), since !== undefined];
      await storeSignals(database, AUDIENCES, batch, ARRIVAL, isFirst, since);
    }),
  );

/** Stores settled signals of the latest slots, all won at the first entry or all lost on every level. */
async function receive(settled: number, won = true): Promise<void> {
  const now = slotStart(Date.now());
  const signals = Array.from({ length: settled }, (_, number) => {
    const slot = now - (number + 3) * SLOT_MS;
    return aSignal(slot, { settlement: won ? aSettlement(slot) : aLoss(slot) });
  });
  await store(signals, now - (settled + 2) * SLOT_MS);
}

const aLoss = (slot: number): Settlement => ({
  ...aSettlement(slot),
  outcome: 'loss',
  level: null,
  closes: [0, 1, 2, 3, 4].map((level) => ({
    at: slot + (level + 1) * SLOT_MS,
    price: 1.0858 - level / 10_000,
  })),
});

const show = () => renderAt('/dashboard/bot-access', <BotAccess open />);

const form = async () => within(await screen.findByRole('form', { name: 'Configuration' }));

const changes = async () =>
  (await readOutboxItems(ada.id)).flatMap(({ content }) =>
    content.kind === 'bot' ? [content] : [],
  );

describe('AI bot', () => {
  it('says that it trades on paper and moves no real money', async () => {
    show();
    expect(await screen.findByText('On paper')).toBeVisible();
    expect(screen.getAllByText(/No real money is involved/)[0]).toBeVisible();
    expect(screen.queryByText('Sample')).not.toBeInTheDocument();
  });

  it('shows a profit with its interval and the number of signals', async () => {
    await receive(6);
    show();
    const profit = (await screen.findByText('Profit')).parentElement;
    expect(profit).toHaveTextContent(/\$240$/);
    expect(
      screen.getByText(/^Profit: −\$[\d.,]+ to \+\$[\d.,]+ at 95%, 6 signals$/),
    ).toBeInTheDocument();
    expect(screen.getByText(/6 trades can’t tell skill from luck/)).toBeInTheDocument();
  });

  it('does not trade on signals that differ from their seal', async () => {
    await receive(6);
    await act(() =>
      withDatabase(ada.id, async (database) => {
        const row = await database.signals.orderBy('id').first();
        await database.signals.put({ ...row, id: row?.id ?? '', differs: true });
        await rebuildDigests(database);
      }),
    );
    show();
    expect((await screen.findByText('Profit')).parentElement).toHaveTextContent(/\$200$/);
    expect(screen.getByText(/at 95%, 5 signals$/)).toBeInTheDocument();
  });

  it('says since when this device has signals without a gap until it has them all', async () => {
    await receive(6);
    await store([aSignal(slotStart(Date.now() - 9 * DAY_MS))]);
    show();
    expect(
      await screen.findByText(
        /^Based on signals since (\d+ [A-Z][a-z]+, )?\d\d:\d[05] WAT, the oldest on this device\./,
      ),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to signal history' })).toHaveAttribute(
      'href',
      PATHS.signalHistory,
    );
    vi.spyOn(page, 'fetchPageBefore').mockResolvedValue({ batch: createBatch(), oldest: null });
    await act(() => loadOlderPage(ada));
    await waitFor(() => expect(screen.queryByText(/oldest on this device/)).toBeNull());
  });

  it('does not mention older signals if the bot started later', async () => {
    await receive(6);
    const bots = botsSchema.parse([
      { id: crypto.randomUUID(), configuration: createConfiguration(Date.now() - 4 * SLOT_MS) },
    ]);
    await act(() => storeBots(ada.id, bots));
    show();
    expect(await screen.findByText('Running')).toBeVisible();
    expect(await screen.findByText('Profit')).toBeVisible();
    expect(screen.queryByText(/oldest on this device/)).not.toBeInTheDocument();
  });

  it('compares itself with a coin and the opposite on the same signals, also as a table', async () => {
    await receive(6);
    show();
    const result = within(await screen.findByRole('region', { name: 'Result' }));
    for (const name of ['This bot', 'A coin', 'The opposite'])
      expect(result.getAllByText(name).length).toBeGreaterThan(0);
    expect(result.getByText(/All three cover the same 6 signals/)).toBeInTheDocument();
    const [, first] = result.getAllByRole('row', { hidden: true });
    expect(first).toHaveTextContent('$0');
  });

  it('shows an empty state and what happens next', async () => {
    lastContact.set(Date.now());
    show();
    expect(await screen.findByText(/It will enter the next one automatically/)).toBeVisible();
    expect(screen.getByText(/No open trades/)).toBeVisible();
  });

  it('shows figures for one hour up to a week', async () => {
    await receive(40);
    show();
    const ranges = within(await screen.findByRole('group', { name: 'Time range' }));
    const trades = () => screen.getByText('Trades').parentElement?.textContent;
    expect(ranges.getByRole('radio', { name: '1D' })).toBeChecked();
    expect(trades()).toMatch(/^Trades40/);
    await userEvent.click(ranges.getByRole('radio', { name: '1H' }));
    expect(trades()).toMatch(/^Trades1[01]/);
  });

  it('previews a changed value before saving and undoes it', async () => {
    await receive(6);
    show();
    const fields = await form();
    await userEvent.click(fields.getByRole('radio', { name: '$250' }));
    expect(await screen.findByText('+$1,200', { selector: 'dd' })).toBeVisible();
    expect(screen.getByText(/not saved yet\./)).toBeVisible();
    expect(await changes()).toEqual([]);
    await userEvent.click(fields.getByRole('button', { name: 'Undo these changes' }));
    expect(await screen.findByText('+$240', { selector: 'dd' })).toBeVisible();
  });

  it('keeps the custom size field while a preset value is typed into it', async () => {
    show();
    const fields = await form();
    await userEvent.click(fields.getByRole('radio', { name: 'Other' }));
    const size = fields.getByLabelText(/^Other size/);
    await userEvent.clear(size);
    await userEvent.type(size, '500');
    expect(size).toBeInTheDocument();
    expect(size).toHaveValue('500');
    await userEvent.type(size, '{Backspace}');
    expect(size).toHaveValue('50');
    await userEvent.click(fields.getByRole('radio', { name: '$50' }));
    expect(size).not.toBeInTheDocument();
  });

  it('rejects an out-of-range value at its field with the range', async () => {
    show();
    const fields = await form();
    const most = fields.getByLabelText('Max trades');
    await userEvent.clear(most);
    await userEvent.type(most, '11');
    expect(most).toHaveAccessibleDescription('Enter 1 to 10 open trades');
    await userEvent.click(fields.getByRole('button', { name: 'Save bot' }));
    expect(most).toHaveFocus();
    expect(await changes()).toEqual([]);
  });

  it('applies the values of a risk level', async () => {
    show();
    const fields = await form();
    await userEvent.click(fields.getByRole('radio', { name: 'Aggressive' }));
    expect(fields.getByLabelText('Max trades')).toHaveValue('5');
    expect(fields.getByRole('radio', { name: '$100' })).toBeChecked();
    expect(fields.getByRole('radio', { name: '4' })).toBeChecked();
    await userEvent.click(fields.getByRole('radio', { name: '3' }));
    expect(fields.getByRole('radio', { name: 'Custom' })).toBeChecked();
  });

  it('saves configuration and pauses on the device and queues them in the outbox', async () => {
    show();
    const fields = await form();
    await userEvent.click(fields.getByRole('button', { name: 'Save bot' }));
    expect(await screen.findByText(/send it once you’re back online/)).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Pause bot' }));
    expect(await screen.findByText('Paused')).toBeVisible();
    const [saved, paused] = await changes();
    expect(paused?.botId).toBe(saved?.botId);
    await userEvent.click(await screen.findByRole('button', { name: 'Resume bot' }));
    expect(await screen.findByText('Running')).toBeVisible();
  });

  it('keeps a draft over a reload, including invalid values, until it is undone', async () => {
    await receive(6);
    const { unmount } = show();
    const fields = await form();
    await userEvent.click(fields.getByRole('radio', { name: '$250' }));
    await userEvent.clear(fields.getByLabelText('Max trades'));
    await userEvent.type(fields.getByLabelText('Max trades'), '11');
    unmount();
    show();
    const again = await form();
    expect(again.getByRole('radio', { name: '$250' })).toBeChecked();
    expect(again.getByLabelText('Max trades')).toHaveAccessibleDescription(
      'Enter 1 to 10 open trades',
    );
    expect(await screen.findByText('+$1,200', { selector: 'dd' })).toBeVisible();
    await userEvent.click(again.getByRole('button', { name: 'Undo these changes' }));
    expect((await form()).getByRole('radio', { name: '$50' })).toBeChecked();
    expect(sessionStorage).toHaveLength(0);
  });

  it('converts the entered hours when the time zone changes', async () => {
    const { unmount } = show();
    const hours = async () => {
      const fields = await form();
      return [fields.getByLabelText(/^From hour/), fields.getByLabelText(/^To hour/)] as const;
    };
    const [from, to] = await hours();
    await userEvent.type(from, '8');
    await userEvent.type(to, '17');
    act(() => setZoneChoice('utc'));
    expect(from).toHaveAccessibleName('From hour, UTC');
    expect(from).toHaveValue('7');
    expect(to).toHaveValue('16');
    unmount();
    show();
    const [again] = await hours();
    expect(again).toHaveValue('7');
    await userEvent.click((await form()).getByRole('button', { name: 'Save bot' }));
    await waitFor(async () =>
      expect(await changes()).toMatchObject([
        { change: { configuration: { hours: { from: 7, to: 16 } } } },
      ]),
    );
  });

  it('reports a full device on save and on pause', async () => {
    show();
    const fields = await form();
    await userEvent.click(fields.getByRole('button', { name: 'Save bot' }));
    const pause = await screen.findByRole('button', { name: 'Pause bot' });
    await fillDevice();
    await userEvent.click(pause);
    expect(await screen.findByText(/^This device is out of storage/)).toBeVisible();
    const form2 = await form();
    await userEvent.click(form2.getByRole('radio', { name: '$250' }));
    await userEvent.click(form2.getByRole('button', { name: 'Save configuration' }));
    await waitFor(() =>
      expect(screen.getAllByText(/^This device is out of storage/)).toHaveLength(2),
    );
    expect((await form()).getByRole('radio', { name: '$250' })).toBeChecked();
  });

  it('discards a refused change and reports if that fails', async () => {
    const content = {
      kind: 'bot',
      botId: 'b',
      change: { base: null, configuration: null },
    } as const;
    await addItem({ ...anItem(), uid: ada.id, content, state: 'refused', reason: 'Not like that' });
    show();
    const drop = await screen.findByRole('button', { name: 'Discard the change' });
    await fillDevice();
    await userEvent.click(drop);
    expect(await screen.findByText(/^This device is out of storage/)).toBeVisible();
    vi.restoreAllMocks();
    await userEvent.click(drop);
    await waitFor(() => expect(screen.queryByText(/^Not like that/)).not.toBeInTheDocument());
    expect(await changes()).toEqual([]);
  });

  it('says that it stopped for the day, why and until when', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 18, 12, 1));
    await receive(12, false);
    const configuration = createConfiguration(Date.now() - 6 * 3_600_000);
    const bots = botsSchema.parse([{ id: crypto.randomUUID(), configuration }]);
    await act(() => storeBots(ada.id, bots));
    show();
    expect(await screen.findByText('Stopped for today')).toBeVisible();
    expect(
      screen.getByText(
        /^Stopped for today after a loss of \$250\. It enters trades again from (19 Nov, )?\d\d:00/,
      ),
    ).toBeVisible();
  });

  it('says that it is out of money', async () => {
    await receive(6, false);
    const configuration = {
      ...createConfiguration(Date.now() - 3_600_000),
      balance: 6_000,
      stopLoss: null,
    };
    const bots = botsSchema.parse([{ id: crypto.randomUUID(), configuration }]);
    await act(() => storeBots(ada.id, bots));
    show();
    expect(await screen.findByText('Out of money')).toBeVisible();
    expect(
      screen.getByText(/^Out of money: the remaining \$10 can’t pay for another/),
    ).toBeVisible();
  });

  it('asks for confirmation before a reset', async () => {
    const configuration = createConfiguration(Date.now() - 3_600_000);
    const bots = botsSchema.parse([{ id: crypto.randomUUID(), configuration }]);
    await act(() => storeBots(ada.id, bots));
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Reset' }));
    expect(await changes()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Keep it' }));
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    await userEvent.click(screen.getByRole('button', { name: 'Reset bot' }));
    await waitFor(async () => expect(await changes()).toHaveLength(1));
    const [change] = await changes();
    expect(change?.change).not.toMatchObject({ configuration: { since: configuration.since } });
  });

  it('confirms that a second bot is saved', async () => {
    const configuration = createConfiguration(Date.now());
    const bots = botsSchema.parse([{ id: crypto.randomUUID(), configuration }]);
    await act(() => storeBots(ada.id, bots));
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Add a bot' }));
    await userEvent.click((await form()).getByRole('button', { name: 'Save bot' }));
    expect(await screen.findByRole('radio', { name: 'Bot 2' })).toBeChecked();
    expect(screen.getByText('Saved. Your other devices will update too.')).toBeVisible();
  });

  it('allows three configurations at most', async () => {
    const configuration = createConfiguration(Date.now());
    const ids = ['1', '2', '3'].map((first) => `${first}b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed`);
    const bots = botsSchema.parse(ids.map((id) => ({ id, configuration })));
    await act(() => storeBots(ada.id, bots));
    show();
    expect(await screen.findByRole('radio', { name: 'Bot 3' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Add a bot' })).not.toBeInTheDocument();
  });
});

describe('AI bot on a second device', () => {
  const ID = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';

  it('shows the first device’s bot once it arrives and follows its changes', async () => {
    show();
    const most = async () => (await form()).getByLabelText('Max trades');
    expect(await most()).toHaveValue('3');
    const configuration = { ...createConfiguration(Date.now()), maxOpenTrades: 2 };
    await act(() => storeBots(ada.id, [{ id: ID, configuration }]));
    await waitFor(async () => expect(await most()).toHaveValue('2'));
    const changed = { ...configuration, maxOpenTrades: 4 };
    await act(() => storeBots(ada.id, [{ id: ID, configuration: changed }]));
    await waitFor(async () => expect(await most()).toHaveValue('4'));
  });

  it('keeps what the first device changed since a draft was begun', async () => {
    const configuration = createConfiguration(Date.now());
    await act(() => storeBots(ada.id, [{ id: ID, configuration }]));
    const { unmount } = show();
    await userEvent.click((await form()).getByRole('radio', { name: '$250' }));
    unmount();
    const pauses = [{ from: Date.now(), until: null }];
    const changed = { ...configuration, maxOpenTrades: 9, pauses };
    await act(() => storeBots(ada.id, [{ id: ID, configuration: changed }]));
    show();
    await userEvent.click((await form()).getByRole('button', { name: 'Save configuration' }));
    await waitFor(async () => expect(await changes()).toHaveLength(1));
    const bots = [{ id: ID, configuration: changed }];
    const merged = toBotsView({ bots, upTo: null }, await readOutboxItems(ada.id)).bots;
    const stake = { kind: 'fixed', cents: 25_000 } as const;
    expect(merged).toEqual([{ id: ID, configuration: { ...changed, stake } }]);
  });
});

describe('AI bot for a guest', () => {
  it('shows a teaser with the specified sample figures', () => {
    loggedInAs(guest());
    renderAt('/dashboard/bot-access', <BotAccess open={false} />);
    expect(
      screen.getByText(/paper-trade by your rules.* No real money is involved\.$/),
    ).toBeVisible();
    for (const figure of ['+$347', '24', '79%'])
      expect(screen.getAllByText(figure, { selector: 'dd' })[0]).toBeInTheDocument();
  });
});
