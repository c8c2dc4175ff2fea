import { describe, expect, it } from 'vitest';
import { readBrokerList } from '../../src/domain/brokerList';

const HEAD = 'trader_id,under_our_link,funded,amount';
const rowsOf = (...rows: string[]) => readBrokerList([HEAD, ...rows].join('\n'));

describe('the list of the broker', () => {
  it('tells of each account whether it is ours, funded, and with how much', () => {
    expect(rowsOf('PO-1,yes,TRUE,"$1,250.50"', 'PO-2,no,0,')).toEqual({
      accounts: [
        { traderId: 'PO-1', underOurLink: true, funded: true, amount: 1250.5 },
        { traderId: 'PO-2', underOurLink: false, funded: false, amount: null },
      ],
      problems: [],
    });
  });

  it('has its columns in any order, in any case, with others beside them', () => {
    const list = '\uFEFFAmount, Funded ,country,Under_Our_Link,TRADER_ID\r\n30,yes,GH,no,PO-3\r\n';
    expect(readBrokerList(list).accounts).toEqual([
      { traderId: 'PO-3', underOurLink: false, funded: true, amount: 30 },
    ]);
  });

  it.each([
    [',yes,yes,1', 'trader_id must have 1 to 64 characters'],
    [`${'x'.repeat(65)},yes,yes,1`, 'trader_id must have 1 to 64 characters'],
    ['PO-1,perhaps,yes,1', 'under_our_link must be yes or no'],
    ['PO-1,yes,perhaps,1', 'funded must be yes or no'],
    ['PO-1,yes,yes,=1+1', 'amount must be dollars'],
    ['PO-1,yes,yes,-5', 'amount must be dollars'],
  ])('takes nothing of the line %j, and says why', (line, problem) => {
    const { accounts, problems } = rowsOf('PO-0,yes,yes,5', '', line);
    expect(accounts.map(({ traderId }) => traderId)).toEqual(['PO-0']);
    expect(problems).toEqual([{ line: 4, problem }]);
  });

  it('without one of its columns is no list', () => {
    expect(readBrokerList('trader_id,funded,amount\nPO-1,yes,5')).toEqual({
      accounts: [],
      problems: [{ line: 1, problem: 'The column under_our_link is missing' }],
    });
    expect(readBrokerList('').problems).toHaveLength(1);
  });
});
