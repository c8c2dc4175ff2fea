import * as z from 'zod/mini';

const endpoint = z.object({ host: z.string(), port: z.int() });

/** The Firebase project that a build belongs to; `emulators` is null but on a local stack. */
const firebaseSchema = z.object({
  projectId: z.string().check(z.minLength(1)),
  apiKey: z.string().check(z.minLength(1)),
  authDomain: z.string(),
  appId: z.string(),
  storageBucket: z.string(),
  emulators: z.nullable(z.object({ auth: z.url(), firestore: endpoint, storage: endpoint })),
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

let firebase: FirebaseEnvironment | undefined;

/** The Firebase project of this build, parsed once. @throws Error that names the bad variable. */
export const firebaseEnvironment = (): FirebaseEnvironment =>
  (firebase ??= parseFirebase(import.meta.env.VITE_FIREBASE));

/** What names this build: its version, and the commit that it was made of where that is known. */
export const build = (): string => import.meta.env.VITE_BUILD ?? 'Development';
