import { expect, it } from 'vitest';
import { traceErrors } from '../../../src/platform/core/log';

it('logs message and stack of errors, but no member’s id', () => {
  const cause = new Error('users/Kx3-9f doesn’t match, nor does pending/Kx3-9f/5c');
  const fields = traceErrors({ cause, id: 'one' });
  expect(fields['cause']).toMatch(
    /^Error: users\/… doesn’t match, nor does pending\/…\/5c\n {4}at /,
  );
  expect(fields['id']).toBe('one');
});
