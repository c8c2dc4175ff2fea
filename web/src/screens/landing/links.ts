export const PLAIN_LINK =
  'inline-flex min-h-11 items-center text-sm font-semibold text-text underline decoration-edge underline-offset-4 hover:decoration-current';
