import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OFFSETS, getSuitePaths } from '../../src/suite/ports';

/** The longest path of a socket that Linux takes. */
const SOCKET_PATH_MAX_LENGTH = 107;

describe('temporary folder of a suite', () => {
  it('is different for each offset', () => {
    const folders = OFFSETS.map((offset) => getSuitePaths(offset).temporary);
    expect(new Set(folders).size).toBe(OFFSETS.length);
  });

  it('is short enough for the functions’ sockets', () => {
    const socket = join(getSuitePaths(5000).temporary, 'fire_emu_0123456789abcdef.sock');
    expect(socket.length).toBeLessThanOrEqual(SOCKET_PATH_MAX_LENGTH);
  });
});
