import { FACTOR_REFUSALS } from '@quantalgo/contracts/core/endpoint';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import Audit from '../../../src/screens/console/Audit';
import Console from '../../../src/screens/console/Console';
import { renderAt } from '../../support/render';
import { atTheConsole, leaveTheConsole, Refused } from './console';

const saved = vi.fn<(file: File) => void>();
vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));
vi.mock(import('../../../src/data/core/saveFile'), async (original) => ({
  ...(await original()),
  saveFile: (file: File) => saved(file),
}));

const BAD = 'This code is wrong';
const CODES = Array.from({ length: 8 }, (_, index) => `abcde2345${index}`);

/** Server state of the caller's second factor. */
let server: { confirmedAt: string | null; isShown: boolean; isFresh: boolean };

const missing = () => new Refused(403, 'Staff need a second factor', FACTOR_REFUSALS.missing);
const stale = () => new Refused(403, 'Please confirm', FACTOR_REFUSALS.stale);
const getStatus = () => ({ confirmedAt: server.confirmedAt, recoveryCodesLeft: 7 });
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
    [`POST ${PATH}/verify`]: ({ body }) =>
      ['123456', '23450'].includes(codeIn(body)) ? show(getStatus()) : new Refused(400, BAD),
    [`POST ${PATH}/recovery-codes`]: () => (server.isFresh ? { recoveryCodes: CODES } : stale()),
    [`POST ${PATH}`]: () => ({ uri: 'otpauth://totp/QuantAlgo:ama?secret=KEY', secret: 'KEYKEY' }),
    [`GET ${PATH}`]: getStatus,
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
const findEmptyAudit = () => screen.findByText('No matching entries.');

beforeEach(() => {
  server = { confirmedAt: null, isShown: false, isFresh: false };
});
afterEach(() => {
  leaveTheConsole();
  saved.mockReset();
});

describe('console before second factor setup', () => {
  it('sets up a second factor and shows the recovery codes once', async () => {
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
    expect(await findEmptyAudit()).toBeVisible();
    expect(screen.queryByText('ABCDE-23450')).toBeNull();
  });
});

describe('console before second factor confirmation', () => {
  beforeEach(() => {
    server.confirmedAt = '2026-11-20T08:00:00.000Z';
  });

  it('rejects a wrong code and opens with the right one', async () => {
    open();
    await userEvent.type(await authenticator(), '999999');
    expect(await screen.findByText(BAD)).toBeVisible();
    expect(await authenticator()).toHaveValue('');
    await userEvent.type(await authenticator(), '123456');
    expect(await findEmptyAudit()).toBeVisible();
  });

  it('opens with a recovery code', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: /don’t have/ }));
    const field = screen.getByLabelText('Recovery code');
    expect(field).toHaveAccessibleDescription(/^25 characters/);
    await userEvent.type(field, 'ABCDE-FGHJK-MNPQR-STUVW-23450{Enter}');
    expect(await findEmptyAudit()).toBeVisible();
  });
});

describe('sensitive actions', () => {
  beforeEach(() => {
    server = { confirmedAt: '2026-11-20T08:00:00.000Z', isShown: true, isFresh: false };
  });
  const dialog = () => screen.findByRole('dialog', { name: 'Confirm it’s you' });

  it('require a fresh code, then run with the typed input intact', async () => {
    open();
    await userEvent.type(await screen.findByLabelText('Who did it'), 'half typed');
    await userEvent.click(screen.getByRole('button', { name: 'Export as CSV' }));
    const confirmDialog = within(await dialog());
    await userEvent.type(confirmDialog.getByLabelText('Code from your authenticator'), '123456');
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(screen.getByLabelText('Who did it')).toHaveValue('half typed');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are cancelled if the second factor is not confirmed', async () => {
    const made = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Export as CSV' }));
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(/confirm your second factor/)).toBeVisible();
    expect(saved).not.toHaveBeenCalled();
    expect(made.filter(({ line }) => line.includes('export'))).toHaveLength(1);
  });

  it('include renewing the recovery codes from their dialog', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Your second factor' }));
    const settings = within(await screen.findByRole('dialog', { name: 'Your second factor' }));
    expect(await settings.findByText(/Recovery codes left: 7/)).toBeVisible();
    await userEvent.click(settings.getByRole('button', { name: 'Create new recovery codes' }));
    const confirmDialog = within(await dialog());
    await userEvent.type(confirmDialog.getByLabelText('Code from your authenticator'), '123456');
    expect(await settings.findByText('ABCDE-23450')).toBeVisible();
  });
});
