import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PROOF_REVIEW, SETUP_REVIEW } from '../../../../src/screens/console/submissions/kinds';
import Setups from '../../../../src/screens/console/submissions/Setups';
import VerificationQueue from '../../../../src/screens/console/submissions/VerificationQueue';
import { guest } from '../../../support/member';
import { renderAt } from '../../../support/render';
import { atTheConsole } from '../console';

export const FIRST = '11111111-1111-4111-8111-111111111111';
export const SECOND = '22222222-2222-4222-8222-222222222222';
const at = '2026-11-20T08:00:00.000Z';
export const kofi = {
  ...guest({ fullName: 'Kofi Mensah' }),
  confirmed: true,
  proofWaitingSince: null,
};
const progress = { state: 'waiting', reason: null, createdAt: at, updatedAt: at } as const;
const broker = {
  traderId: 'PO-1',
  underOurLink: true,
  funded: true,
  amount: 64,
  importedAt: '2026-11-20T07:00:00.000Z',
  openedBy: null,
};
const facts = { user: kofi, history: [], duplicates: [], broker };

export const proof = {
  id: FIRST,
  userId: kofi.id,
  traderId: 'PO-1',
  file: 'proofs/kofi/1',
  claim: null,
  member: null,
  ...progress,
};
const setup = {
  id: FIRST,
  userId: kofi.id,
  brokerAccount: 'PO-1',
  file: 'setupProofs/kofi/1',
  member: null,
  depositAmount: 500,
  accessPath: 'auto',
  ...progress,
};

/** Each kind with its screen and the server's replies: the queue, and the request that opens a case. */
export const KINDS = [
  {
    review: PROOF_REVIEW,
    Screen: VerificationQueue,
    path: '/api/admin/proofs',
    row: proof,
    opens: `POST /api/admin/proofs/${FIRST}/claim`,
    caseOf: (changes: object) => ({ ...facts, proof, earlier: [], ...changes }),
    approved: (user: object) => ({ proof: { ...proof, state: 'approved' }, user }),
  },
  {
    review: SETUP_REVIEW,
    Screen: Setups,
    path: '/api/admin/setups',
    row: setup,
    opens: `GET /api/admin/setups/${FIRST}`,
    caseOf: (changes: object) => ({ ...facts, setup, ...changes }),
    approved: (user: object) => ({ setup: { ...setup, state: 'approved' }, user }),
  },
] as const;

export const OTHER_PROOF = { ...proof, id: SECOND, traderId: 'PO-2' };

export type ReviewedKind = (typeof KINDS)[number];

/** Opens the kind's screen and the case of `PO-1`. @returns the calls that it makes */
export async function openCase(
  { review, Screen, path, row, opens, caseOf }: ReviewedKind,
  replies: Record<string, () => unknown> = {},
  changes: object = {},
) {
  const made = atTheConsole({
    ...replies,
    [opens]: () => caseOf(changes),
    [`GET ${path}`]: () => [row],
    'POST ': () => ({}),
  });
  renderAt('/', <Screen />);
  const list = await screen.findByRole('list', { name: `Pending ${review.noun}s` });
  await userEvent.click(within(list).getByRole('button', { name: /PO-1/ }));
  await screen.findByRole('button', { name: /^Approve (as|anyway as) Starter/ });
  return made;
}
