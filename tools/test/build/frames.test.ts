import { build } from 'esbuild';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSourcePosition } from '../../src/build/frames';
import { inRoot } from '../../src/system/root';

const SOURCE = `export function greet(name: string): string {
  // A comment that a build leaves out.
  if (name === '') throw new Error('Nobody is there');
  return \`Hello \${name}\`;
}
`;

describe('findSourcePosition', () => {
  const folder = mkdtempSync(join(tmpdir(), 'frames-'));
  const script = () => readFileSync(join(folder, 'assets', 'app-1a2b.js'), 'utf8');

  beforeAll(async () => {
    writeFileSync(join(folder, 'greet.ts'), SOURCE);
    await build({
      entryPoints: [join(folder, 'greet.ts')],
      outfile: join(folder, 'assets', 'app-1a2b.js'),
      minify: true,
      sourcemap: 'external',
    });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('maps a frame to the file, line and column of its source', () => {
    const column = script().indexOf('new Error') + 1;
    const source = relative(inRoot(), join(folder, 'greet.ts'));
    expect(findSourcePosition(folder, `app-1a2b.js:1:${column}`)).toBe(`${source}:3:26`);
  });

  it('suggests checking out the reported commit if the build is missing', () => {
    expect(() => findSourcePosition(folder, 'other-9f9f.js:1:1')).toThrow(
      /Check out the commit that the error report names/,
    );
  });

  it('rejects text that is not a stack frame', () => {
    expect(() => findSourcePosition(folder, 'somewhere')).toThrow('somewhere is not a stack frame');
    expect(() => findSourcePosition(folder, '../secret.js:1:1')).toThrow('is not a stack frame');
  });
});
