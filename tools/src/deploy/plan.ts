import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { CommandError } from '../suite/command';
import { type Ask, askWith, type Call, make, type Run, textOf } from './cli';

/** One required state of a project. */
export interface DeployStep {
  readonly name: string;
  /** Inspects the project, and returns the calls that are needed, in order; empty if there are none. */
  readonly look: (ask: Ask) => Promise<readonly Call[]>;
  /** Whether the change is in force, if that takes the platform a while. */
  readonly settled?: (ask: Ask) => Promise<boolean>;
  /** Refusals that end by themselves: such a call is repeated for some minutes. */
  readonly passing?: RegExp;
  /** Runs once the step has changed something. @throws if the result is unusable */
  readonly verify?: () => Promise<void>;
  /** The remedy if the step fails, preferably a command. */
  readonly remedy: string;
}

/** The environment in which a plan is carried out. */
export interface Place {
  readonly run: Run;
  readonly say: (line: string) => void;
  /** Asks the person at the terminal. */
  readonly confirm: (question: string) => Promise<boolean>;
}

const POLL_SECONDS = 15;
const MAX_POLLS = 160;

const RETRY_SECONDS = 60;
const MAX_RETRIES = 10;

/** @throws CommandError as `make` does, once the refusal is another one or hasn't passed */
async function makePatiently(call: Call, step: DeployStep, { run, say }: Place): Promise<void> {
  const waiting: Run = async (...args) => {
    for (let tries = 0; ; tries += 1) {
      const result = await run(...args);
      const isPassing = step.passing?.test(result.stdout + result.stderr) ?? false;
      if (result.code === 0 || !isPassing || tries === MAX_RETRIES) return result;
      say(`  The platform is not ready for it yet: again in ${RETRY_SECONDS} seconds.`);
      await run('sleep', [String(RETRY_SECONDS)]);
    }
  };
  await make(waiting, call, { step: step.name, remedy: step.remedy });
}

async function untilSettled(
  { name, settled, remedy }: DeployStep,
  ask: Ask,
  run: Run,
): Promise<void> {
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    if (!settled || (await settled(ask))) return;
    await run('sleep', [String(POLL_SECONDS)]);
  }
  throw new CommandError(`Stopped at “${name}”: it is not in force yet.\nTo mend it: ${remedy}`);
}

/**
 * Prints every step with its pending calls.
 * @returns the number of steps with pending calls
 */
async function showPlan(
  steps: readonly DeployStep[],
  ask: Ask,
  say: Place['say'],
): Promise<number> {
  const plans = await Promise.all(steps.map(({ look }) => look(ask)));
  steps.forEach(({ name }, index) => {
    const calls = plans[index] ?? [];
    say(`${index + 1}. ${name}${calls.length === 0 ? ': done already' : ''}`);
    for (const call of calls) say(`     ${textOf(call)}`);
  });
  return plans.filter((calls) => calls.length > 0).length;
}

/**
 * Shows what each step would change, asks once, and carries the steps out in order. Each step inspects the project
 * again before it changes anything, so that a run after a failure resumes there.
 * @returns the exit code: 1 if the answer was no
 * @throws CommandError at the first call that fails, with its step and remedy
 */
export async function carryOut(steps: readonly DeployStep[], place: Place) {
  const { run, say, confirm } = place;
  const ask = askWith(run);
  const open = await showPlan(steps, ask, say);
  if (open === 0) {
    say('Nothing is to be done.');
    return 0;
  }
  if (!(await confirm(`${open} of ${steps.length} steps change something. Go on?`))) {
    say('Nothing was changed.');
    return 1;
  }
  for (const step of steps) {
    const calls = await step.look(ask);
    if (calls.length > 0) say(`→ ${step.name}`);
    for (const call of calls) await makePatiently(call, step, place);
    await untilSettled(step, ask, run);
    if (calls.length > 0) await step.verify?.();
  }
  say('Done.');
  return 0;
}

/** The environment of a command: the terminal, or a workflow, where `--yes` confirms. */
export function placeOf(run: Run, isSure: boolean): Place {
  return {
    run,
    say: (line) => console.log(line),
    async confirm(question) {
      if (isSure) return true;
      const terminal = createInterface({ input: process.stdin, output: process.stdout });
      // Without anybody at the terminal, the input ends without an answer, which counts as no.
      const nobody = once(terminal, 'close').then(() => '');
      const answer = await Promise.race([terminal.question(`${question} (y) `), nobody]);
      terminal.close();
      return answer.trim().toLowerCase() === 'y';
    },
  };
}
