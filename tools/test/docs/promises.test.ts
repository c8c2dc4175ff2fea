import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../../src/system/root';

interface Promised {
  readonly sentence: string;
  readonly source: string;
  readonly test: string;
  readonly title: string;
}

/** The rows of the tables in docs/promises.md. */
const PROMISES: readonly Promised[] = readFileSync(inRoot('docs/promises.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, sentence = '', source = '', test = '', title = ''] =
      /^\| (.+?) +\| `([^`]+)` +\| .+ \| `([^`]+)`: (.+?) +\|$/.exec(line) ?? [];
    return sentence === '' ? [] : { sentence, source, test, title };
  });

/** A source on one line: a sentence may be broken where its line is full. */
const readSource = (path: string) => readFileSync(inRoot(path), 'utf8').replaceAll(/\s+/g, ' ');

it('lists more than ten promises', () => {
  expect(PROMISES.length).toBeGreaterThan(10);
});

describe.each(PROMISES)('“$sentence”', ({ sentence, source, test, title }) => {
  it(`is stated in ${source}`, () => {
    expect(readSource(source)).toContain(sentence);
  });

  it(`is covered by a test in ${test}`, () => {
    expect(readSource(test)).toContain(`'${title}'`);
  });
});
