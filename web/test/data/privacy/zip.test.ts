import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createZip } from '../../../src/data/privacy/archive';

const AT = new Date('2026-11-20T12:34:56Z');
const SCRIPT = `import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    print(json.dumps([[i.filename, archive.read(i).decode(), list(i.date_time)] for i in archive.infolist()]))`;

function pythonIsThere(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('createZip', () => {
  it.skipIf(!pythonIsThere())(
    'creates an archive that Python reads with the same contents and dates',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'archive-'));
      const file = join(folder, 'data.zip');
      const files = [
        { name: 'account.json', text: '{"name":"Ada O’Neil 🦉"}\n' },
        { name: 'signals.csv', text: 'id\r\n' },
      ];
      const encoded = files.map(({ name, text }) => ({
        name,
        bytes: new TextEncoder().encode(text),
      }));
      writeFileSync(file, Buffer.from(await createZip(encoded, AT).arrayBuffer()));
      const contents: unknown = JSON.parse(
        execFileSync('python3', ['-c', SCRIPT, file], { encoding: 'utf8' }),
      );
      rmSync(folder, { recursive: true });
      expect(contents).toEqual(
        files.map(({ name, text }) => [name, text, [2026, 11, 20, 12, 34, 56]]),
      );
    },
  );
});
