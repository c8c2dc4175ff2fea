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

/** A visitor, or one of the four seeded accounts. */
export const ROLES = ['visitor', 'guest', 'starter', 'essential', 'staff'] as const;
export type Role = (typeof ROLES)[number];

export interface Place {
  readonly path: string;
  /** A separate document, or who the app's page is for. */
  readonly access: 'document' | 'visitor' | 'anyone' | 'member' | 'staff';
  /** The feature that a dashboard screen needs. */
  readonly feature?: Feature;
}

/** Without screens whose path has a parameter: other tests open those. */
const INNER = INNER_TABLE.filter(({ path }) => !path.includes(':'));

const NOWHERE: readonly Place[] = [
  { path: '/nowhere', access: 'anyone' },
  { path: `${PATHS.dashboard}/nowhere`, access: 'member' },
];

/** Every path that can be opened, from the site's own tables, and two that don't exist. */
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

/** The path at which a role arrives after opening the place. */
export function getArrivalPath({ path, access }: Place, role: Role): string {
  if ((access === 'member' || access === 'staff') && role === 'visitor') return PATHS.login;
  if (access === 'visitor' && role !== 'visitor') return PATHS.dashboard;
  return path;
}

const DOCUMENT_TITLE = new RegExp(BRAND.name);

export const titleAt = (path: string, role: Role): string | RegExp =>
  DOCUMENT_PATHS.some((document) => document === path)
    ? DOCUMENT_TITLE
    : `${getPageTitle(path, role === 'staff')} · ${BRAND.name}`;
