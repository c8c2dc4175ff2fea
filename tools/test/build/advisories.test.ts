import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeAudit, parseAccepted } from '../../src/build/advisories';
import { runAndCapture } from '../../src/system/childProcess';
import { inRoot } from '../../src/system/root';

const tar = {
  source: 1,
  name: 'tar',
  dependency: 'tar',
  title: 'Overwrites files by symbolic links',
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  severity: 'high',
  cwe: ['CWE-22'],
  cvss: { score: 8.2, vectorString: null },
  range: '<7.5.3',
};

/** An answer of `npm audit --json`, in the form of npm's audit report, version 2. */
const answer = (severity: string) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: {
      'firebase-tools': { name: 'firebase-tools', severity, isDirect: true, via: ['tar'] },
      tar: { name: 'tar', severity, isDirect: false, via: [{ ...tar, severity }] },
    },
    metadata: {
      vulnerabilities: { info: 0, low: 0, moderate: 0, high: 2, critical: 0, total: 2 },
      dependencies: { prod: 10, dev: 1200, total: 1210 },
    },
  });

const CLEAN = JSON.stringify({
  auditReportVersion: 2,
  vulnerabilities: {},
  metadata: { vulnerabilities: { low: 0, moderate: 0, high: 0, critical: 0 } },
});

describe('judgeAudit', () => {
  it.each(['high', 'critical'])('reports a %s advisory of a development tool', (severity) => {
    expect(judgeAudit(answer(severity), [], '2026-11-26')?.open.map(({ name }) => name)).toEqual([
      'tar',
    ]);
  });

  it('ignores a moderate advisory', () => {
    expect(judgeAudit(answer('moderate'), [], '2026-11-26')?.open).toEqual([]);
  });

  it('accepts an advisory with a reason until its date', () => {
    const accepted = parseAccepted(
      '[{ "id": "GHSA-aaaa-bbbb-cccc", "reason": "only creates archives", "until": "2026-12-31" }]',
    );
    expect(judgeAudit(answer('high'), accepted, '2026-12-31')?.open).toEqual([]);
    expect(judgeAudit(answer('high'), accepted, '2027-01-01')?.open).toHaveLength(1);
    expect(() =>
      parseAccepted('[{ "id": "GHSA-x", "reason": "", "until": "2026-12-31" }]'),
    ).toThrow();
  });

  it.each([
    ['nothing', ''],
    ['an error', '{"error":{"code":"ENOTFOUND","summary":"request failed"}}'],
    ['a refusal', '{"message":"405 Method Not Allowed","method":"POST","statusCode":405}'],
  ])('returns null for %s', (_, output) => {
    expect(judgeAudit(output, [], '2026-11-26')).toBeNull();
  });
});

/** Runs the command with a fake npm that prints this. */
async function audited(output: string) {
  const folder = mkdtempSync(join(tmpdir(), 'quantalgo-npm-'));
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\ncat <<'ANSWER'\n${output}\nANSWER\nexit 1\n`);
  chmodSync(join(folder, 'npm'), 0o755);
  return runAndCapture({
    program: process.execPath,
    args: ['--import', 'tsx', inRoot('tools', 'src', 'audit.ts')],
    env: { PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` },
  });
}

it('fails the command without a response or with an open advisory, and passes a clean audit', async () => {
  const [silent, open, clean] = await Promise.all(['', answer('high'), CLEAN].map(audited));
  expect([silent?.code, open?.code, clean?.code]).toEqual([1, 1, 0]);
  expect(silent?.output).toContain('Audit failed: the npm registry did not respond');
  expect(open?.output).toContain('✗ high: tar <7.5.3');
});
