import { PLACES, ROLES, type Place, type Role } from './places';
import { SCREEN_TABLE } from '../../src/app/screenTable';

const WIDTHS = [390, 1280] as const;
export const THEMES = ['dark', 'light'] as const;

export interface Case {
  readonly role: Role;
  readonly place: Place;
  /** Opened by its link, or reached from another screen through the bars. */
  readonly by: 'link' | 'navigation';
  /** px */
  readonly width: (typeof WIDTHS)[number];
  readonly theme: (typeof THEMES)[number];
}

const isReachedByBars = ({ path }: Place, role: Role) =>
  role !== 'visitor' && SCREEN_TABLE.some((screen) => screen.path === path);

const waysTo = (place: Place, role: Role): readonly Case['by'][] =>
  isReachedByBars(place, role) ? ['link', 'navigation'] : ['link'];

/** Every combination of place, role, way, width and theme. */
export const EVERY_CASE: readonly Case[] = PLACES.flatMap((place) =>
  ROLES.flatMap((role) =>
    waysTo(place, role).flatMap((by) =>
      WIDTHS.flatMap((width) => THEMES.map((theme): Case => ({ role, place, by, width, theme }))),
    ),
  ),
);

/** A case in words: `guest opens /login at 390 px, dark`. */
export const titleOfCase = ({ role, place, by, width, theme }: Case): string =>
  `${role} ${by === 'link' ? 'opens' : 'goes to'} ${place.path} at ${width} px, ${theme}`;
