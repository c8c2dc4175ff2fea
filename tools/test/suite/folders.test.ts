import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OFFSETS, getSuitePaths } from '../../src/suite/ports';

/** The longest path of a socket that Linux takes. */
const SOCKET_PATH_MAX_LENGTH = 107;

describe('the temporary folder of a suite', () => {
  it('is its own, so that a suite that stops takes no upload of another with it', () => {
    const folders = OFFSETS.map((offset) => getSuitePaths(offset).temporary);
    expect(new Set(folders).size).toBe(OFFSETS.length);
  });

  it('is short enough for the sockets of the functions', () => {
    const socket = join(getSuitePaths(5000).temporary, 'fire_emu_0123456789abcdef.sock');
    expect(socket.length).toBeLessThanOrEqual(SOCKET_PATH_MAX_LENGTH);
  });
});
