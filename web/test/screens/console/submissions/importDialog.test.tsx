import { configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ImportDialog } from '../../../../src/screens/console/submissions/ImportDialog';
import { atTheConsole, leaveTheConsole, openDialogs } from '../console';

vi.mock('../../../../src/data/auth/idTokens', () => import('../../../support/fakeAuth'));

configure({ asyncUtilTimeout: 15_000 });

beforeEach(openDialogs);
afterEach(leaveTheConsole);

const LIST = [
  'sep=;',
  'Accounts, November 2026',
  'Trader ID;Under our link;Funded;Amount',
  'PO-1;yes;yes;1.250',
  'PO-2;yes;perhaps;99,50',
].join('\r\n');

const utf16 = (text: string) =>
  Uint8Array.from(
    Array.from(text).flatMap((letter) => [letter.charCodeAt(0) & 0xff, letter.charCodeAt(0) >> 8]),
  );

async function importFile(content: BlobPart) {
  render(<ImportDialog open onClose={() => {}} />);
  await userEvent.upload(screen.getByLabelText('List'), new File([content], 'accounts.csv'));
  await userEvent.click(screen.getByRole('button', { name: 'Import' }));
}

describe('broker list import', () => {
  it.each([
    ['UTF-8', LIST],
    ['UTF-16, as Excel writes Unicode text', utf16(`\uFEFF${LIST}`)],
  ])('sends a list in %s with the decimal mark of its column', async (_, content) => {
    const made = atTheConsole({
      'POST /api/admin/broker-list': () => ({
        imported: 1,
        problems: [{ line: 4, problem: 'Funded “perhaps” must be yes or no' }],
      }),
    });
    await importFile(content);
    expect(await screen.findByText('Line 5: Funded “perhaps” must be yes or no')).toBeVisible();
    expect(made.map(({ body }) => body)).toEqual([
      {
        csv: 'sep=,\nTrader ID,Under our link,Funded,Amount\nPO-1,yes,yes,1.250\nPO-2,yes,perhaps,"99,50"',
        decimalMark: ',',
      },
    ]);
  });

  it('sends nothing if a required column is missing', async () => {
    const made = atTheConsole({});
    await importFile('a,b\n1,2\n');
    expect(await screen.findByText('Line 1: The column trader_id is missing')).toBeVisible();
    expect(made).toEqual([]);
  });
});
