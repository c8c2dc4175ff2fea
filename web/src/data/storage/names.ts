const PREFIX = 'quantalgo-';

/** Name of the IndexedDB database that holds what one member received. */
export const databaseName = (uid: string): string => `${PREFIX}${uid}`;

/** True for every database that holds something of a member. */
export const isMemberDatabase = (name: string): boolean => name.startsWith(PREFIX);
