import { adminUserSchema, type AdminUser } from '@quantalgo/contracts/account/adminUser';
import { guest } from '../../support/member';

/** A guest in the console's list, with the given changes. */
export const aRow = (changes: Partial<AdminUser> = {}): AdminUser =>
  adminUserSchema.parse({
    ...guest({ id: 'ada', accessVersion: 3 }),
    confirmed: true,
    proofWaitingSince: null,
    ...changes,
  });
