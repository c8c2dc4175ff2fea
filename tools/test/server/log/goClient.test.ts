import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const CLIENT = fileURLToPath(new URL('client.go', import.meta.url));
const site = process.env['SITE_URL'] ?? '';

const asked = spawnSync('go', ['env', 'GOROOT'], { encoding: 'utf8' });
const goRoot = asked.error ? '' : asked.stdout.trim();
/** Where a machine may have `golang.org/x/mod`: in Go itself, which uses it, or in Debian's package of it. */
const SOURCES = [join(goRoot, 'src/cmd/vendor'), '/usr/share/gocode/src'];
const source = SOURCES.find((folder) => existsSync(join(folder, 'golang.org/x/mod/sumdb/note')));
const canRun = goRoot !== '' && source !== undefined;
if (!canRun)
  console.log('Skipped: there is no Go here with golang.org/x/mod, to be a second opinion.');

const path = mkdtempSync(join(tmpdir(), 'log-client-'));
beforeAll(() => {
  // Go before 1.20 had `note` take its signatures from the second.
  const wanted = ['golang.org/x/mod/sumdb', 'golang.org/x/crypto/ed25519'];
  for (const name of wanted) {
    const from = join(source ?? '', name);
    const how = { recursive: true, dereference: true };
    if (existsSync(from)) cpSync(from, join(path, 'src', name), how);
  }
});
afterAll(() => rmSync(path, { recursive: true, force: true }));

describe.runIf(canRun)('Go client with sumdb/note and sumdb/tlog', () => {
  it('verifies the signed checkpoint, each entry’s inclusion and the consistency of 200 pairs', () => {
    const env = { ...process.env, GO111MODULE: 'off', GOPATH: path, GOFLAGS: '' };
    const ran = spawnSync('go', ['run', CLIENT, site], { env, encoding: 'utf8' });
    expect(ran.stderr).toBe('');
    const [, entries = '0'] =
      /^(\d+) entries included, 200 pairs consistent\n$/.exec(ran.stdout) ?? [];
    // A day of signals and their settlements: more than two full tiles.
    expect(Number(entries)).toBeGreaterThan(512);
  });
});
