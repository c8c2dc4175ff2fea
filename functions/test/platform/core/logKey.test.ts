import { expect, it } from 'vitest';
import { secretsOf } from '../../../src/platform/core/secrets';
import { logKey } from '../../../src/platform/core/logKey';

const secrets = secretsOf('k'.repeat(32));
const at = (day: string) => Date.parse(`${day}T12:00:00Z`);

it('names a member by the same pseudonym within a month, and by another in the next', () => {
  const november = logKey(secrets, 'ada', at('2026-11-01'));
  expect(logKey(secrets, 'ada', at('2026-11-30'))).toBe(november);
  expect(logKey(secrets, 'ada', at('2026-12-01'))).not.toBe(november);
  expect(logKey(secrets, 'obi', at('2026-11-01'))).not.toBe(november);
  expect(logKey(secretsOf('x'.repeat(32)), 'ada', at('2026-11-01'))).not.toBe(november);
});
