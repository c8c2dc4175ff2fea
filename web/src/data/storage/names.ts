const PREFIX = 'quantalgo-';

/** Name of the IndexedDB database that holds what one member received. */
export const databaseName = (uid: string): string => `${PREFIX}${uid}`;

/** Name of the IndexedDB database that holds what members want sent. It outlives a session that expired. */
export const OUTBOX_NAME = `${PREFIX}outbox`;

/** Names of the databases that hold the public ledger and the heads of it that this device saw: nobody's own. */
export const LEDGER_NAME = `${PREFIX}ledger`;
export const HEADS_NAME = `${PREFIX}heads`;

const NOT_OF_A_MEMBER: readonly string[] = [OUTBOX_NAME, LEDGER_NAME, HEADS_NAME];

/** True for every database that holds something that a member received. */
export const isMemberDatabase = (name: string): boolean =>
  name.startsWith(PREFIX) && !NOT_OF_A_MEMBER.includes(name);
