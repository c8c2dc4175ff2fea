import { expect, it } from 'vitest';
import { fuzzWaysIn } from '../fuzz/waysIn';

it('closes every way into an account with its sessions, whatever a thief did before', async () => {
  const { failed, output } = await fuzzWaysIn({ seed: 20_261_120, runs: 200 });
  expect(failed, output).toBe(0);
});
