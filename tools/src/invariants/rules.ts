import { type Rule } from './rule';
import { ACCESS } from './rules/access';
import { CALLS } from './rules/calls';
import { MEMBERS } from './rules/members';
import { OUTBOX } from './rules/outbox';
import { PUSHES } from './rules/pushes';
import { RECORD } from './rules/record';
import { SECRECY } from './rules/secrecy';
import { SIGNALS } from './rules/signals';
import { UPLOADS } from './rules/uploads';

const READABLE: Rule = {
  says: 'Every document is what its readers take it for',
  broken: ({ unreadable }) => unreadable.flatMap(({ isGuarded, why }) => (isGuarded ? [] : [why])),
};

/** Every promise about what is stored. */
export const RULES: readonly Rule[] = [
  READABLE,
  ...RECORD,
  ...SIGNALS,
  ...ACCESS,
  ...MEMBERS,
  ...CALLS,
  ...SECRECY,
  ...OUTBOX,
  ...PUSHES,
  ...UPLOADS,
];
