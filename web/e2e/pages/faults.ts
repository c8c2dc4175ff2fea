import type { Page } from '@playwright/test';
import { addresses } from '../support/suite';
import type { Role } from './places';

/** Error of requests whose page was left or whose stream was ended. */
const LEFT = 'net::ERR_ABORTED';

/** Visitors' pages may only call the site; the members' app also calls its database, accounts and files. */
function ownOrigins(role: Role): string[] {
  const { site, auth, firestore, storage } = addresses;
  return role === 'visitor' ? [site] : [site, auth, firestore, storage];
}

/** Records invisible faults of a page: errors, failed requests, and requests to other origins. */
export function watchFaults(page: Page, role: Role): readonly string[] {
  const faults: string[] = [];
  const origins = ownOrigins(role);
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && !origins.includes(origin))
      faults.push(`foreign: ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'failed';
    if (reason !== LEFT) faults.push(`${reason}: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`);
  });
  return faults;
}
