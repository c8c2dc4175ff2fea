import { afterEach, expect, it, vi } from 'vitest';
import { parseZone } from '../../src/core/namedZones';

const AFTERNOON = Date.parse('2026-11-20T14:00:00Z');

const { DateTimeFormat } = Intl;

afterEach(() => vi.restoreAllMocks());

it('knows a zone’s offset in browsers that write dates another way', () => {
  const write = () => '11/20/2026, 15:00';
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (...options) {
    return Object.defineProperty(new DateTimeFormat(...options), 'format', { value: write });
  });
  expect(parseZone('Africa/Lagos')?.offsetAt(AFTERNOON)).toBe(3_600_000);
  expect(parseZone('America/New_York+07:00')?.offsetAt(AFTERNOON)).toBe(2 * 3_600_000);
});
