import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countText } from '../../../src/screens/landing/live/settledSignal';

it('groups a count as the language does', () => {
  fc.assert(
    fc.property(fc.nat(), (count) => {
      expect(countText(count)).toBe(count.toLocaleString('en-GB'));
    }),
  );
});
