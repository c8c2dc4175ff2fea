import { vi } from 'vitest';
import { loggedInAs } from '../../support/render';
import { held, resetAuth } from '../../support/fakeAuth';
import { member } from '../../support/member';

/** A request made by the console. */
export interface Made {
  /** Method, path and query: `GET /api/admin/tickets?state=open`. */
  readonly line: string;
  readonly body: unknown;
  readonly key: string | null;
  readonly version: string | null;
}

type Reply = (call: Made) => unknown;

/** An error reply with the server's message. */
export class Refused {
  constructor(
    readonly status: number,
    readonly error: string,
    /** Names the reason. */
    readonly code?: string,
    readonly data?: unknown,
  ) {}
}

const envelope = (data: unknown) => {
  const timestamp = new Date().toISOString();
  if (data instanceof Refused)
    return Response.json(
      { success: false, error: data.error, code: data.code, data: data.data, timestamp },
      { status: data.status },
    );
  return Response.json({ success: true, data, timestamp });
};

function formatRequestLine(input: RequestInfo | URL, init?: RequestInit): string {
  const address = new URL(input instanceof Request ? input.url : input, 'https://site.test');
  return `${init?.method ?? 'GET'} ${address.pathname}${address.search}`;
}

/**
 * Logs in as staff with a stubbed `fetch`. Reply keys are prefixes of the request line; a request without a reply fails
 * as a network error. @returns the requests that were made
 */
export function atTheConsole(replies: Readonly<Record<string, Reply>>): Made[] {
  const made: Made[] = [];
  resetAuth();
  const staff = member({ id: 'ama', staff: true, tier: 'essential' });
  held.uid = staff.id;
  loggedInAs(staff);
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const line = formatRequestLine(input, init);
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
    const headers = new Headers(init?.headers);
    const key = headers.get('Idempotency-Key');
    const call = { line, body, key, version: headers.get('If-Match') };
    made.push(call);
    const [, reply] = Object.entries(replies).find(([begin]) => line.startsWith(begin)) ?? [];
    return reply
      ? Promise.resolve(reply(call)).then(envelope)
      : Promise.reject(new TypeError(`Nobody answers ${line}`));
  });
  return made;
}

/** Logs out and restores all mocks. */
export function leaveTheConsole(): void {
  loggedInAs(null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
}

/** Switches the browser online or offline. */
export function online(is: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(is);
  window.dispatchEvent(new Event(is ? 'online' : 'offline'));
}

/** Leaves the page, which sends decisions still held for undo. */
export const leavePage = () => window.dispatchEvent(new Event('pagehide'));
