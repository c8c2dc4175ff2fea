import { canonicalJson } from '@quantalgo/contracts/record/ledger/entry';
import { SOURCES } from './sources';
import type { Strategy } from './strategy';
import { sha256 } from '../../core/sha256';

const cache = new WeakMap<Strategy, string>();

/**
 * SHA-256 over the canonical JSON of id, parameters and source files: the same in every build and on every machine.
 * Strategies in tests have no source hash.
 */
export function hashStrategy(strategy: Strategy): string {
  const cached = cache.get(strategy);
  if (cached !== undefined) return cached;
  const { id, parameters } = strategy;
  const hash = sha256(canonicalJson({ id, parameters, sources: SOURCES[id] ?? null }));
  cache.set(strategy, hash);
  return hash;
}
