import { describe, expect, it } from 'vitest';
import { DEPOSITS, OFFERS } from '../../src/content/onboarding';
import { SUPPORT_FAQ } from '../../src/content/support';

describe('the deposits', () => {
  it('are those of the specification', () => {
    expect(DEPOSITS).toEqual({ starter: '$20–$99', essential: '$100+' });
    expect(OFFERS.map(({ deposit }) => deposit)).toEqual(['$20–$99', '$100 or more']);
  });

  it('are told by support with those of the account setup', () => {
    expect(SUPPORT_FAQ.map(({ answer }) => answer)).toContain(
      'Into your own broker account, never to us: $20–$99 opens Starter, $100 or more Essential. Account setup asks for at least $30 for manual access and $500 for auto copy trading; copying here is on paper, and needs no more than Starter. You could lose what you deposit.',
    );
  });
});
