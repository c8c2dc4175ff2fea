import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../environment';
import { httpAuthority } from './httpAuthority';
import { hasOpenssl, opensslAuthority } from './opensslAuthority';
import type { TimeAuthority } from './timeAuthority';

/** The authority of the settings; on emulators one of the stack's own; null where there is neither. */
export async function openAuthority({
  timeAuthorityUrl,
  inEmulator,
}: Pick<Environment, 'timeAuthorityUrl' | 'inEmulator'>): Promise<TimeAuthority | null> {
  if (timeAuthorityUrl !== null) return httpAuthority(timeAuthorityUrl);
  const local = inEmulator && (await hasOpenssl());
  return local ? opensslAuthority(join(tmpdir(), 'time-authority')) : null;
}
