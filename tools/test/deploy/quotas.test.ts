import { describe, expect, it } from 'vitest';
import { DECLARED, runDeployment } from './deployed';
import { EMPTY, INDEXES, quota, buildQuota, SERVICES_LIST, omitAnswers } from './recorded';

const CPU = quota('cpu_allocation');
const MEMORY = quota('mem_allocation');

/** Deploys to an empty project, which must fail without changes, and returns the error. */
async function refusal(answers: Readonly<Record<string, unknown>>, functions = DECLARED) {
  const { outcome, changes } = await runDeployment({ answers, functions });
  expect(changes).toEqual([]);
  expect(outcome).toContain('Nothing was changed.');
  return String(outcome);
}

describe('insufficient quota', () => {
  it('is rejected for vCPU, with the need, the limit and the function that exceeds it', async () => {
    const short = await refusal({ ...EMPTY, [CPU]: buildQuota('cpu_allocation', '3000') });
    expect(short).toContain(
      '✗ The functions need up to 4.2 vCPU in europe-west1, but the quota is 3 (exceeded by api alone). Request an increase at https://console.cloud.google.com/iam-admin/quotas?project=lumen-staging&service=run.googleapis.com, or lower maxInstances in functions/src/platform/core/deployment.ts',
    );
  });

  it('is rejected for vCPU if only all functions together exceed it', async () => {
    const short = await refusal({ ...EMPTY, [CPU]: buildQuota('cpu_allocation', '4000') });
    expect(short).toContain('need up to 4.2 vCPU in europe-west1, but the quota is 4.');
  });

  it('is rejected for memory', async () => {
    const short = await refusal({ ...EMPTY, [MEMORY]: buildQuota('mem_allocation', '1073741824') });
    expect(short).toContain(
      'need up to 2.3 GiB of memory in europe-west1, but the quota is 1 (exceeded by api alone)',
    );
  });

  it('is rejected if it can’t be read, with the command to fix that', async () => {
    const unread = await refusal(omitAnswers(EMPTY, CPU));
    expect(unread).toContain(
      'The quota for vCPU in europe-west1 can’t be read. Run gcloud services',
    );
  });

  it('is rejected for functions, counting the project’s other services', async () => {
    const services = Array.from({ length: 999 }, (_, n) => ({ metadata: { name: `other-${n}` } }));
    expect(await refusal({ ...EMPTY, [SERVICES_LIST]: services })).toContain(
      'The project would have 1001 functions and services, but the limit is 1000.',
    );
  });

  it('is rejected for indexes, counting the project’s other indexes', async () => {
    const indexes = Array.from({ length: 990 }, (_, n) => ({ collectionGroup: `other-${n}` }));
    const live = { status: 'success', result: { indexes, fieldOverrides: [] } };
    expect(await refusal({ ...EMPTY, [INDEXES]: live })).toMatch(
      /The project would have 10\d\d composite indexes, but the limit is 1000\./,
    );
  });

  it('is rejected for reads of secrets', async () => {
    const keys = Array.from({ length: 30 }, (_, n) => ({ key: `KEY_${n}` }));
    const many = { maxInstances: 4000, cpu: 0.001, secretEnvironmentVariables: keys };
    const answers = { ...EMPTY, [MEMORY]: buildQuota('mem_allocation', '-1') };
    expect(await refusal(answers, { ...DECLARED, many })).toContain(
      'The project would have 120004 secret reads per minute if all instances start, but the limit is 90000.',
    );
  });
});

describe('sufficient quota', () => {
  it.each([
    ['that equals the need', buildQuota('cpu_allocation', '4200')],
    ['without a limit', buildQuota('cpu_allocation', '-1')],
    ['in this region only', buildQuota('cpu_allocation', '20000', '1000')],
  ])('passes: one %s', async (_, answer) => {
    expect((await runDeployment({ answers: { ...EMPTY, [CPU]: answer } })).outcome).toBe(0);
  });
});
