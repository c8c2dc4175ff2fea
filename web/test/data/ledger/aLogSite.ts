import {
  base64Of,
  checkpointText,
  consistencyProof,
  inclusionProof,
  leafHash,
  rootOf,
  rootOver,
  type Subtree,
  utf8,
} from '@quantalgo/contracts';
import { type NoteSigner, noteSignerOf } from '@quantalgo/functions/platform/core/noteSigner';
import { aServer } from '../../support/aServer';

/** What a log of a test has: may be changed at any time. */
interface Log {
  origin: string;
  leaves: readonly string[];
  signer: NoteSigner;
  /** An older size that a cache still gives out. */
  cached: number | null;
  /** Answers in place of proofs. */
  proof: string | null;
}

/** A key of a log. */
export const aSigner = (name: string): NoteSigner => noteSignerOf(`the key of a test: ${name}`);

/** So many leaves of a log; another `story` tells other ones. */
export const leaves = (count: number, story = ''): string[] =>
  Array.from({ length: count }, (_, index) => `${story} ${index}`);

const linesOf = (hashes: readonly Uint8Array[]) =>
  hashes.map((hash) => `${base64Of(hash)}\n`).join('');

/** An entry of this time (epoch ms), as the log has it. */
export const entryOf = (at: number, type = 'publication'): string =>
  JSON.stringify({ at: new Date(at).toISOString(), type });

/** A site that serves a log, on a real port. */
export async function aLogSite() {
  const log: Log = {
    origin: 'quantalgo/ledger/test',
    leaves: leaves(10),
    signer: aSigner('one'),
    cached: null,
    proof: null,
  };
  const hashAt = () => {
    const hashes = log.leaves.map((leaf) => leafHash(utf8(leaf)));
    return ({ level, index }: Subtree) =>
      rootOver(hashes.slice(index * 2 ** level, (index + 1) * 2 ** level));
  };
  const textAt = (path: string): string | null => {
    const { origin, signer } = log;
    if (path === '/ledger/key') return `${signer.verifierKey(origin)}\n`;
    const size = log.cached ?? log.leaves.length;
    if (path === '/ledger/checkpoint')
      return signer.note(origin, checkpointText({ origin, size, root: rootOf(size, hashAt()) }));
    const [older = 0, newer = 0] = path.split('/').slice(-2).map(Number);
    if (newer > log.leaves.length) return null;
    if (path.startsWith('/ledger/entry/'))
      return `${log.leaves[older] ?? ''}\n${linesOf(inclusionProof(older, newer, hashAt()))}`;
    return log.proof ?? linesOf(consistencyProof(older, newer, hashAt()));
  };
  const server = await aServer(({ line }, response) => {
    const text = textAt(line.replace('GET ', ''));
    response.writeHead(text === null ? 404 : 200, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(text ?? '');
  });
  return { log, seen: server.seen, close: server.close };
}
