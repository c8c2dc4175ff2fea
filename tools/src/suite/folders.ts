import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from '../system/root';
import { type Offset } from './ports';

/** Where a suite keeps what it builds, writes and logs: one folder for each port offset. */
export function suiteFolder(offset: Offset) {
  const folder = inRoot('.local', String(offset));
  return {
    folder,
    site: join(folder, 'site'),
    functions: join(folder, 'functions'),
    logs: join(folder, 'logs'),
    runFile: join(folder, 'run.json'),
    /** What the emulators put aside. Shared with another suite, uploads would end with whichever stops first. */
    temporary: join(tmpdir(), `quantalgo-${offset}`),
    config: inRoot(`firebase.local-${offset}.json`),
  };
}
