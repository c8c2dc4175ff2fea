import {
  endpoints,
  type AdminProof,
  type AdminUser,
  type DuplicateProof,
  type ProofCase,
  type Tier,
} from '@quantalgo/contracts';
import { call } from '../api/call';
import { fingerprintOfImage } from '../pictures/fingerprint';
import { asStaff } from './asStaff';
import { partsOfList } from './brokerCsv';
import { staffMemory } from './memory';
import { useAnswer, type Answer } from './useAnswer';

/** The proofs that wait, oldest first, as far as they were asked for. */
export interface Queue {
  readonly proofs: readonly AdminProof[];
  /** Whether there may be more behind the last one. */
  readonly more: boolean;
}

/** The server answers so many at once. */
const PAGE = 25;

const queues = staffMemory<Queue>();

/** The proofs behind `after`, or the oldest. */
export const fetchQueue = (after?: string): Promise<Queue> =>
  asStaff(async () => {
    const { data } = await call('adminProofs', after === undefined ? {} : { query: { after } });
    return { proofs: data, more: data.length >= PAGE };
  });

/** The queue, kept while this page of the browser lives. */
export const useQueue = (): Answer<Queue> =>
  useAnswer(queues, 'waiting', () => fetchQueue(), {
    wordless: endpoints.adminProofs.failure,
    unanswered: 'Network error. Please check your connection and try again.',
  });

/** Takes the oldest proof that nobody has; null where none is left. All below throw as {@link call} does. */
export const takeNext = (): Promise<ProofCase | null> =>
  asStaff(async () => (await call('claimNextProof', {})).data);

/** Takes a proof; one that was decided may be looked at by anybody. */
export const takeProof = (id: string): Promise<ProofCase> =>
  asStaff(async () => (await call('claimProof', { params: { id } })).data);

/** Proofs of other accounts that look like the image of this one; none where it is too small to be compared. */
export const findAlike = (
  id: string,
  image: HTMLImageElement,
): Promise<readonly DuplicateProof[]> =>
  asStaff(async () => {
    const body = fingerprintOfImage(image);
    return body ? (await call('compareProof', { params: { id }, body })).data : [];
  });

/** Gives a proof back to the queue. */
export const releaseProof = (id: string): Promise<unknown> =>
  asStaff(() => call('releaseProof', { params: { id } }));

/** Approves a proof, which grants its member the tier. */
export const approveProof = (id: string, tier: Exclude<Tier, 'guest'>): Promise<AdminUser> =>
  asStaff(async () => (await call('approveProof', { params: { id }, body: { tier } })).data.user);

/** Rejects a proof with a reason, which its member reads. */
export const rejectProof = (id: string, reason: string): Promise<unknown> =>
  asStaff(() => call('rejectProof', { params: { id }, body: { reason } }));

/** Rejects several proofs with one reason, and says which: those that others took are left out. */
export const rejectProofs = (ids: readonly string[], reason: string): Promise<readonly string[]> =>
  asStaff(
    async () => (await call('rejectProofs', { body: { ids: [...ids], reason } })).data.rejected,
  );

/** What of a list was taken in, and the lines that could not be read. */
export interface Imported {
  readonly imported: number;
  readonly problems: readonly { readonly line: number; readonly problem: string }[];
}

/** Takes in the broker's list, part by part; `onPart` is told what share of it (0 to 1) is there. */
export const importBrokerList = (csv: string, onPart: (share: number) => void): Promise<Imported> =>
  asStaff(async () => {
    const parts = partsOfList(csv);
    let all: Imported = { imported: 0, problems: [] };
    for (const [index, { csv: part, linesBefore }] of parts.entries()) {
      const { data } = await call('importBrokerList', { body: { csv: part } });
      const problems = data.problems.map((one) => ({ ...one, line: one.line + linesBefore }));
      all = { imported: all.imported + data.imported, problems: [...all.problems, ...problems] };
      onPart((index + 1) / parts.length);
    }
    return all;
  });
