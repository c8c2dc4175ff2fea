import { describe, expect, it } from 'vitest';
import { type Run, formatCall } from '../../src/deploy/cli';
import { runDeployment } from './deployed';
import { EMPTY, PROJECT } from './recorded';

describe('platform errors', () => {
  const deployFunctions = `npx firebase deploy --project ${PROJECT} --non-interactive --only functions`;
  /** Deploys to an empty project that refuses its functions with this message a few times. */
  async function refused(message: string, times: number) {
    let left = times;
    const through =
      (run: Run): Run =>
      async (program, args, input) => {
        const result = await run(program, args, input);
        if (!formatCall({ program, args }).startsWith(deployFunctions) || left === 0) return result;
        left -= 1;
        return { code: 1, stdout: message, stderr: '' };
      };
    const { outcome, changes } = await runDeployment({ answers: EMPTY, through });
    const count = (call: string) => changes.filter((one) => one.startsWith(call)).length;
    return { outcome, calls: count(deployFunctions), pauses: count('sleep 60') };
  }

  it.each([
    'Since this is your first time using 2nd gen functions, we need a little bit longer to finish setting everything up.',
    'Permission denied while using the Eventarc Service Agent. If you recently started to use Eventarc, it may take a few minutes',
    'Could not create or update Cloud Run service sendpush. Quota exceeded for total allowable CPU per project per region.',
  ])('are retried if temporary: %s', async (message) => {
    const { outcome, calls, pauses } = await refused(message, 3);
    expect([outcome, calls, pauses]).toEqual([0, 4, 3]);
  });

  it('stop the deployment after ten minutes of retries', async () => {
    const { outcome, calls } = await refused('the Eventarc Service Agent', Infinity);
    expect(outcome).toContain(`To fix it: npm run deploy -- ${PROJECT}`);
    expect(calls).toBe(11);
  });

  it('stop the deployment at once if permanent', async () => {
    const { calls } = await refused('maxScale may not exceed 10', 1);
    expect(calls).toBe(1);
  });
});
