import type { SessionData } from '@quantalgo/contracts/auth/endpoints';
import { randomBytes } from 'node:crypto';
import type { Replacement } from '../../platform/auth/endings';
import { mintSession, type NewSession, openSession } from '../../platform/auth/openings';
import type { ApiDeps } from '../core/deps';

const DEVICE_BYTES = 32;

/** The secret that a device sent, which serves all members who sign in there, or a new one. */
const deviceSecret = (given: string | null) =>
  given ?? randomBytes(DEVICE_BYTES).toString('base64url');

type Secrets = Pick<ApiDeps, 'secrets'>;

export const deviceDigest = ({ secrets }: Secrets, uid: string, device: string) =>
  secrets.digest(`device of ${uid}`, device);

/** Opens a session and remembers its device. @returns null as `openSession` does */
export async function openOnDevice(
  deps: ApiDeps,
  uid: string,
  given: string | null,
  proof: Pick<NewSession, 'proven' | 'claim'>,
): Promise<SessionData | null> {
  const device = deviceSecret(given);
  const opening = { ...proof, device: deviceDigest(deps, uid, device) };
  const data = await openSession(deps, uid, deps.clock(), opening);
  return data && { ...data, device };
}

/** The session of this device that replaces all of a member's, and the device's secret. */
export function replacementOn(deps: ApiDeps, uid: string, given: string | null) {
  const device = deviceSecret(given);
  const digest = deviceDigest(deps, uid, device);
  return {
    device,
    /** Mints it; its transaction opens it. */
    prepare: async (): Promise<Replacement> => ({
      minted: await mintSession(deps, uid),
      device: digest,
    }),
  };
}
