import { randomUUID } from 'node:crypto';
import type { Tier } from '@quantalgo/contracts/access/access';

/*
 * What a history of logins, changes and thefts leaves open, by the promises alone: nothing here asks the product.
 */

/** A session that our server granted. */
export interface Grant {
  readonly holder: Person;
  isOpen: boolean;
  /** Whether its holder's account at Firebase, which anybody may delete with a token, is the one that it began with. */
  hasAccount: boolean;
}

export interface Person {
  uid: string;
  email: string;
  /** Null where the account has none yet. */
  password: string | null;
  isThere: boolean;
  isBlocked: boolean;
  staff: boolean;
  tier: Tier;
}

/** A token of any kind with the session that it came from; null where our server granted none. */
export interface HeldToken {
  readonly text: string;
  readonly grant: Grant | null;
}

/** A code or a link that opens a session or sets a password once. */
interface OneTime {
  readonly text: string;
  readonly holder: Person;
  /** Whether it was asked for while the account stood as it stands. */
  isValid: boolean;
}

interface Transfer extends OneTime {
  /** The session that requested it: the code ends with it. */
  readonly grant: Grant | null;
}

/** One of a history's people, and one to whom nothing happens. */
export interface World {
  readonly people: readonly Person[];
  readonly bystander: Person;
  readonly grants: Grant[];
  readonly idTokens: HeldToken[];
  readonly customTokens: HeldToken[];
  readonly refreshTokens: HeldToken[];
  readonly transfers: Transfer[];
  readonly resets: OneTime[];
}

export const newPerson = (fields: Partial<Person> = {}): Person => ({
  uid: randomUUID(),
  email: `${randomUUID()}@histories.test`,
  password: null,
  isThere: true,
  isBlocked: false,
  staff: false,
  tier: 'guest',
  ...fields,
});

/** All that opened an account for its holder opens nothing from now on. */
export function endAll(world: World, person: Person): void {
  const own = ({ holder }: { holder: Person }) => holder === person;
  for (const grant of world.grants.filter(own)) grant.isOpen = false;
  for (const way of [...world.transfers, ...world.resets].filter(own)) way.isValid = false;
}

/** What a token may be shown to. */
export const ASKS = [
  'own account by the API',
  'own record',
  'own file',
  'staff’s list by the API',
  'record of somebody else',
  'file of somebody else',
  'audit',
  'signal for essential members',
  'change of the own record',
  'upload without leave',
] as const;
export type Ask = (typeof ASKS)[number];

/** Whether a token opens something: it must, it may (a claim may be older than the record), or it never does. */
export function verdictOn(ask: Ask, { grant }: HeldToken): 'must' | 'may' | 'never' {
  if (!grant?.isOpen) return 'never';
  const { staff, tier } = grant.holder;
  switch (ask) {
    case 'own account by the API':
    case 'own record':
    case 'own file':
      // The Auth emulator, unlike Firebase, asks for the account of each token that a server verifies.
      return grant.hasAccount ? 'must' : 'may';
    case 'staff’s list by the API':
    case 'record of somebody else':
    case 'file of somebody else':
    case 'audit':
      return staff ? 'may' : 'never';
    case 'signal for essential members':
      return staff || tier === 'essential' ? 'may' : 'never';
    case 'change of the own record':
    case 'upload without leave':
      return 'never';
  }
}
