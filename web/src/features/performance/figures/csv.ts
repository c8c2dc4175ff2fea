import { pairLabel } from '@quantalgo/contracts';
import { csvCell } from '../../../data/ledger/exportLedger';
import { entryOf } from '../../../data/signals/useDigests';
import type { SettledDigest } from './chosen';

const COLUMNS = [
  'slot',
  'entry (UTC)',
  'pair',
  'direction',
  'strategy',
  'confidence',
  'first entry',
  'outcome',
  'level',
  'closes',
  'prices from',
];

const rowOf = ({ ending, ...signal }: SettledDigest) => [
  signal.id,
  new Date(entryOf(signal)).toISOString(),
  pairLabel(signal.pair),
  signal.direction,
  signal.strategy,
  signal.confidence.value,
  signal.firstEntry.value,
  ending.outcome,
  ending.level,
  ending.closes.map(({ price }) => price ?? 'none').join(' '),
  signal.source,
];

/** These signals as CSV that no spreadsheet runs as formulas, in the order given. */
export const csvOf = (signals: readonly SettledDigest[]): string =>
  [COLUMNS, ...signals.map(rowOf)].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
