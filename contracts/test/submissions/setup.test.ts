import { describe, expect, it } from 'vitest';
import { setupBodySchema } from '../../src/submissions/submission';
import { typedDepositSchema } from '../../src/submissions/typedDeposit';

const setup = {
  setupId: '6f1c2a51-9b1d-4c8e-9d53-0d2b6f0f5a10',
  brokerAccount: ' 123456 ',
  depositAmount: 500,
  accessPath: 'auto',
};
const getProblem = (changes: object) =>
  setupBodySchema.safeParse({ ...setup, ...changes }).error?.issues[0]?.message;

describe('account setup', () => {
  it.each([
    ['manual', 29.99, 'The minimum deposit for manual access is $30'],
    ['manual', 30, undefined],
    ['auto', 499.99, 'The minimum deposit for auto copy trading is $500'],
    ['auto', 500, undefined],
    ['manual', -50, 'The minimum deposit for manual access is $30'],
    ['manual', 1e15, 'Enter the deposit in dollars and cents, at most $10,000,000'],
    ['manual', 30.005, 'Enter the deposit in dollars and cents, at most $10,000,000'],
    ['auto', 1250.1, undefined],
  ])('with %s access and $%d: %s', (accessPath, depositAmount, problem) => {
    expect(getProblem({ accessPath, depositAmount })).toBe(problem);
  });

  it.each([
    [{ brokerAccount: '  ' }, 'Broker account ID is required'],
    [{ brokerAccount: 'x'.repeat(65) }, 'Broker account ID must be at most 64 characters'],
    [{ depositAmount: '500' }, 'Deposit amount must be a number'],
    [{ depositAmount: Number.NaN }, 'Deposit amount must be a number'],
    [{ accessPath: 'magic' }, 'Please choose manual access or auto copy trading'],
    [{ setupId: '../other' }, 'setupId must be a UUID'],
  ])('is rejected with %j', (changes, problem) => {
    expect(getProblem(changes)).toBe(problem);
  });
});

describe('typed deposit', () => {
  it.each([
    ['500', 500],
    [' $1,250.50 ', 1250.5],
    ['5,00', 5],
    ['30,00', 30],
    ['500,50', 500.5],
  ])('reads %j as %d dollars', (text, dollars) => {
    expect(typedDepositSchema.parse(text)).toBe(dollars);
  });

  it.each(['', 'five hundred', '1e3', '-50', '5.005', '1,250', '€500', 'Infinity'])(
    'rejects %j',
    (text) => {
      expect(typedDepositSchema.safeParse(text).success).toBe(false);
    },
  );
});
