import { vi } from 'vitest';

/** Answers every call of a screen, until the test ends. */
export const answer = vi.fn<typeof fetch>();

const reply = (success: boolean, status: number, fields: object, headers = {}) =>
  Response.json(
    { success, timestamp: new Date().toISOString(), ...fields },
    { status, headers: { ...headers } },
  );

/** The server refuses, with these words or none. */
export const refuses = (fields: { error?: string; message?: string } = {}, status = 400) =>
  answer.mockImplementation(() => Promise.resolve(reply(false, status, fields)));

/** The server wants to be left alone for so many seconds. */
export const refusesFor = (seconds: number, error: string) =>
  answer.mockImplementation(() =>
    Promise.resolve(reply(false, 429, { error }, { 'Retry-After': String(seconds) })),
  );

/** The server does what it is asked. */
export const accepts = (data: object = {}, message?: string) =>
  answer.mockImplementation(() => Promise.resolve(reply(true, 200, { data, message })));

/** Another server answers, such as a proxy, with a page or nothing; over HTTP/2 without a status text. */
export const isForeign = (status: number, statusText: string, page: string) =>
  answer.mockImplementation(() => Promise.resolve(new Response(page, { status, statusText })));

/** No answer comes. */
export const isUnreachable = () => answer.mockRejectedValue(new TypeError('Failed to fetch'));
