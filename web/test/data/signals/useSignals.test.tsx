import { act, render, screen } from '@testing-library/react';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { toPerformance } from '@quantalgo/contracts/record/performance';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import type { Audience } from '@quantalgo/contracts/signals/signal';
import { beforeEach, describe, expect, it } from 'vitest';
import { clearContact, recordContact } from '../../../src/data/core/clock';
import { clearUser, storeUser } from '../../../src/data/auth/currentSession';
import { pruneToAudiences, storeSignals } from '../../../src/data/storage/signalTable';
import {
  storePerformance,
  usePerformance,
  useSignalCount,
  useSignals,
  useSignalsSince,
} from '../../../src/data/signals/useSignals';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { aSignal, createBatch, SLOT } from '../../support/aSignal';
import { aUser } from '../../support/aUser';

const ALL: Audience[] = ['basic', 'order-flow'];
const arrival = { receivedAt: SLOT + 1500, live: true };
let members = 0;
let uid = '';

function List({ limit }: { readonly limit: number }) {
  const signals = useSignals(limit);
  const count = useSignalCount();
  if (!signals) return <p>loading</p>;
  return (
    <p>
      {signals.map(({ id }) => id.slice(9, 13)).join(' ')} of {count}
    </p>
  );
}

function Record() {
  const performance = usePerformance();
  if (performance === undefined) return <p>reading</p>;
  return <p>{performance ? `${performance.wonSignals} won` : 'no record'}</p>;
}

function Since() {
  const count = useSignalsSince(SLOT);
  return <p>{count === undefined ? 'unknown' : `${count} since`}</p>;
}

const keep = (...slots: number[]) =>
  act(() =>
    withDatabase(uid, (database) =>
      storeSignals(
        database,
        ALL,
        createBatch(...slots.map((n) => aSignal(SLOT + n * SLOT_MS))),
        arrival,
        true,
      ),
    ),
  );

describe('useSignals, useSignalCount and usePerformance', () => {
  beforeEach(async () => {
    members += 1;
    uid = `reader-${members}`;
    clearUser('logged-out');
    storeUser(aUser({ id: uid }));
    await withDatabase(uid, (database) => pruneToAudiences(database, ALL));
  });

  it('return undefined while loading, then the newest signals up to the limit', async () => {
    await keep(0, 2, 1);
    render(<List limit={2} />);
    expect(screen.getByText('loading')).toBeInTheDocument();
    expect(await screen.findByText('1415 1410 of 3')).toBeInTheDocument();
  });

  it('return an empty list, not loading, without a history', async () => {
    render(<List limit={2} />);
    expect(await screen.findByText('of 0')).toBeInTheDocument();
  });

  it('update when a signal is stored', async () => {
    await keep(0);
    render(<List limit={20} />);
    await screen.findByText('1405 of 1');
    await keep(1);
    expect(await screen.findByText('1410 1405 of 2')).toBeInTheDocument();
  });

  it('reset at once when another member logs in', async () => {
    await keep(0);
    render(<List limit={20} />);
    await screen.findByText('1405 of 1');
    act(() => {
      clearUser('logged-out');
      storeUser(aUser({ id: 'somebody-else' }));
    });
    expect(screen.getByText('loading')).toBeInTheDocument();
    expect(await screen.findByText('of 0')).toBeInTheDocument();
  });

  it('return null until the record is stored', async () => {
    render(<Record />);
    expect(screen.getByText('reading')).toBeInTheDocument();
    expect(await screen.findByText('no record')).toBeInTheDocument();
    const counters = {
      settled: 10,
      won: 8,
      lost: 1,
      breakEven: 1,
      firstEntryWon: 5,
      confidenceSum: 940,
      missedSlots: 0,
      rules: LADDER_RULES,
      source: 'simulated' as const,
    };
    await act(() =>
      withDatabase(uid, (database) => storePerformance(database, toPerformance(counters))),
    );
    expect(await screen.findByText('8 won')).toBeInTheDocument();
  });
});

describe('useSignalsSince', () => {
  beforeEach(async () => {
    members += 1;
    uid = `counter-${members}`;
    clearUser('logged-out');
    clearContact();
    storeUser(aUser({ id: uid }));
    await withDatabase(uid, (database) => pruneToAudiences(database, ALL));
  });

  it('returns undefined until there was contact with the server after the time', async () => {
    render(<Since />);
    expect(await screen.findByText('unknown')).toBeInTheDocument();
    act(() => recordContact(SLOT - 1));
    expect(screen.getByText('unknown')).toBeInTheDocument();
    act(() => recordContact(SLOT + 1));
    expect(await screen.findByText('0 since')).toBeInTheDocument();
  });

  it('counts stored signals without contact with the server', async () => {
    await keep(0, 1);
    render(<Since />);
    expect(await screen.findByText('2 since')).toBeInTheDocument();
  });
});
