import { configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ImportDialog } from '../../../../src/screens/console/submissions/ImportDialog';
import { aWorkbook } from '../../../support/aWorkbook';
import { atTheConsole, leaveTheConsole } from '../console';

vi.mock('../../../../src/data/auth/idTokens', () => import('../../../support/fakeAuth'));

configure({ asyncUtilTimeout: 15_000 });

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

  it('sends the sheet of a workbook that has the columns', async () => {
    const made = atTheConsole({
      'POST /api/admin/broker-list': () => ({
        imported: 1,
        problems: [{ line: 5, problem: 'Funded “perhaps” must be yes or no' }],
      }),
    });
    const workbook = aWorkbook({
      Summary: [['Accounts', 2]],
      Accounts: [
        ['November 2026'],
        [''],
        ['Trader ID', 'Under our link', 'Funded', 'Amount'],
        [98_765_432, 'yes', 'yes', 99.5],
        ['PO-2', 'yes', 'perhaps', 1250],
      ],
    });
    await importFile(workbook.slice());
    expect(await screen.findByText('Line 6: Funded “perhaps” must be yes or no')).toBeVisible();
    expect(made.map(({ body }) => body)).toEqual([
      {
        csv: 'sep=,\nTrader ID,Under our link,Funded,Amount\n98765432,yes,yes,99.5\nPO-2,yes,perhaps,1250',
        decimalMark: '.',
      },
    ]);
  });

  it('sends a table that a panel exported as a page', async () => {
    const made = atTheConsole({
      'POST /api/admin/broker-list': () => ({ imported: 1, problems: [] }),
    });
    const cells = (row: string) => row.replaceAll(/[^;]+/g, '<td>$&</td>').replaceAll(';', '');
    const rows = ['trader_id;under_our_link;funded;amount', 'PO-1;yes;yes;20'];
    const page = `<table>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</table>`;
    await importFile(page);
    expect(await screen.findByText('Accounts imported: 1.')).toBeVisible();
    expect(made).toHaveLength(1);
  });

  it.each([
    ['a PDF', '%PDF-1.7'],
    ['a compressed file', Uint8Array.of(0x1f, 0x8b, 8, 0)],
  ])('says that %s is no table, and sends nothing', async (format, content) => {
    const made = atTheConsole({});
    await importFile(content);
    expect(
      await screen.findByText(
        `This is ${format}, not a table. Export the data as CSV or XLSX, then choose that file.`,
      ),
    ).toBeVisible();
    expect(made).toEqual([]);
  });

  it('sends nothing if the letters can’t be read', async () => {
    const made = atTheConsole({});
    await importFile(Uint8Array.from([0x84, 0xa0, 0xe2, 0xa0, 0x90]));
    expect(
      await screen.findByText(
        'The letters in this file can’t be read. Save it as CSV UTF-8, then choose that file.',
      ),
    ).toBeVisible();
    expect(made).toEqual([]);
  });

  it('sends nothing if a required column is missing', async () => {
    const made = atTheConsole({});
    await importFile('a,b\n1,2\n');
    expect(await screen.findByText('Line 1: The column trader_id is missing')).toBeVisible();
    expect(made).toEqual([]);
  });
});
