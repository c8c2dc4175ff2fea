import {
  formatCount,
  formatDate,
  formatMoney,
  formatZonedTime,
} from '@quantalgo/contracts/core/format';
import { SLOT_MS, parseSlotId } from '@quantalgo/contracts/core/slots';
import type { Zone } from '@quantalgo/contracts/core/time';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import { useEffect, useId, useRef } from 'react';
import type { ImportChoices } from '../../data/journal/import/draft';
import type { Preview } from '../../data/journal/import/messages';
import { useOlder } from '../../data/signals/older';
import { Button } from '../../ui/Button';
import { FilterSelect } from '../../ui/Filters';
import { formatSignedMoney } from '../../ui/journalText';
import { Notice } from '../../ui/Notice';
import { useZone } from '../../core/zone';
import type { OpenImport } from './useImport';

const formatRowCount = (count: number): string =>
  count === 1 ? '1 row' : `${formatCount(count)} rows`;

const formatEntryTime = (id: string, zone: Zone): string => {
  const at = parseSlotId(id) + SLOT_MS;
  return `${formatDate(at, zone)}, ${formatZonedTime(at, zone)}`;
};

type Rows = Preview['bad'];

function RowList({ label, rows: { count, first } }: { label: string; rows: Rows }) {
  return (
    <ul aria-label={label} className="grid list-disc gap-1 pl-5 text-sm text-muted">
      {first.map(({ line, reason }) => (
        <li key={line}>{`Row ${formatCount(line)}: ${reason}`}</li>
      ))}
      {count > first.length && <li>{`and ${formatCount(count - first.length)} more`}</li>}
    </ul>
  );
}

type Entry = Preview['entries']['first'][number];

const STATE_TEXT = { new: 'New', changed: 'Changed' } as const;

function formatStakes({ stakes }: Entry): string {
  return stakes
    .map(
      ({ level, stake }) =>
        `${stake === null ? 'no stake' : formatMoney(stake / 100)} at level ${level}`,
    )
    .join(', ');
}

function EntryRows({ entries: { count, first } }: Pick<Preview, 'entries'>) {
  const zone = useZone();
  if (count === 0) return null;
  return (
    <ul
      aria-label="Entries to import"
      className="grid max-h-80 divide-y divide-line-soft overflow-y-auto rounded-lg border border-line text-sm"
    >
      {first.map((entry) => (
        <li key={entry.id} className="grid gap-0.5 px-3 py-2" translate="no">
          <span className="flex flex-wrap justify-between gap-x-3 font-semibold tabular-nums">
            <span>{`${entry.pair === null ? 'Signal' : formatPair(entry.pair)} ${entry.direction ?? ''}`}</span>
            <span>{entry.cents === null ? 'open' : formatSignedMoney(entry.cents)}</span>
          </span>
          <span className="text-muted tabular-nums">
            {[STATE_TEXT[entry.state], formatEntryTime(entry.id, zone), formatStakes(entry)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
      {count > first.length && (
        <li className="px-3 py-2 text-muted">{`and ${formatCount(count - first.length)} more`}</li>
      )}
    </ul>
  );
}

function buildNotes({ preview, choices }: OpenImport): string[] {
  const { withoutStake, addedUp, unclearPrices, shortened, others } = preview;
  const noColumn = choices.mapping.stake === undefined && choices.mapping.signal === undefined;
  return [
    ...(withoutStake > 0
      ? [
          noColumn
            ? 'No stake column is chosen. Choose one under Columns, or import the trades without stakes.'
            : `${formatRowCount(withoutStake)} without a stake: imported with an unknown stake.`,
        ]
      : []),
    ...(addedUp.count > 0
      ? [
          addedUp.count === 1
            ? `Row ${addedUp.first.join()} is at the same level as another row: their stakes are added together.`
            : `${formatRowCount(addedUp.count)} are at the same level as another row: their stakes are added together.`,
        ]
      : []),
    ...(unclearPrices.count > 0
      ? [`${formatRowCount(unclearPrices.count)} with an unclear price: the price is left out.`]
      : []),
    ...(shortened.count > 0
      ? [
          `${formatRowCount(shortened.count)} with a long broker name, note or list of tags: cut to fit.`,
        ]
      : []),
    ...(others > 0
      ? [`${formatRowCount(others)} without a trade, such as deposits or totals.`]
      : []),
  ];
}

function OlderRows({ count, onSignals }: { count: number; onSignals: () => void }) {
  const { state, load } = useOlder();
  const isRequested = useRef(false);
  useEffect(() => {
    if (state !== 'complete' || !isRequested.current) return;
    isRequested.current = false;
    onSignals();
  }, [state, onSignals]);
  return (
    <Notice
      actions={
        state !== 'complete' && (
          <Button
            size="small"
            busyLabel={state === 'loading' ? 'Loading…' : undefined}
            onClick={() => {
              isRequested.current = true;
              load();
            }}
          >
            Load older signals
          </Button>
        )
      }
    >
      {`${formatRowCount(count)} may belong to signals that aren’t on this device yet.${state === 'failed' ? ' Couldn’t load older signals. Check your connection and try again.' : ''}`}
    </Notice>
  );
}

type AmbiguousRow = Preview['picked'][number];

/** Null if the choice is no longer offered, because the time zone was changed. */
const getPick = ({ line, candidates }: AmbiguousRow, { picks }: ImportChoices): string | null =>
  candidates.find(({ id }) => id === picks[line])?.id ?? null;

function AmbiguousRows({
  open: { preview, choices },
  onChange,
}: {
  open: OpenImport;
  onChange: (choices: ImportChoices) => void;
}) {
  const zone = useZone();
  const headingId = useId();
  const { count, first } = preview.undecided;
  const rows = [...preview.picked, ...first].sort((a, b) => a.line - b.line);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="grid gap-2">
      <h3 id={headingId} className="text-sm font-semibold">
        Rows that match more than one signal
      </h3>
      {count > 0 && <p className="text-sm text-muted">{`${formatCount(count)} still to choose`}</p>}
      {rows.map((row) => (
        <FilterSelect
          key={row.line}
          label={`Row ${formatCount(row.line)}`}
          all="Leave it out"
          options={row.candidates.map(({ id }) => id)}
          getName={(id) => {
            const level = row.candidates.find((candidate) => candidate.id === id)?.level ?? 0;
            return `Level ${level} of the signal entered ${formatEntryTime(id, zone)}`;
          }}
          value={getPick(row, choices)}
          onChoose={(id) => {
            const { [row.line]: _previous, ...otherPicks } = choices.picks;
            onChange({
              ...choices,
              picks: id === null ? otherPicks : { ...otherPicks, [row.line]: id },
            });
          }}
        />
      ))}
      {count > first.length && (
        <p className="text-sm text-muted">{`${formatCount(count - first.length)} more left out.`}</p>
      )}
    </section>
  );
}

function RemovedEntries({
  open: { preview, choices },
  onChange,
}: {
  open: OpenImport;
  onChange: (choices: ImportChoices) => void;
}) {
  const { removed } = preview;
  const { importsRemoved } = choices;
  if (removed === 0) return null;
  const isOne = removed === 1;
  const singular = importsRemoved
    ? 'is imported again, with only what the file says. Anything else in it, such as a picture, is not kept'
    : 'stays removed';
  const plural = importsRemoved
    ? 'are imported again, with only what the file says. Anything else in them, such as pictures, is not kept'
    : 'stay removed';
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 text-sm">
      <span className="text-muted">
        {isOne
          ? `1 entry that you removed ${singular}.`
          : `${formatCount(removed)} entries that you removed ${plural}.`}
      </span>
      <label className="flex min-h-11 cursor-pointer items-center gap-2">
        <input
          type="checkbox"
          checked={importsRemoved}
          onChange={({ target }) => onChange({ ...choices, importsRemoved: target.checked })}
        />
        <span>{isOne ? 'Import it again' : 'Import them again'}</span>
      </label>
    </div>
  );
}

export function ImportPreview({
  open,
  onChange,
  onSaveSkippedRows,
  onSignals,
}: {
  open: OpenImport;
  onChange: (choices: ImportChoices) => void;
  onSaveSkippedRows: () => void;
  onSignals: () => void;
}) {
  const { preview } = open;
  const { trades, fits, states, outside, bad, older, undecided } = preview;
  const notes = buildNotes(open);
  const skippedCount = outside.count + bad.count + undecided.count;
  return (
    <div className="grid min-w-0 gap-3">
      <p role="status" className="text-sm font-semibold">
        {`${formatCount(fits)} of ${formatRowCount(trades)} match a signal: ${formatCount(states.new)} new, ${formatCount(states.changed)} changed, ${formatCount(states.same)} already in your journal.`}
      </p>
      <EntryRows entries={preview.entries} />
      <RemovedEntries open={open} onChange={onChange} />
      {notes.length > 0 && (
        <ul aria-label="Notes" className="grid list-disc gap-1 pl-5 text-sm text-muted">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <AmbiguousRows open={open} onChange={onChange} />
      {older > 0 && <OlderRows count={older} onSignals={onSignals} />}
      {bad.count > 0 && (
        <section className="grid gap-2">
          <h3 className="text-sm font-semibold">
            {`${formatRowCount(bad.count)} can’t be imported`}
          </h3>
          <RowList label="Rows that can’t be imported" rows={bad} />
        </section>
      )}
      {outside.count > 0 && (
        <section className="grid gap-2">
          <h3 className="text-sm font-semibold">
            {outside.count === 1
              ? '1 row matches none of our signals'
              : `${formatRowCount(outside.count)} match none of our signals`}
          </h3>
          <RowList label="Rows that match none of our signals" rows={outside} />
        </section>
      )}
      {skippedCount > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
          <span>
            These rows won’t be added to your journal. You can save them as a separate file.
          </span>
          <Button size="small" onClick={onSaveSkippedRows}>
            Save these rows
          </Button>
        </div>
      )}
    </div>
  );
}
