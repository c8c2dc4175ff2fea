import type { ProofCase } from '@quantalgo/contracts/submissions/review';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PROOF_REVIEW } from '../../../../src/screens/console/submissions/kinds';
import VerificationQueue from '../../../../src/screens/console/submissions/VerificationQueue';
import { guest } from '../../../support/member';
import { renderAt } from '../../../support/render';
import { atTheConsole, leaveTheConsole } from '../console';

vi.mock('../../../../src/data/auth/idTokens', () => import('../../../support/fakeAuth'));
vi.mock('../../../../src/data/auth/fileStorage', () => ({
  download: () => Promise.reject(new Error('There is no file store here')),
}));

const FIRST = '11111111-1111-4111-8111-111111111111';
const SECOND = '22222222-2222-4222-8222-222222222222';
const THIRD = '33333333-3333-4333-8333-333333333333';
const at = '2026-11-20T08:00:00.000Z';

const proof = (id: string): ProofCase['proof'] => ({
  id,
  userId: 'kofi',
  traderId: id,
  file: `proofs/kofi/${id}`,
  claim: null,
  state: 'waiting',
  reason: null,
  createdAt: at,
  updatedAt: at,
  member: null,
});

const aCase = (id: string): ProofCase => ({
  proof: proof(id),
  user: { ...guest({ fullName: 'Kofi Mensah' }), confirmed: true, proofWaitingSince: null },
  earlier: [],
  history: [],
  duplicates: [],
  broker: {
    traderId: id,
    underOurLink: true,
    funded: true,
    amount: 150,
    importedAt: at,
    openedBy: null,
  },
});

/** A queue of `rows`; `next` lists the proofs to hand out, null for none. */
function atTheQueue(rows: () => readonly object[], next: readonly (string | null)[]) {
  const ids = [...next];
  return atTheConsole({
    'GET /api/admin/proofs': rows,
    'POST /api/admin/proofs/next': () => {
      const id = ids.shift() ?? null;
      return id === null ? null : aCase(id);
    },
    'POST ': () => ({}),
  });
}

const openQueue = async () => {
  renderAt('/', <VerificationQueue />);
  await screen.findByRole('list', { name: 'Pending proofs' });
  await userEvent.click(screen.getByRole('button', { name: /^Take the oldest/ }));
};

const findOpened = (id: string) => screen.findByText(id, { selector: 'dd bdi' });

afterEach(leaveTheConsole);

describe('next proof', () => {
  it('skips a proof until the member of staff checks again', async () => {
    const made = atTheQueue(() => [proof(FIRST)], [FIRST, SECOND, THIRD, null, FIRST]);
    await openQueue();
    await findOpened(FIRST);
    await userEvent.keyboard('n');
    await findOpened(SECOND);
    await userEvent.keyboard('n');
    await findOpened(THIRD);
    await userEvent.keyboard('s');
    await userEvent.click(await screen.findByRole('button', { name: /^Check again/ }));
    await findOpened(FIRST);
    const taken = made.filter(({ line }) => line === 'POST /api/admin/proofs/next');
    expect(taken.map(({ body }) => body)).toEqual([
      { except: [] },
      { except: [FIRST] },
      { except: [SECOND, FIRST] },
      { except: [THIRD, SECOND, FIRST] },
      { except: [THIRD] },
    ]);
  });

  it('can be taken once a new proof is listed', async () => {
    let rows = [proof(FIRST)];
    atTheQueue(() => rows, [null]);
    await openQueue();
    expect(await screen.findByText(PROOF_REVIEW.none)).toBeVisible();
    rows = [proof(FIRST), proof(SECOND)];
    expect(await screen.findByRole('button', { name: /^Take the oldest/ })).toBeVisible();
    expect(screen.queryByText(PROOF_REVIEW.none)).toBeNull();
  });
});
