import { vi } from 'vitest';
import { signedInAs } from '../../support/render';
import { held, resetAuth } from '../../support/fakeAuth';
import { member } from '../../support/member';

/** A call that the console made. */
export interface Made {
  /** Method, path and query: `GET /api/admin/tickets?state=open`. */
  readonly line: string;
  readonly body: unknown;
  readonly key: string | null;
}

type Reply = (call: Made) => unknown;

/** Refuses a call with the server's words. */
export class Refused {
  constructor(
    readonly status: number,
    readonly error: string,
    /** Names the reason. */
    readonly code?: string,
  ) {}
}

const envelope = (data: unknown) => {
  const timestamp = new Date().toISOString();
  if (data instanceof Refused)
    return Response.json(
      { success: false, error: data.error, code: data.code, timestamp },
      { status: data.status },
    );
  return Response.json({ success: true, data, timestamp });
};

function lineOf(input: RequestInfo | URL, init?: RequestInit): string {
  const address = new URL(input instanceof Request ? input.url : input, 'https://site.test');
  return `${init?.method ?? 'GET'} ${address.pathname}${address.search}`;
}

/**
 * Signs one of staff in, before a server that answers what `replies` say, at once or once a promise is fulfilled, by the
 * beginning of the call's line. A call that none of them knows finds no server.
 * @returns the calls that were made
 */
export function atTheConsole(replies: Readonly<Record<string, Reply>>): Made[] {
  const made: Made[] = [];
  resetAuth();
  const staff = member({ id: 'ama', staff: true, tier: 'essential' });
  held.uid = staff.id;
  signedInAs(staff);
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const line = lineOf(input, init);
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
    const call = { line, body, key: new Headers(init?.headers).get('Idempotency-Key') };
    made.push(call);
    const [, reply] = Object.entries(replies).find(([begin]) => line.startsWith(begin)) ?? [];
    return reply
      ? Promise.resolve(reply(call)).then(envelope)
      : Promise.reject(new TypeError(`Nobody answers ${line}`));
  });
  return made;
}

/** Ends the session and what was stubbed. */
export function leaveTheConsole(): void {
  signedInAs(null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
}

/** Takes the network away, or brings it back. */
export function online(is: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(is);
  window.dispatchEvent(new Event(is ? 'online' : 'offline'));
}

/** Gives dialogs to a browser that has none: one is open while its attribute says so. */
export function openDialogs(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
}

/** As when the page is left: what waits for its undo is sent at once. */
export const leavePage = () => window.dispatchEvent(new Event('pagehide'));
