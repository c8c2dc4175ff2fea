import { vi } from 'vitest';

/** Responds to every call of a screen until the test ends. */
export const answer = vi.fn<typeof fetch>();

const reply = (success: boolean, status: number, fields: object, headers = {}) =>
  Response.json(
    { success, timestamp: new Date().toISOString(), ...fields },
    { status, headers: { ...headers } },
  );

/** The server rejects the call, with or without a message. */
export const refuses = (fields: { error?: string; message?: string } = {}, status = 400) =>
  answer.mockImplementation(() => Promise.resolve(reply(false, status, fields)));

/** The server rejects the call with `Retry-After`. */
export const refusesFor = (seconds: number, error: string) =>
  answer.mockImplementation(() =>
    Promise.resolve(reply(false, 429, { error }, { 'Retry-After': String(seconds) })),
  );

/** The server accepts the call. */
export const accepts = (data: object = {}, message?: string) =>
  answer.mockImplementation(() => Promise.resolve(reply(true, 200, { data, message })));

/** Another server, such as a proxy, responds with a page or nothing; HTTP/2 has no status text. */
export const isForeign = (status: number, statusText: string, page: string) =>
  answer.mockImplementation(() => Promise.resolve(new Response(page, { status, statusText })));

/** The server is unreachable. */
export const isUnreachable = () => answer.mockRejectedValue(new TypeError('Failed to fetch'));
