import { readFileSync } from 'node:fs';
import { SCHEDULES } from '@quantalgo/contracts/core/time';
import { CLIENT_FAULT } from '@quantalgo/functions/http/problems';
import { ALARMS } from '@quantalgo/functions/platform/core/alarm';
import { describe, expect, it } from 'vitest';
import { EVENT_FUNCTIONS, TASK_FUNCTIONS } from '../../src/build/functionChecks';
import { buildMonitoringSteps } from '../../src/deploy/alerts';
import { formatCall } from '../../src/deploy/cli';
import { runAndCapture } from '../../src/system/childProcess';
import { inRoot } from '../../src/system/root';
import {
  parseLogLine,
  POLICIES,
  readPolicy,
  findTriggeredPolicies,
  findPoliciesTriggeredByCalls,
} from '../fixtures/alerts';
import type { CountedCall } from '../fixtures/promql';

/** The lines that this code logs. The logger captures the console on import, so it needs its own process. */
async function logged(code: string) {
  const source = `import { logger } from 'firebase-functions'; ${code}`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', source];
  const apart = { program: process.execPath, args, cwd: inRoot('functions') };
  const { code: ended, output } = await runAndCapture(apart);
  expect(ended, output).toBe(0);
  return output.trim().split('\n').map(parseLogLine);
}

describe('alert policies', () => {
  it.each(POLICIES)(
    '%s has one condition, and instructions that refer to existing incidents',
    (file) => {
      const { conditions, documentation } = readPolicy(file);
      const [{ displayName: _, ...asked }] = conditions;
      expect(Object.keys(asked)).toHaveLength(1);
      expect(documentation.content.length).toBeGreaterThan(20);
      const runbook = readFileSync(inRoot('docs/operations.md'), 'utf8');
      for (const [, incident] of documentation.content.matchAll(/incidents? (\d+)/g))
        expect(runbook).toContain(`\n${incident}. **`);
    },
  );

  it('trigger for their own alarm’s log line and no other', async () => {
    const alarms = inRoot('functions', 'src', 'platform', 'core', 'alarm.ts');
    const lines = await logged(
      `const { ALARMS, logAlarm } = await import('${alarms}');
       for (const alarm of ALARMS) logAlarm({ alarm, value: 2 });`,
    );
    expect(lines.map(findTriggeredPolicies)).toEqual(ALARMS.map((alarm) => [`${alarm}.json`]));
  });

  it('trigger for a mail flood logged by the API, but not for one reported by a device', async () => {
    const auth = readFileSync(inRoot('functions', 'src', 'http', 'auth', 'auth.ts'), 'utf8');
    const [call = ''] = /log\.error\([^;]*'siteMails' \}\);/.exec(auth) ?? [];
    const lines = await logged(
      `const log = logger; ${call} log.info('${CLIENT_FAULT}', { name: 'siteMails' });`,
    );
    expect(lines).toHaveLength(2);
    expect(lines.flatMap(findTriggeredPolicies)).toEqual(['mail-flood.json']);
  });

  it('trigger for a crashed screen, but not for a rejected promise', () => {
    const fault = { message: CLIENT_FAULT, name: 'TypeError', frames: [] };
    expect(findTriggeredPolicies({ ...fault, kind: 'screen' })).toEqual(['client-faults.json']);
    expect(findTriggeredPolicies({ ...fault, kind: 'promise' })).toEqual([]);
  });

  it.each([
    ['site-down.json', '/ledger/checkpoint'],
    ['health.json', '/api/health'],
  ])('%s triggers if the check of %s fails in more than one region', async (file, path) => {
    const facts = {
      project: 'p',
      billingAccount: 'b',
      channels: { page: '', mail: '' },
    };
    const steps = buildMonitoringSteps(facts, 'https://lumen.example.com');
    const changes = await Promise.all(
      steps.map(({ findChanges }) => findChanges(() => Promise.resolve(null))),
    );
    const made = changes.flat().map(formatCall);
    const [, check] =
      new RegExp(`monitoring uptime create (\\S+) .*--path=${path} `).exec(made.join('\n')) ?? [];
    const [{ conditionThreshold: asked }] = readPolicy(file).conditions;
    // The platform appends to the name what makes it unique.
    expect(asked?.filter).toContain(`metric.labels.check_id=starts_with("${check}")`);
    expect(asked?.aggregations[0]?.['crossSeriesReducer']).toBe('REDUCE_COUNT_FALSE');
    expect(asked?.thresholdValue).toBe(1);
  });

  it('trigger for an API error that names an endpoint', () => {
    const line = { message: 'Fault', endpoint: 'POST /auth/login' };
    expect(findTriggeredPolicies({ ...line, severity: 'ERROR' })).toEqual(['api-faults.json']);
    expect(findTriggeredPolicies({ ...line, severity: 'INFO' })).toEqual([]);
  });

  it('trigger if an instance exceeds its memory limit, as the platform logs it', () => {
    const platform = {
      logName: 'projects/p/logs/run.googleapis.com%2Fvarlog%2Fsystem',
      textPayload: 'Memory limit of 256 MiB exceeded with 260 MiB used.',
    };
    expect(findTriggeredPolicies({ ...platform, severity: 'ERROR' })).toEqual(['crashes.json']);
    expect(findTriggeredPolicies({ ...platform, severity: 'INFO' })).toEqual([]);
  });
});

const calls = (count: number, call: CountedCall): CountedCall[] =>
  Array.from({ length: count }, () => call);

const MINUTES = 60;
const HOURS = 3600;

describe('alert policies on calls', () => {
  it.each(SCHEDULES)(
    'report $name once its last success is too old, and not before',
    ({ name }) => {
      const service = name.toLowerCase();
      const [file] = Object.keys(
        findPoliciesTriggeredByCalls([{ service, status: 200, ago: 30 * HOURS }]),
      );
      expect(['jobs-absent.json', 'daily-jobs-absent.json']).toContain(file);
      const [ago, late] = file === 'jobs-absent.json' ? [39, 41] : [25 * 60, 27 * 60];
      expect(findPoliciesTriggeredByCalls([{ service, status: 200, ago: ago * MINUTES }])).toEqual(
        {},
      );
      const failing = calls(2, { service, status: 500, ago: 1 });
      expect(
        findPoliciesTriggeredByCalls([{ service, status: 200, ago: late * MINUTES }, ...failing]),
      ).toEqual({
        [String(file)]: [service],
      });
    },
  );

  it.each([...EVENT_FUNCTIONS, ...TASK_FUNCTIONS])(
    'trigger after three failures of %s, not after two',
    (name) => {
      const failure = { service: name.toLowerCase(), status: 500, ago: 60 };
      expect(findPoliciesTriggeredByCalls(calls(2, failure))).toEqual({});
      expect(findPoliciesTriggeredByCalls(calls(3, failure))).toEqual({
        'event-failures.json': [failure.service],
      });
      expect(findPoliciesTriggeredByCalls(calls(9, { ...failure, ago: 11 * MINUTES }))).toEqual({});
    },
  );

  it('ignore a few failed calls on a quiet site, and trigger at one in fifty on a busy one', () => {
    const failed = { service: 'api', status: 500, ago: 60 };
    const good = { ...failed, status: 200 };
    expect(findPoliciesTriggeredByCalls([...calls(5, failed), ...calls(5, good)])).toEqual({});
    expect(findPoliciesTriggeredByCalls([...calls(11, failed), ...calls(5000, good)])).toEqual({});
    expect(findPoliciesTriggeredByCalls([...calls(20, failed), ...calls(1000, good)])).toEqual({
      'api-errors.json': [''],
    });
  });

  it('ignore slow calls on a quiet site, and trigger at one in ten on a busy one', () => {
    const slow = { service: 'api', status: 200, ago: 60, ms: 3500 };
    const quick = { ...slow, ms: 80 };
    expect(findPoliciesTriggeredByCalls([...calls(2, slow), ...calls(10, quick)])).toEqual({});
    expect(findPoliciesTriggeredByCalls([...calls(30, slow), ...calls(270, quick)])).toEqual({
      'api-slow.json': [''],
    });
  });
});
