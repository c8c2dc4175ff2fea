import { describe, expect, it } from 'vitest';
import { parseMentions } from '../../src/network/mentions';

describe('parseMentions', () => {
  it.each([
    ['@Emmanuel O. thanks', ['Emmanuel', 'Emmanuel O.'], ['Emmanuel O.']],
    ['@Emmanuel thanks', ['Emmanuel', 'Emmanuel O.'], ['Emmanuel']],
    ['@Emmanuel and @Emmanuel O.', ['Emmanuel', 'Emmanuel O.'], ['Emmanuel O.', 'Emmanuel']],
    ['@Adaeze K. @Ọlá', ['Ada', 'Ọl'], []],
    ['@Ada, @Ada’s and @ADA', ['Ada', ''], ['Ada']],
    ['ada@Adaeze.example', ['Ada'], []],
  ])('finds whole names in “%s”', (text, names, mentioned) => {
    expect([...parseMentions(text, names).mentioned]).toEqual(mentioned);
  });

  it('returns the text without the mentions', () => {
    expect(parseMentions('Hi @J.R.R. T., see @J.R.R. Tx', ['J.R.R. T.', 'J.R.R. T']).rest).toBe(
      'Hi  , see @J.R.R. Tx',
    );
  });
});
