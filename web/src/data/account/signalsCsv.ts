import type { ReceivedProof } from '@quantalgo/contracts';
import { csvCell } from '../ledger/exportLedger';

const COLUMNS = [
  'id',
  'created at',
  'pair',
  'direction',
  'strategy',
  'entry price',
  'confidence',
  'status',
  'outcome',
  'level',
  'closes',
  'ledger publication',
  'ledger settlement',
] as const;

function cellsOf({ signal, ledger }: ReceivedProof): (string | number | null | undefined)[] {
  const { settlement } = signal;
  return [
    signal.id,
    signal.createdAt,
    signal.pair,
    signal.direction,
    signal.strategy,
    signal.entryPrice,
    signal.confidence,
    signal.status,
    signal.outcome,
    settlement?.level,
    settlement?.closes.map(({ price }) => price ?? 'none').join(' '),
    ledger.publication?.hash,
    ledger.settlement?.hash,
  ];
}

/** The signals that a member received, one a line, with the hashes under which the public ledger holds them. */
export function signalsCsv(signals: readonly ReceivedProof[]): string {
  const lines = [COLUMNS, ...signals.map(cellsOf)];
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}
