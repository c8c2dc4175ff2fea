import { describe, expect, it } from 'vitest';
import { DEPOSITS, OFFERS } from '../../src/content/onboarding';
import { SUPPORT_FAQ } from '../../src/content/support';

describe('deposits', () => {
  it('match the specification', () => {
    expect(DEPOSITS).toEqual({ starter: '$20–$99', essential: '$100+' });
    expect(OFFERS.map(({ deposit }) => deposit)).toEqual(['$20–$99', '$100 or more']);
  });

  it('are stated in the support FAQ together with the account setup minimums', () => {
    expect(SUPPORT_FAQ.map(({ answer }) => answer)).toContain(
      'You deposit into your own broker account, never to us. $20–$99 unlocks Starter; $100 or more unlocks Essential. Account setup requires at least $30 for manual access and $500 for auto copy trading. Copying in this app is paper trading and needs only Starter. You could lose what you deposit.',
    );
  });
});
