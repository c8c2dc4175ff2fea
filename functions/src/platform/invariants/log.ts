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
import { createEmptyLog, growLog, type Log, getLogRoot, originOf } from '../../domain/record/log';
import { indexById, type Rule, type Snapshot } from './snapshot';

const encodeHashes = (hashes: readonly Hash[]) => encodeBase64(joinHashes(hashes));

const entrySchema = z.record(z.string(), z.json());

const readLeaves = ({ collections }: Snapshot, count: number) =>
  [...(collections['ledger'] ?? [])]
    .sort((a, b) => Number(a.id) - Number(b.id))
    .slice(0, count)
    .flatMap(({ data }) => {
      const entry = entrySchema.safeParse(data);
      return entry.success ? [toLeaf(entry.data)] : [];
    });

function describeCheckpointFault(
  snapshot: Snapshot,
  { ledgerId, size }: Log,
  checkpoint: string,
): string | null {
  try {
    const { text } = parseSignedNote(checkpoint);
    const signedCheckpoint = parseCheckpoint(text);
    if (signedCheckpoint.size > size) return 'is for a longer log';
    const { log } = growLog(createEmptyLog(ledgerId), readLeaves(snapshot, signedCheckpoint.size));
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
      const { log, tiles } = growLog(
        createEmptyLog(stored.ledgerId),
        readLeaves(snapshot, stored.size),
      );
      const storedTiles = indexById(snapshot.documents.logTiles);
      const isConsistent =
        log.size === stored.size && log.edge.map(encodeHashes).join() === stored.edge.join();
      const { checkpoint } = stored;
      const fault = checkpoint === null ? null : describeCheckpointFault(snapshot, log, checkpoint);
      return [
        ...tiles
          .map(({ level, index, hashes }) => ({
            id: `${level}-${index}`,
            hashes: encodeHashes(hashes),
          }))
          .filter(({ id, hashes }) => storedTiles.get(id)?.hashes !== hashes)
          .map(({ id }) => `logTiles/${id} doesn’t match the ledger`),
        ...(isConsistent ? [] : ['logs/current doesn’t match the ledger']),
        ...(fault === null ? [] : [`the checkpoint in logs/current ${fault}`]),
      ];
    },
  },
];
