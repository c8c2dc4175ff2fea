import { describe, expect, it } from 'vitest';
import { isContention } from '../../../src/platform/core/documents';

const failed = (code: number, message: string) => Object.assign(new Error(message), { code });

describe('contention', () => {
  it.each([
    ['a conflict', failed(10, 'Too much contention on these documents.')],
    ['a transaction that waited too long', failed(3, 'The referenced transaction has expired')],
    [
      'the same on the emulator',
      failed(3, '3 INVALID_ARGUMENT: Transaction is invalid or closed.'),
    ],
  ])('is %s', (_, error) => {
    expect(isContention(error)).toBe(true);
  });

  it.each([
    ['a bad document', failed(3, 'Property uid contains an invalid nested entity.')],
    ['an unreachable database', failed(14, 'No connection established')],
    ['any other failure', new Error('Transaction has expired')],
    ['no error', null],
  ])('is not %s', (_, error) => {
    expect(isContention(error)).toBe(false);
  });
});
