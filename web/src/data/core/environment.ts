import { urlSchema } from '@quantalgo/contracts/core/urlSchema';
import * as z from 'zod/mini';
import { observable } from './observable';

const emulatorAddressSchema = z.object({ host: z.string(), port: z.int() });

/** The format of `firebase apps:sdkconfig`. `emulators` exists only in local stacks. */
const firebaseSchema = z.object({
  projectId: z.string().check(z.minLength(1)),
  apiKey: z.string().check(z.minLength(1)),
  authDomain: z.string(),
  appId: z.string(),
  storageBucket: z.string(),
  emulators: z._default(
    z.nullable(
      z.object({
        auth: urlSchema(),
        firestore: emulatorAddressSchema,
        storage: emulatorAddressSchema,
      }),
    ),
    null,
  ),
});

type FirebaseEnvironment = z.infer<typeof firebaseSchema>;

/**
 * @param text value of VITE_FIREBASE
 * @throws Error that names the variable and, if it is JSON, each invalid field
 */
export function parseFirebase(text: string | undefined): FirebaseEnvironment {
  if (text === undefined) throw new Error('VITE_FIREBASE is not set.');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('VITE_FIREBASE is not valid JSON.');
  }
  const parsed = firebaseSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`VITE_FIREBASE is invalid:\n${z.prettifyError(parsed.error)}`);
}

let parsedFirebase: FirebaseEnvironment | undefined;

export const getFirebaseEnvironment = (): FirebaseEnvironment =>
  (parsedFirebase ??= parseFirebase(import.meta.env.VITE_FIREBASE));

export const getBuildName = (): string => import.meta.env.VITE_BUILD ?? 'Development';

/** Raise it in the first build that uses a replacement call (docs/releases.md). */
const CLIENT_BUILD = 1;

export const clientOutdated = observable(false);

export function checkOldestClient(header: string | null): void {
  if (Number(header) > CLIENT_BUILD) clientOutdated.set(true);
}
