import { readFileSync } from 'node:fs';
import { CLIENT_FAULT } from '@quantalgo/functions/http/faults';
import { ALARMS } from '@quantalgo/functions/platform/console/alarms';
import { describe, expect, it } from 'vitest';
import { textOf } from '../../src/deploy/cli';
import { watchSteps } from '../../src/deploy/platform';
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
    const [{ displayName: _, ...asked }] = conditions;
    expect(Object.keys(asked)).toHaveLength(1);
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

  it('ring where the uptime check fails that a deployment makes, in more than one region', async () => {
    const facts = {
      project: 'p',
      number: '1',
      billingAccount: 'b',
      app: '',
      bucket: '',
      channel: '',
    };
    const steps = watchSteps(facts, 'https://lumen.example.com');
    const looked = await Promise.all(steps.map(({ look }) => look(() => Promise.resolve(null))));
    const made = looked.flat().map(textOf);
    const [, check] = /monitoring uptime create (\S+)/.exec(made.join('\n')) ?? [];
    const [{ conditionThreshold: asked }] = policyOf('site-down.json').conditions;
    // The platform appends to the name what makes it unique.
    expect(asked?.filter).toContain(`metric.labels.check_id=starts_with("${check}")`);
    expect(asked?.aggregations[0]?.['crossSeriesReducer']).toBe('REDUCE_COUNT_FALSE');
    expect(asked?.thresholdValue).toBe(1);
  });

  it('ring for a fault of the API, which names its endpoint', () => {
    const line = { message: 'Fault', endpoint: 'POST /auth/login' };
    expect(rungBy({ ...line, severity: 'ERROR' })).toEqual(['api-faults.json']);
    expect(rungBy({ ...line, severity: 'INFO' })).toEqual([]);
  });
});
