import { countText, type User } from '@quantalgo/contracts';
import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { readLocalJson, writeLocal } from '../../data/core/webStorage';
import {
  csvRows,
  guessedMapping,
  type Mapping,
  mappingSchema,
  readCsv,
  type ReadCsv,
} from '../../data/journal/csv';
import { entryView, type JournalView } from '../../data/journal/entries';
import { CSV_FIELDS, type CsvField } from '../../data/journal/journalCsv';
import { writeEntries } from '../../data/journal/write';
import { storageErrorText } from '../../data/outbox/storageErrors';
import { Button } from '../../ui/Button';
import { FileField } from '../../ui/FileField';
import { FilterSelect } from '../../ui/Filters';
import { Notice } from '../../ui/Notice';

const MAPPINGS = 'quantalgo.journal-csv';

const LABELS: Readonly<Record<CsvField, string>> = {
  signal: 'Signal',
  opened: 'Time opened (UTC)',
  pair: 'Pair',
  direction: 'Direction',
  what: 'What you did',
  level: 'Level',
  stake: 'Stake, $',
  price: 'Broker’s price',
  close: 'Broker’s close',
  broker: 'Broker',
  payout: 'Payout, %',
  note: 'Note',
  tags: 'Tags',
};

const UNREADABLE = 'This file can’t be read. Please choose it again, or another one.';

/** The rows of bad lines that are named; the others are counted. */
const NAMED = 20;

interface Chosen {
  readonly file: File;
  readonly rows: readonly string[][];
  /** Whether its columns name signals or times, without which no row can be taken. */
  readonly isGuessed: boolean;
}

const keptSchema = z.object({ header: z.string(), mapping: mappingSchema });

/** The mapping that was used last for a file with this header; else the one that its names suggest. */
function firstMapping(header: readonly string[]): Mapping {
  const kept = keptSchema.safeParse(readLocalJson(MAPPINGS)).data;
  return kept?.header === header.join() ? kept.mapping : guessedMapping(header);
}

function withColumn(mapping: Mapping, field: CsvField, column: string | null): Mapping {
  const { [field]: _before, ...others } = mapping;
  return column === null ? others : { ...others, [field]: Number(column) };
}

const entriesText = (count: number): string =>
  count === 1 ? '1 entry' : `${countText(count)} entries`;

/** What an import would take, and which rows it leaves out. */
function RowsFound({ read: { writes, known, bad } }: { read: ReadCsv }) {
  return (
    <>
      <p role="status" className="text-sm">
        {entriesText(writes.length)} to import, {countText(known)} already here,{' '}
        {bad.length === 1 ? '1 row' : `${countText(bad.length)} rows`} skipped.
      </p>
      {bad.length > 0 && (
        <ul aria-label="Skipped rows" className="grid list-disc gap-1 pl-5 text-sm text-muted">
          {bad.slice(0, NAMED).map(({ line, why }) => (
            <li key={line}>
              Row {countText(line)}: {why}
            </li>
          ))}
          {bad.length > NAMED && <li>and {countText(bad.length - NAMED)} more</li>}
        </ul>
      )}
    </>
  );
}

const Columns = ({
  header,
  mapping,
  onMap,
}: {
  header: readonly string[];
  mapping: Mapping;
  onMap: (mapping: Mapping) => void;
}) => (
  <div className="grid grid-cols-2 gap-3 pt-2">
    {CSV_FIELDS.map((field) => (
      <FilterSelect
        key={field}
        label={LABELS[field]}
        all="Not in the file"
        options={header.map((_, at) => String(at))}
        nameOf={(at) => header[Number(at)] ?? at}
        value={mapping[field] === undefined ? null : String(mapping[field])}
        onChoose={(column) => onMap(withColumn(mapping, field, column))}
      />
    ))}
  </div>
);

/** The chosen file, its columns, and what is wrong with it. */
function useCsvFile() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [mapping, setMapping] = useState<Mapping>({});
  const [problem, setProblem] = useState<string | null>(null);
  const newest = useRef<File | null>(null);
  const choose = async (file: File) => {
    newest.current = file;
    const rows = await file
      .text()
      .then(csvRows)
      .catch(() => null);
    if (newest.current !== file) return;
    if (!rows) {
      setProblem(UNREADABLE);
      setChosen(null);
      return;
    }
    setProblem(rows.length < 2 ? 'This file has no rows below its first.' : null);
    const first = firstMapping(rows[0] ?? []);
    const isGuessed = first.signal !== undefined || first.opened !== undefined;
    setChosen({ file, rows, isGuessed });
    setMapping(first);
  };
  return { chosen, mapping, setMapping, problem, setProblem, choose };
}

/** Takes a file of trades into the journal: columns by a mapping that is remembered, bad rows named, nothing twice. */
export function CsvDialog({
  user,
  journal,
  onClose,
}: {
  user: User;
  journal: readonly JournalView[];
  onClose: () => void;
}) {
  const { chosen, mapping, setMapping, problem, setProblem, choose } = useCsvFile();
  const [doing, setDoing] = useState(false);
  const [header = []] = chosen?.rows ?? [];
  const views = new Map(journal.map((view) => [view.id, view]));
  const read = chosen
    ? readCsv(chosen.rows, mapping, (id) => views.get(id) ?? entryView(id, undefined, []))
    : null;
  const take = async () => {
    if (!read) return;
    setDoing(true);
    try {
      await writeEntries(user.id, read.writes);
      writeLocal(MAPPINGS, JSON.stringify({ header: header.join(), mapping }));
      onClose();
    } catch (error) {
      setProblem(storageErrorText(error));
      setDoing(false);
    }
  };
  return (
    <div className="grid gap-4 p-5">
      <h2 className="text-lg">Import trades</h2>
      <p className="text-sm text-muted">
        A CSV file from your broker, or one that this page exported. Nothing is written before you
        press Import, and existing entries aren’t duplicated.
      </p>
      <FileField
        label="File"
        accept=".csv,text/csv"
        asks="Choose a CSV file"
        takes="From your broker, or exported here"
        file={chosen?.file ?? null}
        onFile={(file) => void choose(file)}
      />
      {read && <RowsFound read={read} />}
      {chosen && header.length > 0 && (
        <details key={chosen.file.name} open={!chosen.isGuessed} className="text-sm">
          <summary className="min-h-11 cursor-pointer content-center font-semibold">
            Column mapping
          </summary>
          <Columns header={header} mapping={mapping} onMap={setMapping} />
        </details>
      )}
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          busyLabel={doing ? 'Importing…' : undefined}
          disabled={!read || read.writes.length === 0}
          onClick={() => void take()}
        >
          {read && read.bad.length > 0 ? 'Import the valid rows' : 'Import'}
        </Button>
      </div>
    </div>
  );
}
