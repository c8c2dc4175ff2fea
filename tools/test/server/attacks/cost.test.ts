import { describe, expect, it } from 'vitest';
import { list, person, site } from '../../fixtures/client';
import { isAttackable } from './attacker';

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

  it('is given a bundle of the ledger by one address alone', async () => {
    const spellings = ['0', '00', '%30%30%30', '000?x=1', '000/', 'x000/000', '-01', '000.p/0'];
    const asked = spellings.map((bundle) => site(`/ledger/tile/entries/${bundle}`));
    for (const { status } of await Promise.all(asked)) expect(status).toBe(404);
  });
});
