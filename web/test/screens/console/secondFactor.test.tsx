import { FACTOR_REFUSALS } from '@quantalgo/contracts/core/endpoint';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import Audit from '../../../src/screens/console/Audit';
import Console from '../../../src/screens/console/Console';
import { renderAt } from '../../support/render';
import { atTheConsole, leaveTheConsole, openDialogs, Refused } from './console';

const saved = vi.fn<(file: File) => void>();
vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));
vi.mock(import('../../../src/data/core/saveFile'), async (original) => ({
  ...(await original()),
  saveFile: (file: File) => saved(file),
}));

const BAD = 'This code is wrong';
const CODES = Array.from({ length: 8 }, (_, index) => `abcde2345${index}`);

/** What the server knows of who asks. */
let server: { confirmedAt: string | null; isShown: boolean; isFresh: boolean };

const missing = () => new Refused(403, 'Staff need a second factor', FACTOR_REFUSALS.missing);
const stale = () => new Refused(403, 'Please confirm', FACTOR_REFUSALS.stale);
const told = () => ({ confirmedAt: server.confirmedAt, recoveryCodesLeft: 7 });
const show = <T,>(answer: T): T => {
  server = { confirmedAt: '2026-11-20T08:00:00.000Z', isShown: true, isFresh: true };
  return answer;
};
const codeIn = (body: unknown) => JSON.stringify(body).replace(/\D/g, '');

const PATH = '/api/admin/second-factor';
const open = () => {
  const made = atTheConsole({
    [`POST ${PATH}/confirm`]: ({ body }) =>
      codeIn(body) === '123456' ? show({ recoveryCodes: CODES }) : new Refused(400, BAD),
    [`POST ${PATH}/pass`]: ({ body }) =>
      ['123456', '23450'].includes(codeIn(body)) ? show(told()) : new Refused(400, BAD),
    [`POST ${PATH}/recovery-codes`]: () => (server.isFresh ? { recoveryCodes: CODES } : stale()),
    [`POST ${PATH}`]: () => ({ uri: 'otpauth://totp/QuantAlgo:ama?secret=KEY', secret: 'KEYKEY' }),
    [`GET ${PATH}`]: told,
    'POST /api/admin/audit/export': () => (server.isFresh ? { csv: 'a', next: null } : stale()),
    'POST /api/admin/audit/search': () => (server.isShown ? [] : missing()),
  });
  renderAt(
    '/',
    <Console tabs={[{ path: '/elsewhere', label: 'Users' }]}>
      <Audit />
    </Console>,
  );
  return made;
};
const authenticator = () => screen.findByLabelText('Code from your authenticator');
const nothingOnRecord = () => screen.findByText('No matching entries.');

beforeAll(openDialogs);
beforeEach(() => {
  server = { confirmedAt: null, isShown: false, isFresh: false };
});
afterEach(() => {
  leaveTheConsole();
  saved.mockReset();
});

describe('the console, to staff who have no second factor yet', () => {
  it('sets one up with password, picture and code, shows the recovery codes once, and goes on', async () => {
    open();
    expect(await screen.findByRole('heading', { name: /^Set up/ })).toBeVisible();
    await userEvent.type(await screen.findByLabelText('Your password'), 'Trader2026{Enter}');
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeVisible();
    expect(screen.getByText('KEYKEY')).toBeVisible();
    await userEvent.type(await authenticator(), '1b2-345 6');
    expect(await screen.findByText('ABCDE-23450')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Download' }));
    expect(await saved.mock.lastCall?.[0].text()).toContain('ABCDE-23457');
    await userEvent.click(screen.getByRole('button', { name: 'I’ve stored them' }));
    expect(await nothingOnRecord()).toBeVisible();
    expect(screen.queryByText('ABCDE-23450')).toBeNull();
  });
});

describe('the console, to staff whose session has not shown the second factor', () => {
  beforeEach(() => {
    server.confirmedAt = '2026-11-20T08:00:00.000Z';
  });

  it('opens with a code: a wrong one is said to be, and the next one is taken', async () => {
    open();
    await userEvent.type(await authenticator(), '999999');
    expect(await screen.findByText(BAD)).toBeVisible();
    expect(await authenticator()).toHaveValue('');
    await userEvent.type(await authenticator(), '123456');
    expect(await nothingOnRecord()).toBeVisible();
  });

  it('opens with a recovery code for whoever lost the authenticator', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: /don’t have/ }));
    const field = screen.getByLabelText('Recovery code');
    expect(field).toHaveAccessibleDescription(/^25 characters/);
    await userEvent.type(field, 'ABCDE-FGHJK-MNPQR-STUVW-23450{Enter}');
    expect(await nothingOnRecord()).toBeVisible();
  });
});

describe('what is sensitive', () => {
  beforeEach(() => {
    server = { confirmedAt: '2026-11-20T08:00:00.000Z', isShown: true, isFresh: false };
  });
  const dialog = () => screen.findByRole('dialog', { name: 'Confirm it’s you' });

  it('asks again, and then does what was asked for, with all that was typed', async () => {
    open();
    await userEvent.type(await screen.findByLabelText('Who did it'), 'half typed');
    await userEvent.click(screen.getByRole('button', { name: 'Export as CSV' }));
    const asked = within(await dialog());
    await userEvent.type(asked.getByLabelText('Code from your authenticator'), '123456');
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(screen.getByLabelText('Who did it')).toHaveValue('half typed');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is not done where nobody shows it', async () => {
    const made = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Export as CSV' }));
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(/confirm your second factor/)).toBeVisible();
    expect(saved).not.toHaveBeenCalled();
    expect(made.filter(({ line }) => line.includes('export'))).toHaveLength(1);
  });

  it('is renewing the recovery codes, over the dialog that offers it', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Your second factor' }));
    const settings = within(await screen.findByRole('dialog', { name: 'Your second factor' }));
    expect(await settings.findByText(/Recovery codes left: 7/)).toBeVisible();
    await userEvent.click(settings.getByRole('button', { name: 'Create new recovery codes' }));
    const asked = within(await dialog());
    await userEvent.type(asked.getByLabelText('Code from your authenticator'), '123456');
    expect(await settings.findByText('ABCDE-23450')).toBeVisible();
  });
});
