import { DEFAULT_PAIRS, pairLabel } from '@quantalgo/contracts/market/pairs';
import { parsePair } from '@quantalgo/contracts/signals/pairText';
import { useState } from 'react';
import type { ImportField } from '../../data/journal/import/columns';
import { allZones } from '../../data/journal/import/context';
import { Choices } from '../../ui/Choices';
import { FilterSelect } from '../../ui/Filters';
import type { ImportChoices, OpenImport } from './useImport';

/** The fields whose columns a member can choose, with their labels. */
const LABELS: Readonly<Partial<Record<ImportField, string>>> = {
  opened: 'Time opened',
  clock: 'Time of day, if apart',
  pair: 'Pair',
  direction: 'Call or put',
  stake: 'Stake, $',
  price: 'Broker’s price',
  close: 'Broker’s close',
  payout: 'Payout, %',
  ticket: 'Trade number',
  broker: 'Broker',
  note: 'Note',
  tags: 'Tags',
  signal: 'Signal',
  level: 'Level',
  what: 'What you did',
};

const isField = (name: string): name is ImportField => name in LABELS;

function withColumn(
  choices: ImportChoices,
  field: ImportField,
  column: string | null,
): ImportChoices {
  const { [field]: _before, ...others } = choices.mapping;
  const mapping = column === null ? others : { ...others, [field]: Number(column) };
  return { ...choices, mapping };
}

const ZONE_NAMES: Readonly<Record<string, string>> = {
  'Africa/Lagos': 'West Africa (WAT)',
  UTC: 'UTC',
  'Europe/Athens': 'Broker time, Athens (UTC+2, +3 in summer)',
  'America/New_York+07:00': 'Broker time, New York close',
};

const zoneName = (zone: string): string =>
  ZONE_NAMES[zone] ?? zone.replace(/^.*\//, '').replaceAll('_', ' ');

const fitText = (fits: number, trades: number): string =>
  `${fits} of ${trades} ${trades === 1 ? 'row' : 'rows'} fit`;

interface Parts {
  readonly open: OpenImport;
  readonly onChange: (choices: ImportChoices) => void;
}

function ZoneChoice({ open: { choices, preview }, onChange }: Parts) {
  const { zones, trades } = preview;
  // Hundreds of options would hold up a slow phone that needs none of them.
  const [isWhole, setWhole] = useState(false);
  if (zones.length === 0) return null;
  const fits = new Map(zones.map((one) => [one.zone, one.fits]));
  const nameOf = (zone: string) => {
    const count = fits.get(zone);
    return count === undefined ? zone : `${zoneName(zone)}: ${fitText(count, trades)}`;
  };
  const options = [...new Set([...fits.keys(), ...(isWhole ? allZones() : [])])];
  return (
    <FilterSelect
      label="Time zone of the file"
      all={isWhole ? 'Choose a time zone' : 'Other time zones…'}
      options={options}
      nameOf={nameOf}
      value={choices.zone}
      onChoose={(zone) => {
        if (zone === null) setWhole(true);
        else onChange({ ...choices, zone });
      }}
    />
  );
}

const DAY_ORDERS = {
  dmy: 'Day first: 03/11 is 3 November',
  mdy: 'Month first: 03/11 is March 11',
} as const;

const REPEATS = { once: 'Count them once', each: 'They are separate trades' } as const;

function Questions({ open: { choices, preview }, onChange }: Parts) {
  const { dayOrder, repeats, needsPair } = preview;
  return (
    <>
      {dayOrder === 'open' && (
        <Choices
          label="How does this file write dates?"
          options={['dmy', 'mdy']}
          value={choices.dayOrder}
          labels={DAY_ORDERS}
          onChange={(order) => onChange({ ...choices, dayOrder: order })}
        />
      )}
      {needsPair && (
        <FilterSelect
          label="Pair of all rows"
          all="Choose the pair"
          options={DEFAULT_PAIRS}
          nameOf={pairLabel}
          value={choices.pair}
          onChoose={(pair) =>
            onChange({ ...choices, pair: pair === null ? null : parsePair(pair) })
          }
        />
      )}
      {repeats.count > 0 && (
        <Choices
          label={
            repeats.count === 1
              ? `Row ${repeats.first.join()} repeats a row before it`
              : `${repeats.count} rows repeat a row before them`
          }
          options={['once', 'each']}
          value={choices.repeats}
          labels={REPEATS}
          onChange={(how) => onChange({ ...choices, repeats: how })}
        />
      )}
    </>
  );
}

function Columns({ open: { header, choices }, onChange }: Parts) {
  const { mapping } = choices;
  const isRead = mapping.opened !== undefined || mapping.signal !== undefined;
  const [isShown, setShown] = useState(!isRead);
  return (
    <details
      open={isShown}
      onToggle={({ currentTarget }) => setShown(currentTarget.open)}
      className="text-sm"
    >
      <summary className="min-h-11 cursor-pointer content-center font-semibold">Columns</summary>
      {isShown && (
        <div className="grid grid-cols-2 gap-3 pt-2">
          {Object.keys(LABELS)
            .filter(isField)
            .map((field) => (
              <FilterSelect
                key={field}
                label={LABELS[field] ?? field}
                all="Not in the file"
                options={header.map((_, at) => String(at))}
                nameOf={(at) => header[Number(at)] || `Column ${Number(at) + 1}`}
                value={mapping[field] === undefined ? null : String(mapping[field])}
                onChoose={(column) => onChange(withColumn(choices, field, column))}
              />
            ))}
        </div>
      )}
    </details>
  );
}

/** What the member says of a file: its time zone, what it leaves open, and its columns. */
export function ImportOptions({ open, onChange }: Parts) {
  const { header, sheet } = open;
  return (
    <div className="grid gap-3">
      {sheet !== null && <p className="text-sm text-muted">{`From the sheet “${sheet}”.`}</p>}
      <ZoneChoice open={open} onChange={onChange} />
      <Questions open={open} onChange={onChange} />
      <Columns key={header.join()} open={open} onChange={onChange} />
    </div>
  );
}
