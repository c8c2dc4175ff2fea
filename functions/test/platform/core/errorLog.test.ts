import { expect, it } from 'vitest';
import { toTrace } from '../../../src/platform/core/errorLog';

it('logs message and stack, but no member’s id', () => {
  const trace = toTrace(new Error('users/Kx3-9f doesn’t match, nor does pending/Kx3-9f/5c'));
  expect(trace).toMatch(/^Error: users\/… doesn’t match, nor does pending\/…\/5c\n {4}at /);
  expect(toTrace('unavailable')).toBe('unavailable');
});
