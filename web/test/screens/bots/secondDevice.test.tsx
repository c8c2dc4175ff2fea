import { createConfiguration } from '@quantalgo/contracts/bots/configuration';
import { configure, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import BotAccess from '../../../src/screens/bots/BotAccess';
import { aServer, envelope } from '../../support/aServer';
import { held, resetAuth } from '../../support/fakeAuth';
import { member } from '../../support/member';
import { renderAt, loggedInAs } from '../../support/render';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

configure({ asyncUtilTimeout: 15_000 });

const ID = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';
const MINUTE_MS = 60_000;

afterEach(() => {
  vi.useRealTimers();
  loggedInAs(null);
  resetAuth();
});

it('an open AI bot polls and shows changes from another device', async () => {
  let maxOpenTrades: number | null = null;
  const server = await aServer((_, response) => {
    if (maxOpenTrades === null) return envelope(response, { status: 503, error: 'Not now' });
    const configuration = { ...createConfiguration(0), maxOpenTrades };
    return envelope(response, { data: [{ id: ID, configuration }] });
  });
  const ada = member({ id: 'two-devices', tier: 'essential' });
  held.uid = ada.id;
  loggedInAs(ada);
  renderAt('/dashboard/bot-access', <BotAccess open />);
  expect(await screen.findByText(/^Your bots can’t be loaded right now/)).toBeVisible();
  for (maxOpenTrades = 4; maxOpenTrades < 6; maxOpenTrades += 1) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + MINUTE_MS });
    const value = String(maxOpenTrades);
    await waitFor(() => expect(screen.getByLabelText('Max trades')).toHaveValue(value));
  }
  expect(screen.queryByText(/^Your bots can’t be loaded/)).not.toBeInTheDocument();
  await server.close();
});
