import { TIER_DEPOSITS } from '@quantalgo/contracts/access/access';
import { findBrokerTable } from '@quantalgo/contracts/submissions/brokerList';
import { describe, expect, it } from 'vitest';
import { readBrokerList, toAccountKey } from '../../../src/domain/submissions/brokerList';

const HEAD = 'trader_id,under_our_link,funded,amount';
const readRows = (...rows: string[]) => readBrokerList([HEAD, ...rows].join('\n'));

describe('broker list', () => {
  it('reads each account’s affiliation, funding and amount', () => {
    expect(readRows('PO-1,yes,TRUE,"$1,250.50"', 'PO-2,no,0,')).toEqual({
      accounts: [
        { traderId: 'PO-1', underOurLink: true, funded: true, amount: 1250.5 },
        { traderId: 'PO-2', underOurLink: false, funded: false, amount: null },
      ],
      problems: [],
    });
  });

  it('accepts columns in any order and case, and ignores others', () => {
    const list = '\uFEFFAmount, Funded ,country,Under_Our_Link,TRADER_ID\r\n30,yes,GH,no,PO-3\r\n';
    expect(readBrokerList(list).accounts).toEqual([
      { traderId: 'PO-3', underOurLink: false, funded: true, amount: 30 },
    ]);
  });

  it.each([
    ['99,50', 99.5],
    ['20,00', 20],
    ['1.250,50', 1250.5],
    ['1 250,50 $', 1250.5],
    ['USD 1,250.00', 1250],
  ])('reads the amount %j', (text, amount) => {
    expect(readRows(`PO-1,yes,yes,"${text}"`)).toEqual({
      accounts: [{ traderId: 'PO-1', underOurLink: true, funded: true, amount }],
      problems: [],
    });
  });

  it('doesn’t inflate $99.50 or $20 to the deposit for the higher tier', () => {
    const { accounts } = readRows('PO-1,yes,yes,"99,50"', 'PO-2,yes,yes,"20,00"');
    expect(accounts.map(({ amount }) => amount)).toEqual([99.5, 20]);
    for (const { amount } of accounts) expect(amount).toBeLessThan(TIER_DEPOSITS.essential);
  });

  it('finds the columns of a list with a million lines', () => {
    const lines = Array.from({ length: 1_000_000 }, () => ['']);
    expect(findBrokerTable([HEAD.split(','), ...lines], 1)).toMatchObject({ headerLine: 1 });
  });

  it('rejects an ambiguous amount', () => {
    expect(readRows('PO-1,yes,yes,"1,250"', 'PO-2,yes,yes,1.250', 'PO-3,yes,yes,30')).toEqual({
      accounts: [{ traderId: 'PO-3', underOurLink: true, funded: true, amount: 30 }],
      problems: [
        {
          line: 2,
          problem: 'amount “1,250”: Is this 1250 or 1.25? Write 1250 or 1.25.',
        },
        {
          line: 3,
          problem: 'amount “1.250”: Is this 1250 or 1.25? Write 1250 or 1.25.',
        },
      ],
    });
  });

  it('resolves an ambiguous amount by other amounts in its column', () => {
    const readAmounts = (...amounts: string[]) =>
      readRows(...amounts.map((amount) => `PO-1,yes,yes,"${amount}"`)).accounts.map(
        ({ amount }) => amount,
      );
    expect(readAmounts('1.250', '99,50')).toEqual([1250, 99.5]);
    expect(readAmounts('1,250', '99.50')).toEqual([1250, 99.5]);
    expect(readAmounts('1,250', '99.50', '99,50')).toEqual([99.5, 99.5]);
  });

  it('resolves an ambiguous amount by the given decimal mark of the whole list', () => {
    const csv = `${HEAD}\nPO-1,yes,yes,"1.250"`;
    expect(readBrokerList(csv, ',').accounts).toMatchObject([{ amount: 1250 }]);
    expect(
      readBrokerList(`${HEAD}\nPO-1,yes,yes,"1.250"\nPO-2,yes,yes,"9,50"`, null),
    ).toMatchObject({
      accounts: [{ amount: 9.5 }],
      problems: [{ line: 2 }],
    });
  });

  it.each([
    ['semicolons', 'trader_id;under_our_link;funded;amount\nPO-1;yes;yes;99,50\n'],
    ['tabs', 'trader_id\tunder_our_link\tfunded\tamount\r\nPO-1\tyes\tyes\t99,50\r\n'],
    ['bars', 'trader_id|under_our_link|funded|amount\nPO-1|yes|yes|99,50'],
    ['a sep= line', 'sep=;\ntrader_id;under_our_link;funded;amount\nPO-1;yes;yes;99,50'],
    [
      'a title line above',
      'Accounts, November 2026\n\ntrader_id;under_our_link;funded;amount\nPO-1;yes;yes;99,50',
    ],
    [
      'title lines with as many cells',
      `Accounts,,,\nAffiliate,QA-1,,\n${HEAD}\nPO-1,yes,yes,"99,50"`,
    ],
    [
      'names with spaces and punctuation',
      'Trader ID,Under our link?,Funded,Amount ($)\nPO-1,Yes,Y,"99,50"',
    ],
    [
      'camel-case and upper-case names',
      'TraderId,underOurLink,FUNDED,amount_usd\nPO-1,Yes,Y,"99,50"',
    ],
  ])('accepts %s', (_, csv) => {
    expect(readBrokerList(csv)).toEqual({
      accounts: [{ traderId: 'PO-1', underOurLink: true, funded: true, amount: 99.5 }],
      problems: [],
    });
  });

  it('reports the line in the file, counting titles and an Excel sep= line', () => {
    const list =
      'sep=;\nAccounts\n\nTrader ID;Under our link;Funded;Amount\nPO-1;yes;yes;5\nPO-2;yes;perhaps;5';
    expect(readBrokerList(list).problems).toEqual([
      { line: 6, problem: 'Funded “perhaps” must be yes or no' },
    ]);
  });

  it.each([
    [',yes,yes,1', 'trader_id must have 1 to 64 characters'],
    [`${'x'.repeat(65)},yes,yes,1`, 'trader_id must have 1 to 64 characters'],
    ['PO-1,perhaps,yes,1', 'under_our_link “perhaps” must be yes or no'],
    ['PO-1,yes,perhaps,1', 'funded “perhaps” must be yes or no'],
    ['PO-1,yes,yes,=1+1', 'amount “=1+1” must be a dollar amount'],
    ['PO-1,yes,yes,-5', 'amount “-5” must be a dollar amount'],
    ['PO-1,yes,yes,(5.00)', 'amount “(5.00)” must be a dollar amount'],
    ['PO-1,yes,yes,1e3', 'amount “1e3” must be a dollar amount'],
    ['PO-1,yes,yes,0.0125', 'amount “0.0125” must be a dollar amount'],
    ['PO-1,yes,yes,€50', 'amount “€50”: Enter the amount in US dollars'],
    ['PO-1,yes,yes,99,50', '5 cells, but 4 columns. If an amount has a comma, put it in quotes.'],
  ])('rejects the line %j with a reason', (line, problem) => {
    const { accounts, problems } = readRows('PO-0,yes,yes,5', '', line);
    expect(accounts.map(({ traderId }) => traderId)).toEqual(['PO-0']);
    expect(problems).toEqual([{ line: 4, problem }]);
  });

  it.each([
    ['98765432.0', '98765432'],
    ['98765432.00', '98765432'],
    ['"98765432,0"', '98765432'],
    ['98765432.000000', '98765432'],
    ['"98,765,432.00"', '98,765,432'],
    ['"98 765 432,00"', '98 765 432'],
  ])('drops the zero decimals that spreadsheets add: %s', (text, traderId) => {
    expect(readRows(`${text},yes,yes,500`).accounts).toMatchObject([{ traderId }]);
    expect(toAccountKey(text)).toBe('98765432');
  });

  it.each(['98.765.000', '98.000', '12.3.0', '98765432.5', 'CR1234.0'])(
    'keeps %s, which may be grouped or no number',
    (traderId) => {
      expect(readRows(`${traderId},yes,yes,500`).accounts).toMatchObject([{ traderId }]);
    },
  );

  it.each(['9.87654E+11', '"9,87654E+11"', '9.87654e11', '1E+12'])(
    'rejects the id %s, which a spreadsheet shortened',
    (id) => {
      const text = id.replaceAll('"', '');
      expect(readRows(`${id},yes,yes,500`)).toEqual({
        accounts: [],
        problems: [
          {
            line: 2,
            problem: `trader_id “${text}”: Excel shortened this ID. Format the column as text, then export again.`,
          },
        ],
      });
    },
  );

  it('accepts ids that only look shortened', () => {
    const { accounts } = readRows('1234E5,yes,yes,5', 'E11,yes,yes,5', 'PO-9.8E+11,yes,yes,5');
    expect(accounts.map(({ traderId }) => traderId)).toEqual(['1234E5', 'E11', 'PO-9.8E+11']);
  });

  it('rejects a total below the accounts', () => {
    expect(readRows('PO-1,yes,yes,1250', 'Total,,,1250')).toMatchObject({
      accounts: [{ traderId: 'PO-1' }],
      problems: [
        {
          line: 3,
          problem: 'trader_id “Total” has no digit. If this line isn’t an account, delete it.',
        },
      ],
    });
  });

  it('is rejected if a column is missing', () => {
    expect(readBrokerList('Accounts\ntrader_id,funded,amount\nPO-1,yes,5')).toEqual({
      accounts: [],
      problems: [{ line: 2, problem: 'The column under_our_link is missing' }],
    });
    expect(readBrokerList('trader_id,under_our_link,funded,Amount (EUR)').problems).toEqual([
      { line: 1, problem: 'The column amount is missing' },
    ]);
    expect(readBrokerList('').problems).toHaveLength(1);
  });
});

describe('toAccountKey', () => {
  it.each([
    'PO-123456',
    'po 123456',
    ' #PO_123456.',
    'P.O.123456',
    'PO\u2011123\u200B456',
    'ＰＯ１２３４５６',
    'РО-123456',
    'PO-١٢٣٤٥٦',
    'Trader ID: PO-123456',
  ])('normalises “%s”', (text) => {
    expect(toAccountKey(text)).toBe('po123456');
  });

  it('distinguishes accounts and keeps leading zeros', () => {
    const ids = ['123456', '0123456', 'A123456', '1234567', '12345O'];
    expect(new Set(ids.map(toAccountKey)).size).toBe(ids.length);
  });

  it('keeps case and hyphens in the displayed id, without stray characters', () => {
    expect(readRows('"\u202APO-7,",yes,yes,').accounts[0]?.traderId).toBe('PO-7');
  });
});
