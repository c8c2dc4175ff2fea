import type { Endpoint } from '@quantalgo/contracts';
import type { Express } from 'express';
import type { ApiDeps } from './deps';
import { sendFailure } from './reply';

/** Answers the methods that a path of the registry does not have with 405 and those that it has. */
export function mountOtherMethods(
  app: Express,
  { clock }: ApiDeps,
  endpoints: readonly Endpoint[],
): void {
  for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
    const methods = endpoints
      .filter((endpoint) => endpoint.path === path)
      .map((endpoint) => endpoint.method);
    app.all(path, (_request, response) => {
      response.setHeader('Allow', methods.join(', '));
      sendFailure(response, 405, `Only ${methods.join(' and ')} is served here`, clock());
    });
  }
}
