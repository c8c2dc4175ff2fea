import { journalPath } from '@quantalgo/contracts/core/paths';
import {
  EMPTY_FIELDS,
  type JournalStatus,
  type PartialFields,
} from '@quantalgo/contracts/journal/entry';
import { getSignalPhase, type Signal } from '@quantalgo/contracts/signals/signal';
import { Check } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { serverNow } from '../../data/core/clock';
import type { JournalView } from '../../data/journal/entries';
import { useEntry } from '../../data/journal/useEntry';
import { useHabit } from '../../data/journal/habit';
import { writeEntry } from '../../data/journal/write';
import { describeStorageError } from '../../data/outbox/storageErrors';
import { TextLink } from '../../ui/Links';
import { STATUS_TEXT, formatTrades } from '../../ui/journalText';

const TAP_STATUSES = ['taken', 'paper', 'skipped'] as const satisfies readonly JournalStatus[];

/** The level being played at `now` (epoch ms), or the first if none is. */
function getCurrentLevel(signal: Signal, now: number): number {
  const phase = getSignalPhase(signal, now);
  return phase.name === 'running' ? phase.level : 0;
}

/** A first trade gets the member's last first-level stake and broker. */
function toFields(
  status: (typeof TAP_STATUSES)[number],
  { signal, entry, habit }: { signal: Signal; entry: JournalView; habit: PartialFields },
): PartialFields {
  const facts: PartialFields = { status, pair: signal.pair, direction: signal.direction };
  if (status === 'skipped' || entry.trades.length > 0) return facts;
  const now = serverNow();
  const stake = habit.trades?.[0]?.stake ?? null;
  const isLate = signal.settlement !== null || getSignalPhase(signal, now).name === 'judging';
  const at = isLate ? null : new Date(now).toISOString();
  const trade = { level: getCurrentLevel(signal, now), stake, price: null, at, close: null };
  const { broker = EMPTY_FIELDS.broker } = habit;
  return { ...facts, broker, trades: [trade] };
}

const DELIVERY_TEXT = {
  unsent: ' · waiting for a connection',
  refused: ' · not accepted by the server',
};

const EntrySummary = ({ entry }: { entry: JournalView }) => (
  <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
    <span role="status">
      {`${formatTrades(entry)}${entry.delivery !== 'sent' ? DELIVERY_TEXT[entry.delivery] : ''}`}
    </span>
    <TextLink to={journalPath(entry.id)} className="inline-flex min-h-11 items-center lg:min-h-9">
      {entry.trades.length > 0 ? 'Stake, price, note' : 'Note'}
    </TextLink>
  </p>
);

/** A second tap on the same status removes the entry. */
export function JournalTaps({ uid, signal }: { uid: string; signal: Signal }) {
  const name = useId();
  const entry = useEntry(uid, signal.id);
  const habit = useHabit();
  const [problem, setProblem] = useState<string | null>(null);
  /** The entry as it was tapped. A second write before the first is shown would conflict with it. */
  const tapped = useRef<JournalView | null>(null);
  useEffect(() => {
    const { id, status } = tapped.current ?? {};
    if (entry && (entry.id !== id || entry.status !== status)) tapped.current = null;
  });
  if (!entry || !habit) return <div className="h-16.5" />;
  const tap = (status: (typeof TAP_STATUSES)[number]) => {
    if (tapped.current) return;
    const fields: PartialFields =
      entry.status === status ? { status: 'removed' } : toFields(status, { signal, entry, habit });
    setProblem(null);
    tapped.current = entry;
    writeEntry(uid, entry, fields).catch((error: unknown) => {
      tapped.current = null;
      setProblem(describeStorageError(error));
    });
  };
  const isWritten = entry.status !== null && entry.status !== 'removed';
  return (
    <section aria-labelledby={name} className="grid gap-1 px-4 pt-1 pb-3.5">
      <h3 id={name} className="sr-only">
        Your journal
      </h3>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-2">
        {TAP_STATUSES.map((status) => (
          <button
            key={status}
            type="button"
            aria-pressed={entry.status === status}
            onClick={({ detail: clicks }) => {
              if (clicks < 2) tap(status);
            }}
            className="inline-flex min-h-12 items-center justify-center gap-1.5 rounded-lg border border-edge px-2 text-sm font-semibold transition-colors hover:border-text aria-pressed:border-text aria-pressed:bg-line-soft"
          >
            {entry.status === status && <Check size={16} strokeWidth={2.5} aria-hidden />}
            <span>{STATUS_TEXT[status]}</span>
          </button>
        ))}
      </div>
      {problem !== null && (
        <p role="alert" className="text-sm text-put">
          {problem}
        </p>
      )}
      {problem === null && isWritten && <EntrySummary entry={entry} />}
    </section>
  );
}
