import type { Endpoint } from '@quantalgo/contracts/core/endpoint';

export interface LoggedCall {
  readonly endpoint: Endpoint;
  /** Epoch ms. */
  readonly at: number;
  readonly status: number;
  readonly requestId: string | null;
}

const MAX_CALLS = 100;

export const recentCalls: LoggedCall[] = [];

export function logCall(endpoint: Endpoint, at: number, response?: Response): void {
  const requestId = response?.headers.get('X-Request-Id') ?? null;
  recentCalls.push({ endpoint, at, status: response?.status ?? 0, requestId });
  if (recentCalls.length > MAX_CALLS) recentCalls.shift();
}
