import { randomUUID } from 'node:crypto';
import type { Tier } from '@quantalgo/contracts/access/access';

/* What a history of logins, changes and thefts leaves open, by the product's promises alone. */

export interface Grant {
  readonly holder: Person;
  isOpen: boolean;
  /** The holder still has the original Firebase account, which anyone with a token may delete. */
  hasAccount: boolean;
}

export interface Person {
  uid: string;
  email: string;
  password: string | null;
  isThere: boolean;
  isBlocked: boolean;
  staff: boolean;
  tier: Tier;
}

/** `grant` is null if our server granted none. */
export interface HeldToken {
  readonly text: string;
  readonly grant: Grant | null;
}

interface OneTime {
  readonly text: string;
  readonly holder: Person;
  /** Requested since the account's last change. */
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

export function endAll(world: World, person: Person): void {
  const isOwn = ({ holder }: { holder: Person }) => holder === person;
  for (const grant of world.grants.filter(isOwn)) grant.isOpen = false;
  for (const way of [...world.transfers, ...world.resets].filter(isOwn)) way.isValid = false;
}

export const TOKEN_TARGETS = [
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
export type TokenTarget = (typeof TOKEN_TARGETS)[number];

/** `may`: a claim may be older than the record. */
export function verdictOn(ask: TokenTarget, { grant }: HeldToken): 'must' | 'may' | 'never' {
  if (!grant?.isOpen) return 'never';
  const { staff, tier } = grant.holder;
  switch (ask) {
    case 'own account by the API':
    case 'own record':
    case 'own file':
      // Unlike Firebase, the Auth emulator looks up the account of each token that a server
      // verifies.
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
