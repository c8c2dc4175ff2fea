import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { CommandError } from '../suite/command';
import { type FetchJson, createFetchJson, type Call, makeCall, type Run, formatCall } from './cli';

export interface DeployStep {
  readonly name: string;
  readonly findChanges: (fetchJson: FetchJson) => Promise<readonly Call[]>;
  /** Polled if the platform applies the change in the background. */
  readonly isSettled?: (fetchJson: FetchJson) => Promise<boolean>;
  /** A call that fails with this error is retried for up to ten minutes. */
  readonly transientError?: RegExp;
  /** Runs only if the step changed something. @throws if the result is unusable */
  readonly verify?: () => Promise<void>;
  readonly remedy: string;
}

export interface DeployContext {
  readonly run: Run;
  readonly say: (line: string) => void;
  readonly confirm: (question: string) => Promise<boolean>;
}

const POLL_INTERVAL_SECONDS = 15;
const MAX_POLLS = 160;

const RETRY_INTERVAL_SECONDS = 60;
const MAX_RETRIES = 10;

async function makeWithRetries(
  call: Call,
  step: DeployStep,
  { run, say }: DeployContext,
): Promise<void> {
  const retryingRun: Run = async (...args) => {
    for (let tries = 0; ; tries += 1) {
      const result = await run(...args);
      const isTransient = step.transientError?.test(result.stdout + result.stderr) ?? false;
      if (result.code === 0 || !isTransient || tries === MAX_RETRIES) return result;
      say(`  The platform is not ready yet. Retrying in ${RETRY_INTERVAL_SECONDS} seconds.`);
      await run('sleep', [String(RETRY_INTERVAL_SECONDS)]);
    }
  };
  await makeCall(retryingRun, call, { step: step.name, remedy: step.remedy });
}

async function waitUntilSettled(
  { name, isSettled, remedy }: DeployStep,
  fetchJson: FetchJson,
  run: Run,
): Promise<void> {
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    if (!isSettled || (await isSettled(fetchJson))) return;
    await run('sleep', [String(POLL_INTERVAL_SECONDS)]);
  }
  throw new CommandError(
    `Stopped at “${name}”: the change did not take effect in time.\nTo fix it: ${remedy}`,
  );
}

async function printPlan(
  steps: readonly DeployStep[],
  fetchJson: FetchJson,
  say: DeployContext['say'],
): Promise<number> {
  const plans = await Promise.all(steps.map(({ findChanges }) => findChanges(fetchJson)));
  steps.forEach(({ name }, index) => {
    const calls = plans[index] ?? [];
    say(`${index + 1}. ${name}${calls.length === 0 ? ': already done' : ''}`);
    for (const call of calls) say(`     ${formatCall(call)}`);
  });
  return plans.filter((calls) => calls.length > 0).length;
}

/**
 * Prints what each step would change, asks for confirmation once, and runs the steps in order.
 * Each step inspects the project again first, so a run after a failure resumes there.
 * @returns the exit code: 1 if the answer was no
 * @throws CommandError at the first failed call, with its step and remedy
 */
export async function runSteps(steps: readonly DeployStep[], context: DeployContext) {
  const { run, say, confirm } = context;
  const fetchJson = createFetchJson(run);
  const pendingCount = await printPlan(steps, fetchJson, say);
  if (pendingCount === 0) {
    say('Everything is up to date.');
    return 0;
  }
  if (
    !(await confirm(`${pendingCount} of ${steps.length} steps will change the project. Continue?`))
  ) {
    say('Nothing was changed.');
    return 1;
  }
  for (const step of steps) {
    const calls = await step.findChanges(fetchJson);
    if (calls.length > 0) say(`→ ${step.name}`);
    for (const call of calls) await makeWithRetries(call, step, context);
    await waitUntilSettled(step, fetchJson, run);
    if (calls.length > 0) await step.verify?.();
  }
  say('Done.');
  return 0;
}

export function createDeployContext(run: Run, isConfirmed: boolean): DeployContext {
  return {
    run,
    say: (line) => console.log(line),
    async confirm(question) {
      if (isConfirmed) return true;
      const terminal = createInterface({ input: process.stdin, output: process.stdout });
      // Without a terminal, the input ends without an answer. That counts as no.
      const inputEnd = once(terminal, 'close').then(() => '');
      const answer = await Promise.race([terminal.question(`${question} (y) `), inputEnd]);
      terminal.close();
      return answer.trim().toLowerCase() === 'y';
    },
  };
}
