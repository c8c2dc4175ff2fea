let isCounted = false;

/** Counts each page load once, without identifying the visitor. */
export function countSignUpVisit(): void {
  if (isCounted || !navigator.onLine) return;
  isCounted = true;
  const headers = { 'Content-Type': 'application/json' };
  fetch('/api/sign-up-openings', {
    method: 'POST',
    headers,
    body: '{}',
    credentials: 'omit',
    keepalive: true,
  }).catch(() => undefined);
}
