import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Endpoint } from '@quantalgo/contracts';
import { hasBody } from './body';
import type { ApiDeps } from './deps';
import { everyReply } from './everyReply';
import { answerErrors } from './failures';
import type { Serve } from './mount';

/** The platform's own router leaves on the request what it found; nothing of that is ours. */
const NOTHING = { params: {}, body: {} };

const pathOf = (url: string): string => {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
};

/**
 * Serves what is asked for most without the router, whose own work is twice that of a whole reply: GET of a path that is
 * written as the registry writes it. All else, and whatever looks unusual, is left to the router.
 */
export class DirectRoutes {
  readonly #served = new Map<string, Serve>();
  readonly #everyReply;
  readonly #answerError;

  constructor(deps: ApiDeps) {
    this.#everyReply = everyReply(deps);
    this.#answerError = answerErrors(deps);
  }

  /** Takes an endpoint where it needs neither a body nor anything of its path. */
  add({ method, path }: Endpoint, serve: Serve): void {
    if (method === 'GET' && !path.includes(':')) this.#served.set(path, serve);
  }

  /** Serves a request; false where it is for the router. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const served = request.method === 'GET' && this.#served.get(pathOf(request.url ?? ''));
    if (!served || hasBody(request)) return false;
    const fail = (error: unknown) =>
      this.#answerError(error, request, response, () => response.destroy());
    this.#everyReply(request, response, () => served(request, response, NOTHING, fail));
    return true;
  }
}
