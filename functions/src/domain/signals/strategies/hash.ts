import { canonicalJson } from '@quantalgo/contracts/record/ledger/entry';
import { SOURCES } from './sources';
import type { Strategy } from './strategy';
import { sha256 } from '../../core/sha256';

const known = new WeakMap<Strategy, string>();

/**
 * Fingerprint of a strategy: SHA-256 over the canonical JSON of its id, its parameters and the hash of its source files,
 * which is the same in every build and on every machine. A strategy that has none of its own (of a test) says null.
 */
export function strategyHash(strategy: Strategy): string {
  const found = known.get(strategy);
  if (found !== undefined) return found;
  const { id, parameters } = strategy;
  const hash = sha256(canonicalJson({ id, parameters, sources: SOURCES[id] ?? null }));
  known.set(strategy, hash);
  return hash;
}
