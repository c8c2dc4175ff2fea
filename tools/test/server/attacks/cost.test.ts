import { describe, expect, it } from 'vitest';
import { isAttackable, list, person, site } from './attacker';

describe.skipIf(!isAttackable)('whoever makes reads cost', () => {
  it.each(['tickets', 'proofs', 'setups'])(
    'lists no %s without a ceiling, or more than 300 at a time',
    async (collection) => {
      const { uid, token } = await person();
      const status = (limit: number | null) => list(collection, token, { of: uid, limit });
      expect(await Promise.all([null, 301, 10_000].map(status))).toEqual([403, 403, 403]);
      expect(await status(300)).toBe(200);
    },
  );

  it('is given a page of the ledger by one address alone', async () => {
    const spellings = ['0?x=1', '00', '+0', '0%20', '-0', '0.0'];
    const asked = spellings.map((page) => site(`/api/ledger/pages/${page}`));
    for (const { status } of await Promise.all(asked)) expect([400, 404]).toContain(status);
  });
});
