import type { FailedMail } from '@quantalgo/contracts';
import { call } from '../api/call';
import { asStaff } from './asStaff';
import { failureWords } from './failureWords';
import { staffMemory } from './memory';
import { useAnswer, type Answer } from './useAnswer';

const failed = staffMemory<readonly FailedMail[]>();

/** Mails that were given up, the last first. */
export const useFailedMails = (): Answer<readonly FailedMail[]> =>
  useAnswer(
    failed,
    'all',
    async () => (await call('failedMails', {})).data,
    failureWords('failedMails'),
  );

/** Puts a mail that was given up back into the outbox. */
export const retryMail = (id: string): Promise<unknown> =>
  asStaff(() => call('retryFailedMail', { params: { id } }));
