/** Ids of accounts: nothing else in the words of an audit is a letter-and-digit run of this length. */
const ACCOUNT_ID = /[A-Za-z0-9][A-Za-z0-9-]{19,}/g;

/** A reason of the audit as its member may read it: staff are not named. */
export const reasonFor = (uid: string, reason: string): string =>
  reason.replace(ACCOUNT_ID, (id) => (id === uid ? 'you' : 'staff'));

/** An address half hidden, for a mail that may reach a stranger: `a…@example.com`. */
export const maskedAddress = (email: string): string =>
  email.replace(/^(.)[^@]*@/, (_, first: string) => `${first}…@`);
