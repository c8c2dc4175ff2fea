import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../api/endpoint';
import { userSchema } from '../users/user';

const FILL_IN = 'Please fill in all fields';

/** The address of a login, whatever it looks like: one that is none opens nothing. */
const loginEmailSchema = z
  .string(FILL_IN)
  .check(z.trim(), z.toLowerCase(), z.minLength(1, FILL_IN), z.maxLength(254, 'Email is invalid'));

export const loginBodySchema = z.strictObject({
  email: loginEmailSchema,
  password: z.string(FILL_IN).check(z.minLength(1, FILL_IN), z.maxLength(4096, 'Login failed')),
});

/** What opens a session: `token` is a bearer at once; `customToken` signs the Firebase SDK in. */
export const sessionSchema = z.object({
  token: z.string(),
  customToken: z.string(),
  user: userSchema,
});
export type SessionData = z.infer<typeof sessionSchema>;

export const authEndpoints = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    caller: 'public',
    summary: 'Signs a confirmed member in',
    failure: 'Login failed',
    cache: NO_STORE,
    body: loginBodySchema,
    data: sessionSchema,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    caller: 'member',
    summary: 'Ends the session of the token',
    failure: 'Logout failed',
    cache: NO_STORE,
    data: z.object({}),
  }),
  me: endpoint({
    method: 'GET',
    path: '/auth/me',
    caller: 'member',
    summary: 'The signed-in member, as the server holds them now',
    failure: 'Failed to get user data',
    cache: NO_STORE,
    data: userSchema,
  }),
} as const;
