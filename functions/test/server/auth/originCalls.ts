import type { Api } from '../http/suite';

/** Calls forwarded from a network address. @param getApi a getter, because the API starts after the tests are declared */
export function createOriginCalls(getApi: () => Api) {
  const from = (origin: string, path: string, body: unknown) =>
    getApi().call(path, { method: 'POST', body, headers: { 'x-forwarded-for': origin } });
  return {
    from,
    logIn: (email: string, password: string, origin = '203.0.113.1') =>
      from(origin, '/auth/login', { email, password }),
  };
}
