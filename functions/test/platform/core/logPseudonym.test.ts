import { expect, it } from 'vitest';
import { createSecrets } from '../../../src/platform/core/secrets';
import { createLogPseudonym } from '../../../src/platform/core/logPseudonym';

const secrets = createSecrets('k'.repeat(32));
const at = (day: string) => Date.parse(`${day}T12:00:00Z`);

it('changes a member’s log pseudonym every month', () => {
  const november = createLogPseudonym(secrets, 'ada', at('2026-11-01'));
  expect(createLogPseudonym(secrets, 'ada', at('2026-11-30'))).toBe(november);
  expect(createLogPseudonym(secrets, 'ada', at('2026-12-01'))).not.toBe(november);
  expect(createLogPseudonym(secrets, 'obi', at('2026-11-01'))).not.toBe(november);
  expect(createLogPseudonym(createSecrets('x'.repeat(32)), 'ada', at('2026-11-01'))).not.toBe(
    november,
  );
});
