import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { SmokeTarget } from '../../src/deploy/smoke';
import {
  BEFORE,
  FUNCTIONS,
  functionsFrom,
  quota,
  buildQuota,
  schedule,
  SCHEDULED,
} from '../deploy/recorded';
import { BROKEN_SERVER_CODE } from './outside';
import { deployToStage } from './released';
import type { Stage } from './stage';

interface Releases {
  readonly stage: () => Stage;
  readonly place: () => Promise<SmokeTarget>;
  readonly breakNext: (code: string | undefined) => void;
}

/** Deploys by the command itself; the stage replaces Cloud Run and Hosting. */
export function releaseScenes({ stage, place, breakNext }: Releases): void {
  it('passes the smoke test of a sound release, with a canary that takes every member path', async () => {
    const { outcome, text, changes } = await deployToStage(stage(), await place());
    expect(text).toMatch(
      /✓ pages.*✓ countdown.*✓ signed ledger.*✓ sign-up.*✓ login.*✓ signals.*✓ push.*✓ proof/s,
    );
    expect(outcome).toBe(0);
    expect(changes.filter(({ call }) => call.includes('hosting:clone'))).toEqual([]);
  });

  it('rolls back site and functions if a release fails its smoke test, the site within a minute', async () => {
    breakNext(BROKEN_SERVER_CODE);
    const deployment = deployToStage(stage(), await place());
    const statuses: number[] = [];
    const controller = new AbortController();
    const visits = (async () => {
      while (!controller.signal.aborted) {
        const { status } = await fetch(`${stage().site}/countdown`);
        statuses.push(status);
        // The next deployment is the previous version, which isn't broken.
        if (status === 500) breakNext(undefined);
        await wait(50);
      }
    })();
    const { outcome, changes, text } = await deployment;
    controller.abort();
    await visits;
    expect(outcome).toBe(1);
    expect(text).toContain('✗ The smoke test failed: /countdown responded 500');
    const [back, ...others] = changes.filter(({ at }) => at !== undefined);
    expect(back?.call).toContain('hosting:clone');
    expect(back?.at).toBeLessThan(60);
    expect(others.map(({ call }) => call).join('\n')).toMatch(
      /--only functions[^]*--only firestore:rules/,
    );
    expect(statuses).toContain(500);
    expect(statuses.at(-1)).toBe(200);
    console.log(`Back ${back?.at?.toFixed(1)} s after the release, smoke test included`);
    await stage().deployApi();
  });

  it('rejects a release if a quota is too small or a schedule paused, and changes nothing', async () => {
    const answers = {
      [quota('cpu_allocation')]: buildQuota('cpu_allocation', '3000'),
      [FUNCTIONS]: functionsFrom(BEFORE).map((one) => ({
        ...one,
        name: 'functions/publishSignal',
      })),
      [SCHEDULED]: [schedule('publishSignal', 'PAUSED')],
    };
    const { outcome, changes } = await deployToStage(stage(), await place(), answers);
    expect(outcome).toContain('The functions need up to 4.2 vCPU in europe-west1');
    expect(outcome).toContain('but the quota is 3');
    expect(outcome).toContain('The schedule of publishSignal is PAUSED');
    expect(changes).toEqual([]);
  });
}
