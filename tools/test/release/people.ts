import { changeAccess } from '@quantalgo/functions/platform/access/access';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { logIn, PASSWORD, signUpPerson, site } from '../fixtures/client';
import { authenticatorCode } from '../server/attacks/authenticator';
import type { Stage } from './stage';

export type Person = Awaited<ReturnType<typeof signUpPerson>>;

export const grantAccess = (
  { auth, database }: Stage,
  uid: string,
  change: Parameters<typeof changeAccess>[1]['change'],
) =>
  changeAccess(
    { auth, firestore: database, log: console },
    { uid, by: 'command line', reason: 'for the rehearsal', now: Date.now(), change },
  );

/** Made as the deployment makes staff: by command, with a second factor. */
export async function createStaff(stage: Stage): Promise<Person> {
  const one = await signUpPerson();
  await grantAccess(stage, one.uid, { staff: true });
  const { session } = await logIn(one.email);
  const token = session?.token ?? '';
  const begun = await site('/api/admin/second-factor', {
    token,
    body: { currentPassword: PASSWORD },
  });
  const { secret } = z.object({ secret: z.string() }).parse(begun.data);
  const code = authenticatorCode(secret, Date.now());
  const { status } = await site('/api/admin/second-factor/confirm', { token, body: { code } });
  expect(status).toBe(200);
  return { ...one, token };
}
