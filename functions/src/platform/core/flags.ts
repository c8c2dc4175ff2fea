import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import type * as z from 'zod/mini';
import { flagsDocument } from '../../collections/console';
import { parseDocument } from './documents';
import { recordStaffAction } from './staffActions';

const FLAGS_PATH = 'config/flags';

export type Flags = z.infer<typeof flagsDocument>;

/** Nothing is switched off: the default where the document was never written. */
const ALL_ON: Flags = { push: true, signUp: true, strategiesOff: [] };

const flagsIn = (snapshot: DocumentSnapshot): Flags =>
  parseDocument(flagsDocument, snapshot) ?? ALL_ON;

/** The current flags. Every job and sign-up reads them again, so a change takes effect everywhere at once. */
export const readFlags = async (firestore: Firestore): Promise<Flags> =>
  flagsIn(await firestore.doc(FLAGS_PATH).get());

/** The names of all that is switched off, as {@link setFlag} takes them. */
export const namesOff = ({ push, signUp, strategiesOff }: Flags): string[] => [
  ...(push ? [] : ['push']),
  ...(signUp ? [] : ['sign-up']),
  ...strategiesOff,
];

/**
 * Switches something on or off, and records it in the audit.
 * @param name `push`, `sign-up`, or the id of a strategy
 * @returns false where nothing changed
 */
export async function setFlag(
  firestore: Firestore,
  { name, on, by, now }: { name: string; on: boolean; by: string; now: number },
): Promise<boolean> {
  return firestore.runTransaction(async (transaction) => {
    const reference = firestore.doc(FLAGS_PATH);
    const before = flagsIn(await transaction.get(reference));
    const after = changed(before, name, on);
    if (JSON.stringify(after) === JSON.stringify(before)) return false;
    transaction.set(reference, after);
    const reason = `${name} switched ${on ? 'on' : 'off'}`;
    recordStaffAction(firestore, transaction, {
      by,
      uid: null,
      action: 'flag changed',
      reason,
      now,
    });
    return true;
  });
}

function changed(before: Flags, name: string, on: boolean): Flags {
  if (name === 'push') return { ...before, push: on };
  if (name === 'sign-up') return { ...before, signUp: on };
  const others = before.strategiesOff.filter((id) => id !== name);
  return { ...before, strategiesOff: on ? others : [...others, name].sort() };
}
