import type { Access } from '@quantalgo/contracts';

/** Somebody who can sign in, with the password of all of them. */
export interface Account extends Access {
  readonly uid: string;
  readonly email: string;
  readonly fullName: string;
  readonly admissionCode: string;
}

/** The accounts of every local suite: one for each of the four kinds of people who sign in. */
export const ACCOUNTS: readonly Account[] = [
  {
    uid: 'seed-guest',
    email: 'guest@quantalgo.test',
    fullName: 'Kofi Mensah',
    admissionCode: 'QA-GUEST-1',
    tier: 'guest',
    dashboardUnlocked: false,
    staff: false,
  },
  {
    uid: 'seed-starter',
    email: 'starter@quantalgo.test',
    fullName: 'Ada Obi',
    admissionCode: 'QA-START-1',
    tier: 'starter',
    dashboardUnlocked: true,
    staff: false,
  },
  {
    uid: 'seed-essential',
    email: 'essential@quantalgo.test',
    fullName: 'Chidi Eze',
    admissionCode: 'QA-ESSEN-1',
    tier: 'essential',
    dashboardUnlocked: true,
    staff: false,
  },
  {
    uid: 'seed-staff',
    email: 'staff@quantalgo.test',
    fullName: 'Amina Bello',
    admissionCode: 'QA-STAFF-1',
    tier: 'guest',
    dashboardUnlocked: false,
    staff: true,
  },
];

/** Their password. */
export const PASSWORD = 'Trader2026';
