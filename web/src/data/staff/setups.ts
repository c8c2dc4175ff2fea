import type { AdminSetup, AdminUser, SetupCase } from '@quantalgo/contracts';
import { call } from '../api/call';
import { asStaff } from './asStaff';
import { failureWords } from './failureWords';
import { staffMemory } from './memory';
import { useAnswer, type Answer } from './useAnswer';
import { useKeptFresh } from './useKeptFresh';

const waiting = staffMemory<readonly AdminSetup[]>();

/** Account setups that wait for staff, oldest first. */
export const useWaitingSetups = (): Answer<readonly AdminSetup[]> =>
  useKeptFresh(
    useAnswer(
      waiting,
      'waiting',
      async () => (await call('adminSetups', {})).data,
      failureWords('adminSetups'),
    ),
  );

const cases = staffMemory<SetupCase>();

/** An account setup with all that staff decides it by. */
export const useSetupCase = (id: string): Answer<SetupCase> =>
  useAnswer(
    cases,
    id,
    async () => (await call('adminSetup', { params: { id } })).data,
    failureWords('adminSetup'),
  );

/** Approves an account setup; the member keeps a higher tier that they have. */
export const approveSetup = (id: string, tier: 'starter' | 'essential'): Promise<AdminUser> =>
  asStaff(async () => (await call('approveSetup', { params: { id }, body: { tier } })).data.user);

/** Rejects an account setup. @param reason what its member reads */
export const rejectSetup = (id: string, reason: string): Promise<AdminSetup> =>
  asStaff(async () => (await call('rejectSetup', { params: { id }, body: { reason } })).data);
