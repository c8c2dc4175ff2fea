import { formatTime } from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { formatPrice, formatPair } from '@quantalgo/contracts/market/pairs';
import { Image as ImageIcon } from 'lucide-react';
import { type KeyboardEventHandler, memo, useMemo } from 'react';
import type { JournalView } from '../../data/journal/entries';
import { useZone } from '../../core/zone';
import { Chip } from '../../ui/Chip';
import { DirectionMark } from '../../ui/instruments/DirectionMark';
import { LineList } from '../../ui/LineList';
import { LinkButton } from '../../ui/Links';
import { formatSignedMoney, STATUS_TEXT, formatTrades } from '../../ui/journalText';
import { type IndexedEntry, type EntryListLine, toEntryLines } from './find';
import { formatDayName } from './HeatMap';

const hasTrades = ({ status }: JournalView): boolean => status === 'taken' || status === 'paper';

const hasWords = ({ note, tags, picture, conflicts, delivery }: JournalView): boolean =>
  note !== '' || tags.length > 0 || picture !== null || conflicts.length > 0 || delivery !== 'sent';

/** Heights in rem: a day's heading, and an entry by its number of extra lines. */
const DAY_HEIGHT = 2.5;
const ENTRY_HEIGHTS = [3.25, 4.5, 5.75] as const;

function getHeight(line: EntryListLine): number {
  if (line.kind === 'day') return DAY_HEIGHT;
  const { view } = line.entry;
  const extraLines = Number(hasTrades(view)) + Number(hasWords(view));
  return ENTRY_HEIGHTS[extraLines] ?? ENTRY_HEIGHTS[2];
}

const RESULT_CLASSES = { 1: 'text-call', 0: 'text-flat', [-1]: 'text-put' } as const;

const getTone = (cents: number) => RESULT_CLASSES[cents > 0 ? 1 : cents < 0 ? -1 : 0];

function Result({ entry: { view, result } }: { entry: IndexedEntry }) {
  if (view.status === 'skipped' || view.status === 'removed')
    return <span className="text-sm text-faint">{STATUS_TEXT[view.status]}</span>;
  if (result.cents !== null)
    return (
      <span
        translate="no"
        className={`text-base font-semibold tabular-nums ${getTone(result.cents)}`}
      >
        {formatSignedMoney(result.cents)}
      </span>
    );
  const isSettled = result.trades.length > 0 && result.trades.every(({ outcome }) => outcome);
  return (
    <span className="text-sm text-faint">
      {isSettled ? 'no stake yet' : view.record ? 'open' : 'result pending'}
    </span>
  );
}

const DELIVERY_TEXT = {
  unsent: 'waiting for a connection',
  refused: 'not accepted by the server',
} as const;

function formatPrices({ pair, result }: IndexedEntry): string[] {
  const price = result.trades.find(({ price: tradePrice }) => tradePrice !== null)?.price;
  return [
    ...(typeof price === 'number' && pair !== null
      ? [`entered at ${formatPrice(pair, price)}`]
      : []),
    ...(result.differs && result.recordedCents !== null
      ? [`${formatSignedMoney(result.recordedCents)} by the record`]
      : []),
  ];
}

const Words = ({ view }: { view: JournalView }) => (
  <span className="flex min-w-0 items-center gap-2 text-sm">
    {view.delivery !== 'sent' && (
      <span className="shrink-0 text-xs text-amber">{DELIVERY_TEXT[view.delivery]}</span>
    )}
    {view.picture !== null && (
      <ImageIcon size={14} aria-label="With a picture" className="shrink-0 text-muted" />
    )}
    {view.conflicts.length > 0 && <Chip tone="warning">Two versions</Chip>}
    <span className="truncate">
      {[view.note.replaceAll('\n', ' '), ...view.tags.map((tag) => `#${tag}`)]
        .filter(Boolean)
        .join(' ')}
    </span>
  </span>
);

const EntryLine = memo(function EntryLine({
  entry,
  onOpen,
  onKeyDown,
}: {
  entry: IndexedEntry;
  onOpen: (id: string) => void;
  onKeyDown: KeyboardEventHandler;
}) {
  const zone = useZone();
  const { view, pair, direction, at } = entry;
  return (
    <button
      type="button"
      onClick={() => onOpen(view.id)}
      onKeyDown={onKeyDown}
      className="flex size-full items-start gap-3 border-t border-line-soft px-4 py-3 text-left transition-colors hover:bg-sunk"
    >
      <time
        translate="no"
        dateTime={new Date(at).toISOString()}
        className="w-10 shrink-0 pt-0.5 text-sm text-muted tabular-nums"
      >
        {formatTime(at, zone)}
      </time>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex items-baseline justify-between gap-3">
          <span className="flex min-w-0 items-center gap-2.5">
            <span translate={pair === null ? undefined : 'no'} className="truncate font-semibold">
              {pair === null ? 'Signal not loaded yet' : formatPair(pair)}
            </span>
            {direction && <DirectionMark direction={direction} />}
          </span>
          <span className="shrink-0">
            <Result entry={entry} />
          </span>
        </span>
        {hasTrades(view) && (
          <span className="truncate text-xs text-muted tabular-nums">
            {[formatTrades(view), ...formatPrices(entry)].join(' · ')}
          </span>
        )}
        {hasWords(view) && <Words view={view} />}
      </span>
    </button>
  );
});

const getKey = (line: EntryListLine): string =>
  line.kind === 'day' ? line.day : line.entry.view.id;

const getNumber = (line: EntryListLine): number | null =>
  line.kind === 'day' ? null : line.number;

export function EntryList({
  entries,
  onOpen,
}: {
  entries: readonly IndexedEntry[];
  onOpen: (id: string) => void;
}) {
  const lines = useMemo(() => toEntryLines(entries), [entries]);
  const accessors = { getHeightRem: getHeight, getKey, getNumber };
  return (
    <LineList label="Entries" lines={lines} count={entries.length} {...accessors}>
      {(line, onKeyDown) =>
        line.kind === 'day' ? (
          <h2 className="flex h-10 items-end justify-between px-4 pb-1.5 text-sm">
            <span>{formatDayName(line.day)}</span>
            <span className="text-xs font-normal text-faint tabular-nums">
              {line.entries === 1 ? '1 entry' : `${line.entries} entries`}
            </span>
          </h2>
        ) : (
          <EntryLine entry={line.entry} onOpen={onOpen} onKeyDown={onKeyDown} />
        )
      }
    </LineList>
  );
}

/** @param hasEntries true if there are entries, but none match */
export const NoEntries = ({ hasEntries }: { hasEntries: boolean }) => (
  <div className="grid justify-items-start gap-3 p-5">
    <h2 className="text-base">{hasEntries ? 'No matching entries' : 'No entries yet'}</h2>
    <p className="max-w-prose text-sm text-muted">
      {hasEntries
        ? 'Remove a search word or clear a filter.'
        : 'Tap Taken, On paper or Skipped below a signal to add an entry. This works offline, and only you can read your journal.'}
    </p>
    {!hasEntries && <LinkButton to={PATHS.signals}>Go to signals</LinkButton>}
  </div>
);
