import { SCHEDULES } from '@quantalgo/contracts/core/time';
import { describe, expect, it } from 'vitest';
import { runDeployment } from './deployed';
import * as recordings from './recorded';

const { BEFORE, CANARY, COMMIT, EMPTY, HOSTING, PROJECT, SCHEDULED, WHOLE } = recordings;
const { release, schedule, omitAnswers: without } = recordings;

/** A project with the previous commit live. */
const OLDER = {
  ...WHOLE,
  [recordings.FUNCTIONS]: recordings.functionsFrom(BEFORE, BEFORE),
  [HOSTING]: { releases: [release('v2', BEFORE), release('v1')] },
};

/** The releases after the deployment, newest first. */
const RELEASED = { releases: [release('v3', COMMIT), release('v2', BEFORE), release('v1')] };

/** Deploys over the previous commit; `following` are the calls after the release. */
async function afterRelease(failure: string | null, after: object = RELEASED) {
  const answers: Record<string, unknown> = { ...OLDER };
  const all = await runDeployment({
    answers,
    failure,
    isBuilt: true,
    through: (run) => async (program, args, input) => {
      if (args.join(' ').includes('--only hosting')) answers[HOSTING] = after;
      return run(program, args, input);
    },
  });
  const at = all.changes.findIndex((call) => call.includes('--only hosting'));
  return { ...all, following: all.changes.slice(at + 1) };
}

describe('smoke test after a deployment', () => {
  it('runs with the canary account once the site is released', async () => {
    const { outcome, tested, following } = await afterRelease(null);
    expect([outcome, tested, following]).toEqual([0, ['canary@lumen.example.com'], []]);
  });

  it('rolls back the site first, then functions and rules, if it fails', async () => {
    const { outcome, following, text } = await afterRelease('/countdown responded 500');
    expect(outcome).toBe(1);
    expect(text).toContain('✗ The smoke test failed: /countdown responded 500');
    expect(following[0]).toBe(
      `npx firebase hosting:clone ${PROJECT}@v2 ${PROJECT}:live --project ${PROJECT}`,
    );
    const steps = following.slice(1).map((call) => / --only (\S+)|^(git worktree \w+)/.exec(call));
    expect(steps.map((step) => step?.[1] ?? step?.[2]).filter(Boolean)).toEqual([
      'git worktree add',
      'functions',
      'firestore:rules,storage',
      'git worktree remove',
    ]);
    expect(following[1]).toMatch(new RegExp(`^git worktree add .* ${BEFORE}$`));
  });

  it('rolls back only the site if the same commit was deployed again', async () => {
    const answers: Record<string, unknown> = { ...WHOLE };
    const { outcome, changes } = await runDeployment({
      answers,
      failure: 'no',
      again: true,
      isBuilt: true,
      through: (run) => async (program, args, input) => {
        if (args.join(' ').includes('--only hosting'))
          answers[HOSTING] = { releases: [release('v4', COMMIT), release('v3', COMMIT)] };
        return run(program, args, input);
      },
    });
    expect(outcome).toBe(1);
    expect(changes.at(-1)).toContain(`hosting:clone ${PROJECT}@v3 ${PROJECT}:live`);
    expect(changes.filter((call) => call.includes('--only functions'))).toHaveLength(1);
  });

  it('reports that there is no earlier version after a failed first deployment', async () => {
    const { outcome, text, tested } = await runDeployment({
      answers: without(EMPTY, CANARY),
      failure: '/ answers 404',
    });
    expect([outcome, tested]).toEqual([1, ['nobody']]);
    expect(text).toContain('There is no earlier version to roll back to.');
  });

  it('is skipped if no site was released', async () => {
    const { tested, text } = await runDeployment({ answers: WHOLE, failure: 'no' });
    expect(tested).toEqual([]);
    expect(text).toContain(`npm run deploy:smoke -- ${PROJECT}`);
  });

  it('requires the canary account from the second deployment on', async () => {
    const { outcome, changes } = await runDeployment({ answers: without(OLDER, CANARY) });
    expect(outcome).toContain('functions:secrets:set CANARY --project lumen-staging');
    expect(changes).toEqual([]);
  });
});

describe('paused or missing schedules', () => {
  const names = SCHEDULES.map(({ name }) => name);
  /** The project, with functions by their names and with these schedules. */
  const scheduled = (states: Readonly<Record<string, string | null>>) => ({
    ...WHOLE,
    [recordings.FUNCTIONS]: recordings
      .functionsFrom(...names.map(() => COMMIT))
      .map((one, index) => ({ ...one, name: `${one.name}/../${names[index]}` })),
    [SCHEDULED]: names.flatMap((name) => {
      const state = states[name] === undefined ? 'ENABLED' : states[name];
      return state === null ? [] : [schedule(name, state)];
    }),
  });

  it('are not reported if all schedules run', async () => {
    expect((await runDeployment({ answers: scheduled({}) })).outcome).toBe(0);
  });

  it.each(['PAUSED', 'DISABLED'])(
    'stop the deployment before it changes anything if one is %s',
    async (state) => {
      const answers = scheduled({ publishSignal: state });
      const { outcome, changes } = await runDeployment({ answers, again: true });
      expect(outcome).toContain(
        `✗ The schedule of publishSignal is ${state}. Run gcloud scheduler jobs resume firebase-schedule-publishSignal-europe-west1 --location=europe-west1 --project=${PROJECT}`,
      );
      expect(changes).toEqual([]);
    },
  );

  it('stop the deployment if one is missing', async () => {
    const { outcome } = await runDeployment({ answers: scheduled({ watchService: null }) });
    expect(outcome).toContain('✗ watchService has no schedule. Run npx firebase functions:delete');
  });

  it('are only reported while a backup is restored', async () => {
    const answers = scheduled({ publishSignal: 'PAUSED' });
    const { outcome, text } = await runDeployment({ answers, allowPaused: true });
    expect(outcome).toBe(0);
    expect(text).toContain('! The schedule of publishSignal is PAUSED');
  });
});
