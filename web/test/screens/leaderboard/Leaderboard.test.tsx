import type { User } from '@quantalgo/contracts/account/member';
import { createConfiguration } from '@quantalgo/contracts/bots/configuration';
import { createPaperState } from '@quantalgo/contracts/bots/state';
import { SLOT_MS, slotId, slotStart } from '@quantalgo/contracts/core/slots';
import type { LeaderboardRow } from '@quantalgo/contracts/leaderboard/leaderboard';
import { toPaperResult } from '@quantalgo/contracts/leaderboard/published';
import { encodeBase64 } from '@quantalgo/contracts/record/log/base64';
import { toLogOrigin } from '@quantalgo/contracts/record/log/checkpoint';
import { hashEmptyTree } from '@quantalgo/contracts/record/log/tree';
import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as idTokens from '../../../src/data/auth/idTokens';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import CopyTrading from '../../../src/screens/leaderboard/CopyTrading';
import { readOutboxItems } from '../../../src/data/outbox/outbox';
import { storeBots } from '../../../src/data/bots/botRows';
import { fillDevice } from '../../support/fullDevice';
import { aServer, envelope } from '../../support/aServer';
import { member } from '../../support/member';
import { renderAt, loggedInAs } from '../../support/render';

configure({ asyncUtilTimeout: 15_000 });

const SINCE = slotStart(Date.parse('2026-11-18T08:00:00Z'));
const REACH = { slot: slotId(SINCE + 12 * SLOT_MS), until: SINCE + 13 * SLOT_MS };

const RARE = { hours: { from: 13, to: 14 }, stopLadders: 3 };

let ada: User;
let count = 0;
/** How many checkpoint requests fail before one succeeds. */
let failuresLeft = 0;
let server: Awaited<ReturnType<typeof aServer>>;

/** Checkpoint of an empty log. */
const EMPTY_LOG = `${toLogOrigin('one')}\n0\n${encodeBase64(hashEmptyTree())}\n\n— one ${encodeBase64(Uint8Array.of(1, 2, 3, 4, 5))}\n`;

beforeEach(async () => {
  ada = member({ id: `copies-${++count}`, tier: 'starter' });
  loggedInAs(ada);
  failuresLeft = 0;
  server = await aServer(({ line }, response) => {
    if (line.includes('/ledger/checkpoint') && failuresLeft-- > 0) response.destroy();
    else if (line.includes('/ledger/checkpoint'))
      response.writeHead(200, { 'content-type': 'text/plain' }).end(EMPTY_LOG);
    else envelope(response, { status: 503, error: 'Not now' });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  return server.close();
});

/** A row without settled signals, matching an empty ledger. */
function aRow(name: string, change: Partial<LeaderboardRow> = {}): LeaderboardRow {
  const configuration = createConfiguration(SINCE);
  const publication = {
    id: crypto.randomUUID(),
    configuration,
    publishedAt: SINCE - 60_000,
    withdrawnAt: null,
  };
  const standing = toPaperResult(publication, createPaperState(configuration), REACH);
  return { ...publication, name, standing, ...change };
}

const won = ({ standing }: LeaderboardRow) => ({
  ...standing,
  signals: 40,
  drawdown: 12_300,
  tally: { trades: 40, won: 24, lost: 16, profit: 16_000, squares: 83_200 },
});

/** Stores the leaderboard as last received from the server. */
async function keep(rows: readonly LeaderboardRow[]): Promise<void> {
  const leaderboard = { rows, tried: rows.length + 1, running: rows.length, withdrawn: 0 };
  await act(() =>
    withDatabase(ada.id, async ({ performance }) => {
      await performance.put({ id: 'leaderboard', receivedAt: SINCE, leaderboard });
    }),
  );
}

const show = () => renderAt('/dashboard/copy-trading', <CopyTrading open />);

const openRow = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('button', { name: 'Check this row' });
  return dialog;
};

describe('copy trading', () => {
  it('says that no money is moved and shows no sample', async () => {
    show();
    expect(await screen.findByText(/No real money is involved/)).toBeVisible();
    expect(screen.queryByText('Sample')).not.toBeInTheDocument();
  });

  it('shows a placeholder until the first leaderboard is stored', async () => {
    const request = vi.spyOn(idTokens, 'getIdToken').mockReturnValue(new Promise(() => undefined));
    show();
    const placeholder = screen.getByRole('status', { name: 'Loading the leaderboard' });
    await waitFor(() => expect(request).toHaveBeenCalled());
    await act(() => withDatabase(ada.id, ({ performance }) => performance.count()));
    expect(placeholder).toBeVisible();
    expect(screen.queryByText('Configurations to copy')).not.toBeInTheDocument();
    expect(screen.queryByText('Your configurations')).not.toBeInTheDocument();
    await keep([aRow('Chidi A')]);
    expect(await screen.findByRole('table')).toBeVisible();
    expect(placeholder).not.toBeInTheDocument();
  });

  it('says that the leaderboard isn’t on the device once its request has failed', async () => {
    show();
    expect(await screen.findByText(/^The leaderboard isn’t on this device yet/)).toBeVisible();
    expect(await screen.findByText('Your configurations')).toBeVisible();
  });

  it('shows stored rows offline with figures, intervals and their age', async () => {
    const row = aRow('Chidi A');
    const gone = aRow('Amara', { withdrawnAt: SINCE + SLOT_MS });
    await keep([{ ...row, standing: won(row) }, gone]);
    show();
    const [, first, second] = within(await screen.findByRole('table')).getAllByRole('row');
    expect(first).toHaveTextContent(/^1stChidi Arunning · 40 trades · \d+ days?/);
    expect(first).toHaveTextContent(/60\.0%[\d.]+ – [\d.]+\+\$160−\$[\d,]+ to \+\$[\d,]+$/);
    expect(second).toHaveTextContent(/^–Amarawithdrawn · 0 trades · .*––$/);
    expect(await screen.findByText(/as of/)).toBeVisible();
    await userEvent.click(screen.getByText('How this is counted'));
    expect(screen.getByText(/3 configurations published so far/)).toBeVisible();
  });

  it('ranks nobody while nobody is ahead and lists the newest first', async () => {
    const older = aRow('Chidi A');
    const newer = aRow('Amara', { publishedAt: SINCE });
    await keep([newer, older]);
    show();
    expect(await screen.findByText('Nobody is ahead yet.')).toBeVisible();
    const [, first, second] = within(screen.getByRole('table')).getAllByRole('row');
    expect(first).toHaveTextContent(/^Amara/);
    expect(second).toHaveTextContent(/^Chidi A/);
    expect(screen.queryByText('1st')).not.toBeInTheDocument();
  });

  it('verifies a row against the public ledger and detects a one-cent difference', async () => {
    const honest = aRow('Honest');
    const row = aRow('Boast');
    const boast = {
      ...row,
      standing: { ...row.standing, tally: { ...row.standing.tally, profit: 1 } },
    };
    await keep([honest, boast]);
    show();
    const dialog = await openRow('Honest');
    await userEvent.click(dialog.getByRole('button', { name: 'Check this row' }));
    expect(await dialog.findByText(/It matches to the cent/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    const other = await openRow('Boast');
    await userEvent.click(other.getByRole('button', { name: 'Check this row' }));
    expect(await other.findByText(/doesn’t match the public ledger: profit/)).toBeVisible();
  });

  it('retries the ledger once before reporting that it can’t be reached', async () => {
    await keep([aRow('Honest')]);
    show();
    const dialog = await openRow('Honest');
    failuresLeft = 2;
    await userEvent.click(dialog.getByRole('button', { name: 'Check this row' }));
    expect(await dialog.findByText(/Couldn’t reach the public ledger/)).toBeVisible();
    failuresLeft = 1;
    await userEvent.click(dialog.getByRole('button', { name: 'Check this row' }));
    expect(await dialog.findByText(/It matches to the cent/)).toBeVisible();
  });

  it('copies a configuration into a new bot', async () => {
    await storeBots(ada.id, []);
    await keep([aRow('Chidi A')]);
    show();
    const dialog = await openRow('Chidi A');
    await userEvent.click(await dialog.findByRole('button', { name: 'Copy' }));
    expect(await dialog.findByText(/Copied to your paper bots/)).toBeVisible();
    const [item] = await readOutboxItems(ada.id);
    expect(item?.content).toMatchObject({
      kind: 'bot',
      change: { configuration: { stake: createConfiguration(0).stake, pauses: [] } },
    });
  });

  it('copies a configuration once on a double press', async () => {
    await storeBots(ada.id, []);
    await keep([aRow('Chidi A')]);
    show();
    const dialog = await openRow('Chidi A');
    const button = await dialog.findByRole('button', { name: 'Copy' });
    fireEvent.click(button);
    fireEvent.click(button);
    expect(await dialog.findByText(/Copied to your paper bots/)).toBeVisible();
    expect(await readOutboxItems(ada.id)).toHaveLength(1);
  });

  it('shows an empty state', async () => {
    await keep([]);
    show();
    expect(await screen.findByText(/Nobody has published a configuration yet/)).toBeVisible();
  });

  it('reports a full device when copying', async () => {
    await storeBots(ada.id, []);
    await keep([aRow('Chidi A')]);
    show();
    const dialog = await openRow('Chidi A');
    await fillDevice();
    await userEvent.click(await dialog.findByRole('button', { name: 'Copy' }));
    expect(await dialog.findByText(/^This device is out of storage/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Copy' })).toBeEnabled();
  });

  it('requires a display name before publishing', async () => {
    const configuration = createConfiguration(SINCE);
    await act(async () => {
      await storeBots(ada.id, [{ id: crypto.randomUUID(), configuration }]);
      await withDatabase(ada.id, ({ performance }) =>
        performance.put({ id: 'publisher', publisher: { name: null, publications: [] } }),
      );
    });
    show();
    expect(await screen.findByText(/Save a display name to publish your paper bots/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Publish' })).not.toBeInTheDocument();
  });

  it('makes no claims about bots or publications before they are loaded', async () => {
    await keep([aRow('Chidi A', { configuration: { ...createConfiguration(SINCE), ...RARE } })]);
    show();
    expect(await screen.findByText(/^Your published configurations can’t be loaded/)).toBeVisible();
    expect(screen.queryByText(/You have no paper bots yet/)).not.toBeInTheDocument();
    const dialog = await openRow('Chidi A');
    expect(dialog.getByRole('button', { name: 'Copy' })).toHaveAttribute('aria-disabled', 'true');
    expect(
      dialog.getByText(/entries from 13:00 to 14:00 UTC, .*after 3 lost trades$/),
    ).toBeVisible();
    expect(dialog.getByText(/--site http/)).toBeVisible();
  });

  it('rejects a too short display name at its field', async () => {
    await withDatabase(ada.id, ({ performance }) =>
      performance.put({ id: 'publisher', publisher: { name: null, publications: [] } }),
    );
    show();
    await userEvent.type(await screen.findByLabelText('Display name'), 'A');
    await userEvent.click(screen.getByRole('button', { name: 'Save name' }));
    expect(screen.getByText('A display name must have 3 to 24 characters')).toBeVisible();
  });
});
