const PREFIX = 'quantalgo-';

/** Name of the IndexedDB database that holds what one member received. */
export const databaseName = (uid: string): string => `${PREFIX}${uid}`;

/** Name of the IndexedDB database that holds what members want sent. It outlives a session that expired. */
export const OUTBOX_NAME = `${PREFIX}outbox`;

/** True for every database that holds something that a member received. */
export const isMemberDatabase = (name: string): boolean =>
  name.startsWith(PREFIX) && name !== OUTBOX_NAME;
