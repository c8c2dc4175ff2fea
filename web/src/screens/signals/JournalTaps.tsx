import { journalPath, PATHS } from '@quantalgo/contracts/core/paths';
import {
  EMPTY_FIELDS,
  type JournalStatus,
  type PartialFields,
} from '@quantalgo/contracts/journal/entry';
import { getSignalPhase, type Signal } from '@quantalgo/contracts/signals/signal';
import { BookOpen } from 'lucide-react';
import { useId, useState } from 'react';
import { serverNow } from '../../data/core/clock';
import type { JournalView } from '../../data/journal/entries';
import { useEntry } from '../../data/journal/useEntry';
import { useHabit } from '../../data/journal/habit';
import { writeEntry } from '../../data/journal/write';
import { describeStorageError } from '../../data/outbox/storageErrors';
import { TextLink } from '../../ui/Links';
import { STATUS_TEXT, formatTrades } from '../../ui/journalText';

const TAPS = ['taken', 'paper', 'skipped'] as const satisfies readonly JournalStatus[];

/** The level being played at `now` (epoch ms), or the first if none is. */
function getCurrentLevel(signal: Signal, now: number): number {
  const phase = getSignalPhase(signal, now);
  return phase.name === 'running' ? phase.level : 0;
}

/** A first trade gets the member's last stake, broker and payout. */
function toFields(
  status: (typeof TAPS)[number],
  { signal, entry, habit }: { signal: Signal; entry: JournalView; habit: PartialFields },
): PartialFields {
  const facts: PartialFields = { status, pair: signal.pair, direction: signal.direction };
  if (status === 'skipped' || entry.trades.length > 0) return facts;
  const now = serverNow();
  const stake = habit.trades?.[0]?.stake ?? null;
  const isLate = signal.settlement !== null;
  const at = isLate ? null : new Date(now).toISOString();
  const trade = { level: getCurrentLevel(signal, now), stake, price: null, at, close: null };
  const { broker = EMPTY_FIELDS.broker, payout = EMPTY_FIELDS.payout } = habit;
  return { ...facts, broker, payout, trades: [trade] };
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
  if (!entry || !habit) return <div className="h-27.5 border-t border-line-soft sm:h-16" />;
  const tap = (status: (typeof TAPS)[number]) => {
    const fields: PartialFields =
      entry.status === status ? { status: 'removed' } : toFields(status, { signal, entry, habit });
    setProblem(null);
    writeEntry(uid, entry, fields).catch((error: unknown) =>
      setProblem(describeStorageError(error)),
    );
  };
  const isWritten = entry.status !== null && entry.status !== 'removed';
  return (
    <section
      aria-labelledby={name}
      className="grid min-h-27.5 content-center gap-x-4 gap-y-1 border-t border-line-soft px-4 py-2.5 sm:min-h-16 @lg:flex @lg:items-center @lg:justify-between"
    >
      <h3 id={name} className="sr-only">
        Your journal
      </h3>
      <div className="flex flex-wrap gap-1.5">
        {TAPS.map((status) => (
          <button
            key={status}
            type="button"
            aria-pressed={entry.status === status}
            onClick={() => tap(status)}
            className="min-h-11 rounded-md border border-line px-3 text-sm font-semibold text-muted transition-colors hover:text-text aria-pressed:border-text aria-pressed:bg-line-soft aria-pressed:text-text lg:min-h-9"
          >
            {STATUS_TEXT[status]}
          </button>
        ))}
      </div>
      {problem !== null && (
        <p role="alert" className="text-sm text-put">
          {problem}
        </p>
      )}
      {problem === null &&
        (isWritten ? (
          <EntrySummary entry={entry} />
        ) : (
          <TextLink
            to={PATHS.journal}
            className="inline-flex min-h-11 items-center gap-1.5 text-xs lg:min-h-9"
          >
            <BookOpen size={14} aria-hidden />
            <span>Your journal</span>
          </TextLink>
        ))}
    </section>
  );
}
