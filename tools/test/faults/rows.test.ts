import { describe, expect, it } from 'vitest';
import { rowsOf, tableOf } from '../../src/faults/rows';

const test = (fault: string, status: string) => ({
  tests: [
    {
      status,
      annotations: [
        { type: 'fault', description: fault },
        { type: 'done', description: 'The network was cut' },
        { type: 'asserted', description: 'The list stays' },
      ],
    },
  ],
});
const REPORT = {
  suites: [
    { specs: [test('Two tabs', 'expected')] },
    { suites: [{ specs: [test('Offline', 'flaky')] }] },
  ],
};

describe('the matrix of faults', () => {
  it('has a row for each test of the run, wherever it stands', () => {
    expect(rowsOf(REPORT).map(({ fault }) => fault)).toEqual(['Offline', 'Two tabs']);
  });

  it('says what was done and asserted, and counts a second try as a failure', () => {
    expect(tableOf(rowsOf(REPORT))).toBe(
      [
        '| row | what was done | asserted | result |',
        '| --- | --- | --- | --- |',
        '| Offline | The network was cut | The list stays | **failed** |',
        '| Two tabs | The network was cut | The list stays | passed |',
      ].join('\n'),
    );
  });

  it('says beside the result what was measured', () => {
    const words = { fault: 'Restart', done: 'It was killed', asserted: 'It goes on' };
    expect(tableOf([{ ...words, passed: true, told: 'p99 9 ms' }])).toContain(
      '| passed: p99 9 ms |',
    );
  });
});
