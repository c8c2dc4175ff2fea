import { afterEach, expect, it, vi } from 'vitest';
import { parseZone } from '../../src/core/namedZones';

const AFTERNOON = Date.parse('2026-11-20T14:00:00Z');

afterEach(() => vi.restoreAllMocks());

it('knows a zone’s offset in browsers that write dates another way', () => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'format', 'get').mockReturnValue(
    () => '11/20/2026, 15:00',
  );
  expect(parseZone('Africa/Lagos')?.offsetAt(AFTERNOON)).toBe(3_600_000);
  expect(parseZone('America/New_York+07:00')?.offsetAt(AFTERNOON)).toBe(2 * 3_600_000);
});
