import type { SystemState } from '@quantalgo/contracts';
import { call } from '../api/call';
import { asStaff } from './asStaff';
import { failureWords } from './failureWords';
import { staffMemory } from './memory';
import { useAnswer, type Answer } from './useAnswer';
import { useKeptFresh } from './useKeptFresh';

const state = staffMemory<SystemState>();

/** What runs, and how well. */
export const useSystem = (): Answer<SystemState> =>
  useKeptFresh(
    useAnswer(state, 'now', async () => (await call('system', {})).data, failureWords('system')),
  );

/** Begins a new round of the countdown for everybody. @param roundMs its length */
export const resetCountdown = (roundMs: number): Promise<unknown> =>
  asStaff(() => call('resetCountdown', { body: { roundMs } }));
