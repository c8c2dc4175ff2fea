import { describe, expect, it } from 'vitest';
import { isContention } from '../../../src/platform/core/documents';

const failed = (code: number, message: string) => Object.assign(new Error(message), { code });

describe('isContention', () => {
  it.each([
    ['a conflict', failed(10, 'Too much contention on these documents.')],
    ['an expired transaction', failed(3, 'The referenced transaction has expired')],
    [
      'an expired transaction on the emulator',
      failed(3, '3 INVALID_ARGUMENT: Transaction is invalid or closed.'),
    ],
  ])('recognises %s', (_, error) => {
    expect(isContention(error)).toBe(true);
  });

  it.each([
    ['an invalid document', failed(3, 'Property uid contains an invalid nested entity.')],
    ['an unreachable database', failed(14, 'No connection established')],
    ['another error with a similar message', new Error('Transaction has expired')],
    ['no error', null],
  ])('rejects %s', (_, error) => {
    expect(isContention(error)).toBe(false);
  });
});
