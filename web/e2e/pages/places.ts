import type { Feature } from '@quantalgo/contracts/access/access';
import { DEMONSTRATION_BRAND as BRAND } from '@quantalgo/contracts/core/brand';
import { DOCUMENT_PATHS, PATHS } from '@quantalgo/contracts/core/paths';
import {
  INNER_TABLE,
  PAGE_TABLE,
  SCREEN_TABLE,
  STAFF_TABLE,
  getPageTitle,
} from '../../src/app/screenTable';

/** Who walks: a visitor, or one of the four seeded accounts. */
export const ROLES = ['visitor', 'guest', 'starter', 'essential', 'staff'] as const;
export type Role = (typeof ROLES)[number];

/** An address that somebody may open. */
export interface Place {
  readonly path: string;
  /** A document of its own; or who the page of the app is for. */
  readonly access: 'document' | 'visitor' | 'anyone' | 'member' | 'staff';
  /** Of a screen of the dashboard: what opens it. */
  readonly feature?: Feature;
}

/** Of a screen that any signal has, one would have to be named: the journeys open those. */
const INNER = INNER_TABLE.filter(({ path }) => !path.includes(':'));

const NOWHERE: readonly Place[] = [
  { path: '/nowhere', access: 'anyone' },
  { path: `${PATHS.dashboard}/nowhere`, access: 'member' },
];

/** Everything that can be opened, from the tables that the site itself is built from, and what can't be found. */
export const PLACES: readonly Place[] = [
  ...DOCUMENT_PATHS.map((path): Place => ({ path, access: 'document' })),
  ...PAGE_TABLE,
  ...[...SCREEN_TABLE, ...INNER].map(({ path, feature }): Place => ({
    path,
    feature,
    access: 'member',
  })),
  ...STAFF_TABLE.map(({ path }): Place => ({ path, access: 'staff' })),
  ...NOWHERE,
];

/** Where somebody who opens the place arrives. */
export function arrivalOf({ path, access }: Place, role: Role): string {
  if ((access === 'member' || access === 'staff') && role === 'visitor') return PATHS.login;
  if (access === 'visitor' && role !== 'visitor') return PATHS.dashboard;
  return path;
}

const DOCUMENT_TITLE = new RegExp(BRAND.name);

/** What the document at this path is called to somebody. */
export const titleAt = (path: string, role: Role): string | RegExp =>
  DOCUMENT_PATHS.some((document) => document === path)
    ? DOCUMENT_TITLE
    : `${getPageTitle(path, role === 'staff')} · ${BRAND.name}`;
