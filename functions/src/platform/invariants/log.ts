import { encodeBase64 } from '@quantalgo/contracts/record/log/base64';
import {
  parseCheckpoint,
  formatCheckpoint,
  parseSignedNote,
} from '@quantalgo/contracts/record/log/checkpoint';
import { toLeaf } from '@quantalgo/contracts/record/log/entryBundle';
import { joinHashes } from '@quantalgo/contracts/record/log/tiles';
import type { Hash } from '@quantalgo/contracts/record/log/tree';
import * as z from 'zod/mini';
import {
  createEmptyLog,
  type FullTile,
  growLog,
  type Log,
  getLogRoot,
  originOf,
} from '../../domain/record/log';
import { indexById, type Rule, type Snapshot } from './snapshot';

const encodeHashes = (hashes: readonly Hash[]) => encodeBase64(joinHashes(hashes));

const entrySchema = z.record(z.string(), z.json());

function* readLeaves({ record }: Snapshot, count: number): Generator<Uint8Array> {
  let position = 0;
  for (const { data } of record.readLedger()) {
    if (position >= count) return;
    position += 1;
    const entry = entrySchema.safeParse(data);
    if (entry.success) yield toLeaf(entry.data);
  }
}

/** Only the log's right edge stays in memory. */
function rebuildLog(
  snapshot: Snapshot,
  { ledgerId, size }: Pick<Log, 'ledgerId' | 'size'>,
  onTile?: (tile: FullTile) => void,
): Log {
  let log = createEmptyLog(ledgerId);
  for (const leaf of readLeaves(snapshot, size)) {
    const step = growLog(log, [leaf]);
    if (onTile) for (const tile of step.tiles) onTile(tile);
    ({ log } = step);
  }
  return log;
}

function describeCheckpointFault(
  snapshot: Snapshot,
  { ledgerId, size }: Log,
  checkpoint: string,
): string | null {
  try {
    const { text } = parseSignedNote(checkpoint);
    const signedCheckpoint = parseCheckpoint(text);
    if (signedCheckpoint.size > size) return 'is for a longer log';
    const log = rebuildLog(snapshot, { ledgerId, size: signedCheckpoint.size });
    const expected = { origin: originOf(ledgerId), size: log.size, root: getLogRoot(log) };
    return text === formatCheckpoint(expected) ? null : 'is for another log';
  } catch (error) {
    return `can’t be checked: ${String(error)}`;
  }
}

export const LOG_RULES: readonly Rule[] = [
  {
    description:
      'The log’s hashes and checkpoint match the ledger’s entries, as far as the log goes',
    scope: 'record',
    violations: (snapshot) => {
      const stored = snapshot.documents.logs.find(({ id }) => id === 'current')?.data;
      if (!stored) return [];
      const storedTiles = indexById(snapshot.documents.logTiles);
      const wrongTileIds: string[] = [];
      const log = rebuildLog(snapshot, stored, ({ level, index, hashes }) => {
        const id = `${level}-${index}`;
        if (storedTiles.get(id)?.hashes !== encodeHashes(hashes)) wrongTileIds.push(id);
      });
      const isConsistent =
        log.size === stored.size && log.edge.map(encodeHashes).join() === stored.edge.join();
      const { checkpoint } = stored;
      const fault = checkpoint === null ? null : describeCheckpointFault(snapshot, log, checkpoint);
      return [
        ...wrongTileIds.map((id) => `logTiles/${id} doesn’t match the ledger`),
        ...(isConsistent ? [] : ['logs/current doesn’t match the ledger']),
        ...(fault === null ? [] : [`the checkpoint in logs/current ${fault}`]),
      ];
    },
  },
];
