import { expect, it } from 'vitest';
import { WITHOUT_PEPPER } from '../../../src/platform/auth/passwords';

it('throws on hashing without the pepper', async () => {
  await expect(WITHOUT_PEPPER.hash('Trader2026')).rejects.toThrow('no access to the pepper');
  await expect(WITHOUT_PEPPER.matches(null, 'Trader2026')).rejects.toThrow(
    'no access to the pepper',
  );
});
