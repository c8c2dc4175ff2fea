import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import type * as z from 'zod/mini';
import { flagsDocument } from '../../collections/console';
import { parseDocument } from './documents';
import { recordStaffAction } from './staffActions';

const FLAGS_PATH = 'config/flags';

export type Flags = z.infer<typeof flagsDocument>;

const DEFAULT_FLAGS: Flags = {
  push: true,
  signUp: true,
  strategiesOff: [],
  approveMatches: false,
};

const parseFlags = (snapshot: DocumentSnapshot): Flags =>
  parseDocument(flagsDocument, snapshot) ?? DEFAULT_FLAGS;

/** Not cached, so that changes take effect everywhere immediately. */
export const readFlags = async (firestore: Firestore): Promise<Flags> =>
  parseFlags(await firestore.doc(FLAGS_PATH).get());

/** By the names that {@link setFlag} takes. */
export const getDisabledNames = (flags: Flags): string[] => [
  ...(flags.push ? [] : ['push']),
  ...(flags.signUp ? [] : ['sign-up']),
  ...(flags.approveMatches ? [] : ['approve-matches']),
  ...flags.strategiesOff,
];

/**
 * Also records the change in the audit.
 * @param name `push`, `sign-up`, `approve-matches`, or a strategy's id
 * @returns false if nothing changed
 */
export async function setFlag(
  firestore: Firestore,
  { name, on, by, now }: { name: string; on: boolean; by: string; now: number },
): Promise<boolean> {
  return firestore.runTransaction(async (transaction) => {
    const reference = firestore.doc(FLAGS_PATH);
    const previousFlags = parseFlags(await transaction.get(reference));
    const newFlags = applyChange(previousFlags, name, on);
    if (JSON.stringify(newFlags) === JSON.stringify(previousFlags)) return false;
    transaction.set(reference, newFlags);
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

function applyChange(previousFlags: Flags, name: string, on: boolean): Flags {
  if (name === 'push') return { ...previousFlags, push: on };
  if (name === 'sign-up') return { ...previousFlags, signUp: on };
  if (name === 'approve-matches') return { ...previousFlags, approveMatches: on };
  const otherIds = previousFlags.strategiesOff.filter((id) => id !== name);
  return { ...previousFlags, strategiesOff: on ? otherIds : [...otherIds, name].sort() };
}
