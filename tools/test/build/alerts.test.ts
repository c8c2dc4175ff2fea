import { readdirSync, readFileSync } from 'node:fs';
import { CLIENT_FAULT } from '@quantalgo/functions/http/faults';
import { ALARM, ALARMS } from '@quantalgo/functions/platform/console/alarms';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { inRoot } from '../../src/system/root';

/** A policy as `gcloud monitoring policies create --policy-from-file` takes it, with what ours have in common. */
const policySchema = z.strictObject({
  displayName: z.string(),
  documentation: z.strictObject({ content: z.string(), mimeType: z.literal('text/markdown') }),
  severity: z.enum(['CRITICAL', 'ERROR', 'WARNING']),
  combiner: z.literal('OR'),
  conditions: z.tuple([
    z.strictObject({
      displayName: z.string(),
      conditionMatchedLog: z.optional(z.strictObject({ filter: z.string() })),
      conditionPrometheusQueryLanguage: z.optional(
        z.strictObject({ query: z.string(), duration: z.string(), evaluationInterval: z.string() }),
      ),
    }),
  ]),
  alertStrategy: z.strictObject({
    autoClose: z.string(),
    notificationRateLimit: z.optional(z.strictObject({ period: z.string() })),
  }),
});

const FOLDER = inRoot('alerts');
const files = readdirSync(FOLDER);
const policyOf = (file: string) =>
  policySchema.parse(JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')));

/** Whether a line of our functions is one that a filter of conditions joined by AND asks for. */
function matches(filter: string, line: Readonly<Record<string, unknown>>): boolean {
  return filter.split(' AND ').every((condition) => {
    const [, field = '', value] = /^jsonPayload\.(\w+)="(.*)"$/.exec(condition) ?? [];
    if (value !== undefined) return line[field] === value;
    const [, present] = /^jsonPayload\.(\w+):\*$/.exec(condition) ?? [];
    if (present !== undefined) return present in line;
    if (condition === 'severity>=ERROR') return line['severity'] !== 'INFO';
    return condition === 'resource.type="cloud_run_revision"';
  });
}

/** The policies that a line rings. */
const rungBy = (line: Readonly<Record<string, unknown>>): string[] =>
  files.filter((file) => {
    const filter = policyOf(file).conditions[0].conditionMatchedLog?.filter;
    return filter !== undefined && matches(filter, line);
  });

describe('the alert policies', () => {
  it.each(files)('%s asks for a log line or a figure, and says what to do', (file) => {
    const { conditions, documentation } = policyOf(file);
    const [{ conditionMatchedLog: log, conditionPrometheusQueryLanguage: figure }] = conditions;
    expect([log, figure].filter(Boolean)).toHaveLength(1);
    expect(documentation.content.length).toBeGreaterThan(20);
    const runbook = readFileSync(inRoot('docs/operations.md'), 'utf8');
    for (const [, incident] of documentation.content.matchAll(/incidents? (\d+)/g))
      expect(runbook).toContain(`\n${incident}. **`);
  });

  it.each(ALARMS)('ring for %s, as the watch logs it, and no other does', (alarm) => {
    expect(rungBy({ message: ALARM, alarm, value: 2 })).toEqual([`${alarm}.json`]);
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
