import type { SessionData } from '@quantalgo/contracts/auth/endpoints';
import { randomBytes } from 'node:crypto';
import type { Replacement } from '../../platform/auth/endSessions';
import { mintSession, type SessionOpening, openSession } from '../../platform/auth/openings';
import type { ApiDeps } from '../core/deps';

const DEVICE_SECRET_BYTES = 32;

// All members who log in on a device share its secret. Creates one if the device has none.
const getDeviceSecret = (sentSecret: string | null) =>
  sentSecret ?? randomBytes(DEVICE_SECRET_BYTES).toString('base64url');

type Secrets = Pick<ApiDeps, 'secrets'>;

export const digestDevice = ({ secrets }: Secrets, uid: string, device: string) =>
  secrets.digest(`device of ${uid}`, device);

/** Also stores the device. Null if the session can't be opened. */
export async function openOnDevice(
  deps: ApiDeps,
  uid: string,
  sentSecret: string | null,
  proof: Pick<SessionOpening, 'provenHash' | 'claim'>,
): Promise<SessionData | null> {
  const device = getDeviceSecret(sentSecret);
  const opening = { ...proof, device: digestDevice(deps, uid, device) };
  const data = await openSession(deps, uid, deps.clock(), opening);
  return data && { ...data, device };
}

/** Prepares a session on this device that replaces all of the member's sessions. */
export function createReplacement(deps: ApiDeps, uid: string, sentSecret: string | null) {
  const device = getDeviceSecret(sentSecret);
  const digest = digestDevice(deps, uid, device);
  return {
    device,
    prepare: async (): Promise<Replacement> => ({
      mintedSession: await mintSession(deps, uid),
      device: digest,
    }),
  };
}
