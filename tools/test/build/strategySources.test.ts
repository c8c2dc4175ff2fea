import { readFileSync } from 'node:fs';
import { STRATEGIES } from '@quantalgo/functions/domain/signals/strategies/registry';
import { SOURCES } from '@quantalgo/functions/domain/signals/strategies/sources';
import { expect, it } from 'vitest';
import {
  hashStrategySources,
  SOURCES_FILE,
  formatStrategySources,
} from '../../src/build/strategySources';
import { inRoot } from '../../src/system/root';

it('stores the current hashes of the strategy sources: npm run gen:strategy-sources', () => {
  expect(readFileSync(inRoot(...SOURCES_FILE), 'utf8')).toBe(formatStrategySources());
  expect(SOURCES).toEqual(hashStrategySources());
});

it('stores a different hash for each strategy', () => {
  expect(Object.keys(SOURCES)).toEqual(STRATEGIES.map(({ id }) => id));
  expect(new Set(Object.values(SOURCES)).size).toBe(STRATEGIES.length);
});
