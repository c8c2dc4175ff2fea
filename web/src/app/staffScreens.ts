import { PATHS } from '@quantalgo/contracts';
import { fetched, type Fetched } from './fetched';
import { STAFF_TABLE, withoutSlash, type StaffPath } from './screenTable';

const DRAWN: Record<StaffPath, Fetched> = {
  [PATHS.staffQueue]: fetched(() => import('../features/staff/queue')),
  [PATHS.staffUsers]: fetched(() => import('../features/staff/users')),
  [PATHS.staffCodes]: fetched(() => import('../features/staff/codes')),
  [PATHS.staffTickets]: fetched(() => import('../features/staff/tickets')),
  [PATHS.staffSetups]: fetched(() => import('../features/staff/setups')),
  [PATHS.staffMail]: fetched(() => import('../features/staff/mail')),
  [PATHS.staffAudit]: fetched(() => import('../features/staff/audit')),
  [PATHS.staffSystem]: fetched(() => import('../features/staff/system')),
};

/** The bar around the screens of staff. */
export const StaffConsole = fetched(() => import('../features/staff/frame'));

/** Every screen of the staff's console, once. */
export const STAFF_SCREENS = STAFF_TABLE.map((row) => ({ ...row, ...DRAWN[row.path] }));

/** What the path shows to staff: its screen in the console; nothing where the path is of none. */
export function staffPartsAt(path: string): readonly Pick<Fetched, 'load'>[] {
  const screen = STAFF_SCREENS.find((one) => one.path === withoutSlash(path));
  return screen ? [screen] : [];
}
