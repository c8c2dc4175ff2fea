import { BRAND } from '@quantalgo/contracts';

/** The page on which anyone checks the record. */
export const VERIFY = {
  title: 'Verify the record',
  description: `Check every signal that ${BRAND.name} ever published on your own device: sealed before the outcome, revealed after, none changed, none left out.`,
  intro:
    'Every signal, outcome and missed slot is an entry of a public ledger. Here your own device downloads all of it, checks each entry by its own arithmetic, and computes the win rate anew. No account, no trust.',
} as const;

export const WHAT_IS_CHECKED = {
  title: 'What is checked',
  points: [
    {
      title: 'Nothing was changed',
      text: 'Each entry carries the hash of the one before and its own. A change anywhere breaks every hash after it.',
    },
    {
      title: 'Nothing was left out',
      text: 'Every five minutes are accounted for once: a signal, a missed slot with its reason, or a closed market.',
    },
    {
      title: 'Sealed before, revealed after',
      text: 'What a settlement reveals must be what was sealed before its entry time. What is not revealed within 24 hours counts as lost.',
    },
    {
      title: 'Judged by the rules',
      text: 'Each outcome is judged again on the closing prices it names, and the rates are computed from these outcomes alone.',
    },
    {
      title: 'Not rewritten',
      text: 'Whenever you visit, your device notes the newest entry. If the ledger no longer holds one that it noted, it tells you. Once a day an outside authority time-stamps the newest entry.',
    },
  ],
} as const;

export const WHAT_IS_NOT = {
  title: 'What it can’t show',
  points: [
    'That the closing prices are those of your broker. Compare them: they are in the ledger.',
    'What happened before your device first saw the ledger, beyond what the time-stamps prove.',
    'Who signed a time-stamp: this page reads what it says, the command below checks its signature.',
  ],
} as const;

export const BY_COMMAND = {
  title: 'Without this page',
  text: 'The same checks as one file of plain JavaScript. It needs Node 18 and nothing else; read it before you trust it.',
  file: '/verify-ledger.mjs',
  link: 'Read verify-ledger.mjs',
  command: 'node verify-ledger.mjs <address of this site>',
} as const;
