import type { Api } from '../http/suite';

/** Calls as the platform forwards them from a network address. @param getApi the API is started after the tests are declared */
export function createOriginCalls(getApi: () => Api) {
  const from = (origin: string, path: string, body: unknown) =>
    getApi().call(path, { method: 'POST', body, headers: { 'x-forwarded-for': origin } });
  return {
    from,
    logIn: (email: string, password: string, origin = '203.0.113.1') =>
      from(origin, '/auth/login', { email, password }),
  };
}
