import { DEFAULT_PAIRS, formatPair } from '@quantalgo/contracts/market/pairs';
import { parsePair } from '@quantalgo/contracts/signals/pairText';
import { useState } from 'react';
import type { ImportField } from '../../data/journal/import/columns';
import { listZones } from '../../data/journal/import/context';
import type { ImportChoices } from '../../data/journal/import/draft';
import { Choices } from '../../ui/Choices';
import { FilterSelect } from '../../ui/Filters';
import type { OpenImport } from './useImport';

const FIELD_LABELS: Readonly<Partial<Record<ImportField, string>>> = {
  opened: 'Time opened',
  clock: 'Time of day, if separate',
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

const isField = (name: string): name is ImportField => name in FIELD_LABELS;

function assignColumn(
  choices: ImportChoices,
  field: ImportField,
  column: string | null,
): ImportChoices {
  const { [field]: _previous, ...otherFields } = choices.mapping;
  const mapping = column === null ? otherFields : { ...otherFields, [field]: Number(column) };
  return { ...choices, mapping };
}

const ZONE_NAMES: Readonly<Record<string, string>> = {
  'Africa/Lagos': 'West Africa (WAT)',
  UTC: 'UTC',
  'Europe/Athens': 'Broker time, Athens (UTC+2, +3 in summer)',
  'America/New_York+07:00': 'Broker time, New York close',
};

const formatZoneName = (zone: string): string =>
  ZONE_NAMES[zone] ?? zone.replace(/^.*\//, '').replaceAll('_', ' ');

const formatFit = (fits: number, trades: number): string =>
  `${fits} of ${trades} ${trades === 1 ? 'row' : 'rows'} match`;

interface OptionProps {
  readonly open: OpenImport;
  readonly onChange: (choices: ImportChoices) => void;
}

function ZoneChoice({ open: { choices, preview }, onChange }: OptionProps) {
  const { zones, trades } = preview;
  // Rendering hundreds of options would slow down phones, and few members need them.
  const [showsAllZones, setShowsAllZones] = useState(false);
  if (zones.length === 0) return null;
  const fits = new Map(zones.map((zoneFit) => [zoneFit.zone, zoneFit.fits]));
  const formatZone = (zone: string) => {
    const count = fits.get(zone);
    return count === undefined ? zone : `${formatZoneName(zone)}: ${formatFit(count, trades)}`;
  };
  const options = [...new Set([...fits.keys(), ...(showsAllZones ? listZones() : [])])];
  return (
    <FilterSelect
      label="Time zone of the file"
      all={showsAllZones ? 'Choose a time zone' : 'Other time zones…'}
      options={options}
      getName={formatZone}
      value={choices.zone}
      onChoose={(zone) => {
        if (zone === null) setShowsAllZones(true);
        else onChange({ ...choices, zone });
      }}
    />
  );
}

const DAY_ORDERS = {
  dmy: 'Day first: 03/11 is 3 November',
  mdy: 'Month first: 03/11 is March 11',
} as const;

const REPEAT_OPTIONS = { once: 'Count them once', each: 'They are separate trades' } as const;

function Questions({ open: { choices, preview }, onChange }: OptionProps) {
  const { dayOrder, repeats, needsPair } = preview;
  return (
    <>
      {dayOrder === 'ambiguous' && (
        <Choices
          label="Which date format does this file use?"
          options={['dmy', 'mdy']}
          value={choices.dayOrder}
          labels={DAY_ORDERS}
          onChange={(order) => onChange({ ...choices, dayOrder: order })}
        />
      )}
      {needsPair && (
        <FilterSelect
          label="Pair for all rows"
          all="Choose the pair"
          options={DEFAULT_PAIRS}
          getName={formatPair}
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
              ? `Row ${repeats.first.join()} repeats an earlier row`
              : `${repeats.count} rows repeat earlier rows`
          }
          options={['once', 'each']}
          value={choices.repeats}
          labels={REPEAT_OPTIONS}
          onChange={(mode) => onChange({ ...choices, repeats: mode })}
        />
      )}
    </>
  );
}

function Columns({ open: { header, choices }, onChange }: OptionProps) {
  const { mapping } = choices;
  const hasMapping = mapping.opened !== undefined || mapping.signal !== undefined;
  const [isOpen, setOpen] = useState(!hasMapping);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="text-sm"
    >
      <summary className="min-h-11 cursor-pointer content-center font-semibold">Columns</summary>
      {isOpen && (
        <div className="grid grid-cols-2 gap-3 pt-2">
          {Object.keys(FIELD_LABELS)
            .filter(isField)
            .map((field) => (
              <FilterSelect
                key={field}
                label={FIELD_LABELS[field] ?? field}
                all="Not in the file"
                options={header.map((_, at) => String(at))}
                getName={(at) => header[Number(at)] || `Column ${Number(at) + 1}`}
                value={mapping[field] === undefined ? null : String(mapping[field])}
                onChoose={(column) => onChange(assignColumn(choices, field, column))}
              />
            ))}
        </div>
      )}
    </details>
  );
}

const formatTitles = (titles: readonly string[]): string =>
  titles.map((title) => `“${title}”`).join(', ');

const describeSheets = (sheets: readonly string[]): string =>
  sheets.length === 1
    ? `From the sheet ${formatTitles(sheets)}.`
    : `From the sheets ${formatTitles(sheets)}. Row numbers count through all of them.`;

export function ImportOptions({ open, onChange }: OptionProps) {
  const { header, sheets, leftOut } = open;
  return (
    <div className="grid gap-3">
      {sheets.length > 0 && <p className="text-sm text-muted">{describeSheets(sheets)}</p>}
      {leftOut.length > 0 && (
        <p className="text-sm text-muted">
          {`Left out, because the columns differ: ${formatTitles(leftOut)}.`}
        </p>
      )}
      <ZoneChoice open={open} onChange={onChange} />
      <Questions open={open} onChange={onChange} />
      <Columns key={header.join()} open={open} onChange={onChange} />
    </div>
  );
}
