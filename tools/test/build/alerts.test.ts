import { readFileSync } from 'node:fs';
import { CLIENT_FAULT } from '@quantalgo/functions/http/faults';
import { ALARMS } from '@quantalgo/functions/platform/console/alarms';
import { describe, expect, it } from 'vitest';
import { runQuietly } from '../../src/system/childProcess';
import { inRoot } from '../../src/system/root';
import { lineIn, POLICIES, policyOf, rungBy } from '../fixtures/alerts';

/** What code logs by the logger of the functions, which keeps the console that it found: in a process of its own. */
async function logged(code: string) {
  const source = `import { logger } from 'firebase-functions'; ${code}`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', source];
  const apart = { program: process.execPath, args, cwd: inRoot('functions') };
  const { code: ended, output } = await runQuietly(apart);
  expect(ended, output).toBe(0);
  return output.trim().split('\n').map(lineIn);
}

describe('the alert policies', () => {
  it.each(POLICIES)('%s asks for a log line or a figure, and says what to do', (file) => {
    const { conditions, documentation } = policyOf(file);
    const [{ conditionMatchedLog: log, conditionPrometheusQueryLanguage: figure }] = conditions;
    expect([log, figure].filter(Boolean)).toHaveLength(1);
    expect(documentation.content.length).toBeGreaterThan(20);
    const runbook = readFileSync(inRoot('docs/operations.md'), 'utf8');
    for (const [, incident] of documentation.content.matchAll(/incidents? (\d+)/g))
      expect(runbook).toContain(`\n${incident}. **`);
  });

  it('ring for each alarm, as the logger writes it, and no other does', async () => {
    const alarms = inRoot('functions', 'src', 'platform', 'console', 'alarms.ts');
    const lines = await logged(
      `const { ALARMS, logAlarm } = await import('${alarms}');
       for (const alarm of ALARMS) logAlarm({ alarm, value: 2 });`,
    );
    expect(lines.map(rungBy)).toEqual(ALARMS.map((alarm) => [`${alarm}.json`]));
  });

  it('ring for a flood of mails, as the API logs it, and for no device that says so', async () => {
    const auth = readFileSync(inRoot('functions', 'src', 'http', 'auth.ts'), 'utf8');
    const [call = ''] = /log\.error\([^;]*'mailsOfSite' \}\);/.exec(auth) ?? [];
    const lines = await logged(
      `const log = logger; ${call} log.info('${CLIENT_FAULT}', { name: 'mailsOfSite' });`,
    );
    expect(lines).toHaveLength(2);
    expect(lines.flatMap(rungBy)).toEqual(['mail-flood.json']);
  });

  it('ring for a screen that stopped working, and not for what nobody saw', () => {
    const fault = { message: CLIENT_FAULT, name: 'TypeError', frames: [] };
    expect(rungBy({ ...fault, kind: 'screen' })).toEqual(['client-faults.json']);
    expect(rungBy({ ...fault, kind: 'promise' })).toEqual([]);
  });

  it('ring for a fault of the API, which names its endpoint', () => {
    const line = { message: 'Fault', endpoint: 'POST /auth/login' };
    expect(rungBy({ ...line, severity: 'ERROR' })).toEqual(['api-faults.json']);
    expect(rungBy({ ...line, severity: 'INFO' })).toEqual([]);
  });
});
