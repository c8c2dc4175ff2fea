import { BASIC_SIGNALS_PER_DAY } from '@quantalgo/contracts/signals/signal';
import { SETUP_MINIMUMS } from '@quantalgo/contracts/submissions/submission';
import type { TicketCategory, TicketPriority } from '@quantalgo/contracts/tickets/ticket';
import { DEPOSITS, ESSENTIAL_DEPOSIT } from './onboarding';

export const CATEGORY_TEXT: Readonly<Record<TicketCategory, string>> = {
  'account-setup': 'Account setup',
  'deposit-issues': 'Deposit issues',
  signals: 'Signals',
  'copy-trading': 'Copy trading',
  technical: 'Technical problem',
  billing: 'Billing',
  other: 'Something else',
};

export const PRIORITY_TEXT: Readonly<Record<TicketPriority, string>> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  urgent: 'Urgent',
};

export const SUPPORT_FAQ = [
  {
    question: 'How long does activation take?',
    answer:
      'Usually 2–24 hours after you send proof that your account is funded, or up to 48 hours at busy times. Your dashboard then unlocks automatically.',
  },
  {
    question: 'How many signals do I get?',
    answer: `Starter: up to ${BASIC_SIGNALS_PER_DAY} a day. Essential: every signal we publish. Guests: none until the broker account is funded and checked.`,
  },
  {
    question: 'How much do I have to deposit?',
    answer: `You deposit into your own broker account, never to us. ${DEPOSITS.starter} unlocks Starter; ${ESSENTIAL_DEPOSIT} unlocks Essential. Account setup requires at least $${SETUP_MINIMUMS.manual} for manual access and $${SETUP_MINIMUMS.auto} for auto copy trading. Copying in this app is paper trading and needs only Starter. You could lose what you deposit.`,
  },
  {
    question: 'My broker showed different prices. What now?',
    answer:
      'Open a ticket under Signals with the prices that you saw. We settle every signal on the recorded close of its candle. The ticket shows our prices next to yours.',
  },
  {
    question: 'My proof was not accepted. Why?',
    answer:
      'The reason is in your Control Center. Most often the screenshot shows no trader ID or balance, or the file is not an image.',
  },
  {
    question: 'Someone wrote to me in your name. Is that you?',
    answer:
      'No. We never message you first, and never ask for a password, a code or money. Compare the handle with our official contacts.',
  },
] as const;

export const OFFICIAL_NOTE =
  'We never message you first, and never ask for money, passwords or codes. Any other handle isn’t ours.';
