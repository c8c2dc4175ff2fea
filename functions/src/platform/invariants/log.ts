import { base64Of } from '@quantalgo/contracts/record/log/base64';
import {
  checkpointOf,
  checkpointText,
  signedNoteOf,
} from '@quantalgo/contracts/record/log/checkpoint';
import { leafOf } from '@quantalgo/contracts/record/log/entryBundle';
import { tileBytes } from '@quantalgo/contracts/record/log/tiles';
import type { Hash } from '@quantalgo/contracts/record/log/tree';
import * as z from 'zod/mini';
import { emptyLog, grown, type Log, logRoot, originOf } from '../../domain/record/log';
import { byId, type Rule, type Snapshot } from './snapshot';

const encodeHashes = (hashes: readonly Hash[]) => base64Of(tileBytes(hashes));

const entrySchema = z.record(z.string(), z.json());

const readLeaves = ({ collections }: Snapshot, count: number) =>
  [...(collections['ledger'] ?? [])]
    .sort((a, b) => Number(a.id) - Number(b.id))
    .slice(0, count)
    .flatMap(({ data }) => {
      const entry = entrySchema.safeParse(data);
      return entry.success ? [leafOf(entry.data)] : [];
    });

function describeCheckpointFault(
  snapshot: Snapshot,
  { ledgerId, size }: Log,
  checkpoint: string,
): string | null {
  try {
    const { text } = signedNoteOf(checkpoint);
    const signed = checkpointOf(text);
    if (signed.size > size) return 'is of a longer log';
    const { log } = grown(emptyLog(ledgerId), readLeaves(snapshot, signed.size));
    const expected = { origin: originOf(ledgerId), size: log.size, root: logRoot(log) };
    return text === checkpointText(expected) ? null : 'is of another log';
  } catch (error) {
    return String(error);
  }
}

export const LOG: readonly Rule[] = [
  {
    description:
      'The log has the ledger’s entries in order, as far as it goes, and is signed for what it has',
    scope: 'record',
    violations: (snapshot) => {
      const stored = snapshot.documents.logs.find(({ id }) => id === 'current')?.data;
      if (!stored) return [];
      const { log, tiles } = grown(emptyLog(stored.ledgerId), readLeaves(snapshot, stored.size));
      const storedTiles = byId(snapshot.documents.logTiles);
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
          .map(({ id }) => `logTiles/${id} is not of the ledger`),
        ...(isConsistent ? [] : ['logs/current is not of the ledger']),
        ...(fault === null ? [] : [`the checkpoint in logs/current ${fault}`]),
      ];
    },
  },
];
