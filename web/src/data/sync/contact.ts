import { CONTACT_KEY } from '../clock/offset';
import { observable } from '../observable';
import { readLocal, writeLocal } from '../storage/local';

/** Kept for the next start, where it says in the first paint how old the stored data is. */
const kept = () => Number(readLocal(CONTACT_KEY)) || null;

/** When the server last proved that what is stored is all there is (epoch ms, server clock); null: never yet. */
export const lastContact = observable<number | null>(kept());

/** Notes a contact at `at` (epoch ms, server clock). */
export function noteContact(at: number): void {
  lastContact.set(at);
  writeLocal(CONTACT_KEY, String(at));
}

/** Forgets it, with the data whose age it told. */
export function forgetContact(): void {
  lastContact.set(null);
  writeLocal(CONTACT_KEY, null);
}
