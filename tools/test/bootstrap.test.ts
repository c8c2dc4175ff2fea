import { describe, expect, it } from 'vitest';
import { runQuietly } from '../src/system/childProcess';
import { inRoot } from '../src/system/root';

describe('the bootstrap', () => {
  it('names the commands when it is given none of them', async () => {
    const args = [inRoot('tools', 'bootstrap.mjs'), 'stat'];
    const { code, output } = await runQuietly({ program: process.execPath, args });
    expect(code).toBe(1);
    expect(output).toMatch(/^There is no command 'stat', but: .*check.*start.*test/);
  });

  it('hands on words and the exit code of a command', async () => {
    const args = [inRoot('tools', 'bootstrap.mjs'), 'test', '--only', 'nothing'];
    const { code, output } = await runQuietly({ program: process.execPath, args });
    expect(code).toBe(1);
    expect(output).toContain('npm test -- --only');
  });
});
