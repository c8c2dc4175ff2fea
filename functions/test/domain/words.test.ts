import { describe, expect, it } from 'vitest';
import { maskedAddress, reasonFor } from '../../src/domain/account';

describe('a reason of the audit', () => {
  it('names no member of staff to its member', () => {
    const uid = 'k3J9s0dKfjQ2mZx81LpQwErTyUi2';
    const reason = `dashboard code issued by Zz91kdLs02JfkQpWmx7TyuVb3aa1 for ${uid}`;
    expect(reasonFor(uid, reason)).toBe('dashboard code issued by staff for you');
    expect(reasonFor(uid, 'deposit of $250 confirmed')).toBe('deposit of $250 confirmed');
  });
});

describe('an address half hidden', () => {
  it.each([
    ['ada@example.com', 'a…@example.com'],
    ['a@example.com', 'a…@example.com'],
  ])('%s is %s', (email, masked) => {
    expect(maskedAddress(email)).toBe(masked);
  });
});
