import * as z from 'zod/mini';
import { observable } from './observable';

const emulatorAddressSchema = z.object({ host: z.string(), port: z.int() });

/** The Firebase project that a build belongs to, as `apps:sdkconfig` prints it; with emulators on a local stack alone. */
const firebaseSchema = z.object({
  projectId: z.string().check(z.minLength(1)),
  apiKey: z.string().check(z.minLength(1)),
  authDomain: z.string(),
  appId: z.string(),
  storageBucket: z.string(),
  emulators: z._default(
    z.nullable(
      z.object({ auth: z.url(), firestore: emulatorAddressSchema, storage: emulatorAddressSchema }),
    ),
    null,
  ),
});

export type FirebaseEnvironment = z.infer<typeof firebaseSchema>;

/**
 * Reads the text of VITE_FIREBASE.
 * @throws Error that names the variable and, where it is JSON, each bad field.
 */
export function parseFirebase(text: string | undefined): FirebaseEnvironment {
  if (text === undefined) throw new Error('VITE_FIREBASE is not set: the build knows no project.');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('VITE_FIREBASE is not JSON.');
  }
  const parsed = firebaseSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`VITE_FIREBASE is wrong:\n${z.prettifyError(parsed.error)}`);
}

let parsedFirebase: FirebaseEnvironment | undefined;

/** The Firebase project of this build, parsed once. @throws Error that names the bad variable. */
export const firebaseEnvironment = (): FirebaseEnvironment =>
  (parsedFirebase ??= parseFirebase(import.meta.env.VITE_FIREBASE));

/** What names this build: its version, and the commit that it was made of where that is known. */
export const buildName = (): string => import.meta.env.VITE_BUILD ?? 'Development';

/** Grows when the API changes in a way that older clients can't follow. */
const CLIENT_BUILD = 1;

/** True once a reply said that the server no longer serves clients as old as this one. */
export const clientOutdated = observable(false);

/** Reads the header that names the oldest client the server serves. */
export function noteOldestClient(header: string | null): void {
  if (Number(header) > CLIENT_BUILD) clientOutdated.set(true);
}
