import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { EMPTY_RESULT } from '../../src/checks/checks';
import { parseCounts, PARTS, formatResultTable } from '../../src/checks/testAll';
import { inRoot } from '../../src/system/root';

describe('parseCounts', () => {
  it('reads the last summary line', () => {
    const output = '✓ unit … 2 s\n3 passed, 1 failed\nsecond run\n12 passed, 0 failed\n';
    expect(parseCounts(output, 0)).toMatchObject({ passed: 12, failed: 0 });
  });

  it('counts met and missed limits in a table', () => {
    const row = (end: string) => `| first paint | 300 ms |  | at most 310 ms | ${end} |`;
    const output = [row('yes'), row('**no**'), row('yes')].join('\n');
    expect(parseCounts(output, 1)).toMatchObject({ passed: 2, failed: 1 });
  });

  it('counts the exit code as one result if there are no counts', () => {
    expect(parseCounts('806 source files', 0)).toMatchObject({ passed: 1, failed: 0 });
    expect(parseCounts('a circle of imports', 1)).toMatchObject({ passed: 0, failed: 1 });
  });

  it('counts a failure if the command failed after reporting none', () => {
    expect(parseCounts('5 passed, 0 failed\n', 1)).toMatchObject({ passed: 5, failed: 1 });
  });
});

describe('result table', () => {
  it('has a row for each part and their total', () => {
    const part = { ...EMPTY_RESULT, command: 'npm run lint:structure', took: '0.1 min' };
    const { table, total } = formatResultTable([
      { ...part, name: 'lint:structure', passed: 1 },
      { ...part, name: 'test:pages', passed: 8, failed: 2 },
    ]);
    expect(table.split('\n')).toHaveLength(4);
    expect(table).toContain('| test:pages | 8 | **2** | 0.1 min | `npm run lint:structure` |');
    expect(total).toMatchObject({ passed: 9, failed: 2 });
  });

  it('names only existing commands', () => {
    const manifestSchema = z.object({ scripts: z.record(z.string(), z.string()) });
    const manifest: unknown = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
    const { scripts } = manifestSchema.parse(manifest);
    for (const [name, args] of Object.entries(PARTS)) {
      const [script = ''] = args.filter((word) => word !== 'run');
      expect(scripts, name).toHaveProperty([script]);
    }
  });
});
