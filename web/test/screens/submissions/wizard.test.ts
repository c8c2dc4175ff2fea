import { describe, expect, it } from 'vitest';
import {
  EMPTY_SETUP,
  getSetupStep,
  validateBrokerAccount,
  validateDepositField,
} from '../../../src/screens/submissions/SetupWizard';

const deposit = (depositAmount: string, accessPath: 'manual' | 'auto') =>
  validateDepositField({ ...EMPTY_SETUP, depositAmount, accessPath });

describe('account setup wizard', () => {
  it('requires a non-blank broker account', () => {
    expect(validateBrokerAccount({ ...EMPTY_SETUP, brokerAccount: '   ' })).toBe(
      'Broker account ID is required',
    );
    expect(validateBrokerAccount({ ...EMPTY_SETUP, brokerAccount: 'PO-1' })).toBeUndefined();
  });

  it.each([
    ['29.99', 'manual', 'The minimum deposit for manual access is $30'],
    ['30', 'manual', undefined],
    ['499', 'auto', 'The minimum deposit for auto copy trading is $500'],
    ['$1,250.50', 'auto', undefined],
    ['5,00', 'manual', 'The minimum deposit for manual access is $30'],
    ['5,00', 'auto', 'The minimum deposit for auto copy trading is $500'],
    ['29,99', 'manual', 'The minimum deposit for manual access is $30'],
    ['30,00', 'manual', undefined],
    ['30,00', 'auto', 'The minimum deposit for auto copy trading is $500'],
    ['499,99', 'auto', 'The minimum deposit for auto copy trading is $500'],
    ['500,50', 'auto', undefined],
    ['1.250,50 $', 'auto', undefined],
    ['1,250', 'auto', 'Is this 1250 or 1.25? Write 1250 or 1.25.'],
    ['1.250', 'auto', 'Is this 1250 or 1.25? Write 1250 or 1.25.'],
    ['₦50,000.00', 'auto', 'Enter the amount in US dollars'],
    ['(500)', 'auto', 'Deposit amount must be a number'],
    ['50.001', 'manual', 'Is this 50001 or 50.001? Write 50001 without a comma or point.'],
    ['1e3', 'manual', 'Deposit amount must be a number'],
    ['thirty', 'manual', 'Deposit amount must be a number'],
    ['', 'manual', 'Deposit amount is required'],
  ] as const)('validates a deposit of “%s” for the %s path: %s', (text, path, wrong) => {
    expect(deposit(text, path)).toBe(wrong);
  });

  it('shows a step only after the previous ones are complete', () => {
    expect(getSetupStep('3', EMPTY_SETUP)).toBe(1);
    const named = { ...EMPTY_SETUP, brokerAccount: 'PO-1' };
    expect(getSetupStep('3', named)).toBe(2);
    expect(getSetupStep('3', { ...named, depositAmount: '30' })).toBe(3);
    expect(getSetupStep(null, { ...named, depositAmount: '30' })).toBe(1);
    expect(getSetupStep('nonsense', named)).toBe(2);
  });
});
