import { encodeUtf8 } from '@quantalgo/contracts/core/sha256';
import {
  canonicalJson,
  type LedgerEntry,
  type Stamp,
} from '@quantalgo/contracts/record/ledger/entry';
import type { RunningTotals } from '@quantalgo/contracts/record/ledger/tally';
import { encodeBase64 } from '@quantalgo/contracts/record/log/base64';
import { formatCheckpoint } from '@quantalgo/contracts/record/log/checkpoint';
import { encodeBundle } from '@quantalgo/contracts/record/log/entryBundle';
import { buildConsistencyProof, buildInclusionProof } from '@quantalgo/contracts/record/log/proofs';
import { TILE_WIDTH, parseTilePath, getTileWidth } from '@quantalgo/contracts/record/log/tiles';
import {
  hashLeaf,
  computeRoot,
  combineHashes,
  type Subtree,
} from '@quantalgo/contracts/record/log/tree';
import type { Performance } from '@quantalgo/contracts/signals/figures';
import { type NoteSigner, createNoteSigner } from '@quantalgo/functions/platform/core/noteSigner';
import type { ServerResponse } from 'node:http';
import { aServer, envelope, type Seen } from '../../support/aServer';

/** The served log, which a test may change at any time. */
interface Log {
  origin: string;
  leaves: readonly string[];
  /** Leaves to sign in place of `leaves`. */
  tree: readonly string[] | null;
  signer: NoteSigner;
  /** An older size that a cache still serves. */
  cached: number | null;
  /** Response headers that override the honest ones. */
  headers: Readonly<Record<string, string>>;
  /** Overrides consistency proofs. */
  proof: string | null;
  /** Overrides entries with their proofs; null responds 404. */
  shown: string | null | undefined;
  /** The site's figures; null responds 500. */
  figures: Performance | null;
  /** The daily stamps, served for every month. */
  daily: readonly Stamp[];
  /** Overrides the next responses with entries. */
  readonly instead: ((response: ServerResponse) => void)[];
}

/** A log's signing key. */
export const aSigner = (name: string): NoteSigner => createNoteSigner(`the key of a test: ${name}`);

/** `count` leaves of a demonstration's log; another `story` gives different ones. */
export const leaves = (count: number, story = ''): string[] =>
  Array.from({ length: count }, (_, index) =>
    index === 0
      ? JSON.stringify({ source: 'simulated', story, type: 'genesis' })
      : `${story} ${index}`,
  );

const toLines = (hashes: readonly Uint8Array[]) =>
  hashes.map((hash) => `${encodeBase64(hash)}\n`).join('');

/** Entries as the leaves of their log. */
export const toLeaves = (entries: readonly LedgerEntry[]): string[] =>
  entries.map((entry) => canonicalJson(entry));

/** The indexes of the requested entry bundles. */
export const bundlesAsked = (seen: readonly Seen[]): number[] =>
  seen.flatMap(({ line }) => /entries\/(\d+)/.exec(line)?.[1] ?? []).map(Number);

/** A log entry with this time (epoch ms). */
export const buildEntryText = (at: number, type = 'publication'): string =>
  JSON.stringify({ at: new Date(at).toISOString(), type });

/** The site's figures for these totals. */
export const toFigures = ({
  settled,
  won,
  breakEven,
  missed,
}: Pick<RunningTotals, 'settled' | 'won' | 'breakEven' | 'missed'>): Performance => ({
  totalSignals: settled,
  wonSignals: won,
  lostSignals: settled - won - breakEven,
  breakEvenSignals: breakEven,
  winRate: null,
  winRateRange: null,
  firstEntryRate: null,
  firstEntryRange: null,
  avgConfidence: null,
  missedSlots: missed,
  source: 'simulated',
  demonstration: true,
});

/** Serves a log on a real port. */
export async function aLogSite() {
  const log: Log = {
    origin: 'quantalgo/ledger/test',
    leaves: leaves(10),
    tree: null,
    signer: aSigner('one'),
    cached: null,
    headers: {},
    proof: null,
    shown: undefined,
    figures: null,
    daily: [],
    instead: [],
  };
  const hashAt = (tree = log.tree ?? log.leaves) => {
    const hashes = tree.map((leaf) => hashLeaf(encodeUtf8(leaf)));
    return ({ level, index }: Subtree) =>
      combineHashes(hashes.slice(index * 2 ** level, (index + 1) * 2 ** level));
  };
  const noteAt = (size: number): string => {
    const { origin, signer } = log;
    return signer.signNote(
      origin,
      formatCheckpoint({ origin, size, root: computeRoot(size, hashAt()) }),
    );
  };
  const textAt = (path: string): string | null => {
    const { origin, signer } = log;
    if (path === '/ledger/key') return `${signer.createVerifierKey(origin)}\n`;
    const size = log.cached ?? log.leaves.length;
    if (path === '/ledger/checkpoint') return noteAt(size);
    const [older = 0, newer = 0] = path.split('/').slice(-2).map(Number);
    if (newer > log.leaves.length) return null;
    const isEntry = path.startsWith('/ledger/entry/');
    if (isEntry && log.shown !== undefined) return log.shown;
    if (isEntry)
      return `${log.leaves[older] ?? ''}\n${toLines(buildInclusionProof(older, newer, hashAt()))}`;
    return log.proof ?? toLines(buildConsistencyProof(older, newer, hashAt()));
  };
  const bundleAt = (path: string): Uint8Array | null => {
    const tile = parseTilePath(path.replace('/ledger/tile/', ''));
    if (!tile || getTileWidth(log.leaves.length, tile) < tile.width) return null;
    const first = tile.index * TILE_WIDTH;
    return encodeBundle(log.leaves.slice(first, first + tile.width).map(encodeUtf8));
  };
  const server = await aServer(({ line }, response) => {
    const path = line.replace('GET ', '');
    const headers = { date: new Date(Date.now()).toUTCString(), ...log.headers };
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (path.startsWith('/ledger/tile/entries/')) {
      const other = log.instead.shift();
      if (other) return other(response);
      const bundle = bundleAt(path);
      response.writeHead(bundle ? 200 : 404, { 'content-type': 'application/octet-stream' });
      return response.end(bundle ?? '');
    }
    if (path === '/api/record' && log.figures) {
      const rest = { log: null, sealedBeforeOutcome: 0, seeded: 0, latest: null };
      return envelope(response, { data: { performance: log.figures, ...rest } });
    }
    if (!path.startsWith('/ledger/')) return envelope(response, { status: 500 });
    const isDaily = path.startsWith('/ledger/daily/');
    const isList = isDaily || path.startsWith('/ledger/stamps/');
    const listed = isDaily ? log.daily.map((stamp) => `${JSON.stringify(stamp)}\n`).join('') : '';
    const text = isList ? listed : textAt(path);
    response.writeHead(text === null ? 404 : 200, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(text ?? '');
  });
  return { log, seen: server.seen, close: server.close };
}
