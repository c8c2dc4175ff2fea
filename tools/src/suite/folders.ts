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
    config: inRoot(`firebase.local-${offset}.json`),
  };
}
