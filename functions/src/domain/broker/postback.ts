import { cleanAccountId } from '@quantalgo/contracts/core/identity';
import { parseMoney } from '@quantalgo/contracts/core/money';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { parseAdmissionCode } from '../auth/codes';
import { sha256 } from '../core/sha256';
import { toAccountKey } from '../submissions/brokerList';
import type { PostbackField, PostbackNames } from './postbackNames';

export const BROKER_EVENTS = ['registration', 'confirmation', 'deposit', 'withdrawal'] as const;

export type BrokerEvent = (typeof BROKER_EVENTS)[number];

export interface Postback {
  /** Null if the call names no known event. Such calls are stored, but change nothing. */
  readonly event: BrokerEvent | null;
  readonly traderId: string | null;
  /** Of the member whose affiliate link was used. Null if the click id isn't an admission code. */
  readonly admissionCode: string | null;
  /** US dollars of this event. Null if none, not in dollars, or ambiguous. */
  readonly amount: number | null;
  /** US dollars of all deposits so far, if the call states them. */
  readonly total: number | null;
  readonly eventId: string | null;
}

export type PostbackParameters = Readonly<Record<string, string>>;

const MAX_ID_LENGTH = 64;

const MAX_DOLLARS = 1e9;

// For a missing value, programmes send the unexpanded macro or a word such as `null`.
const EMPTY_VALUE = /^(?:[{[<$%].*[}\]>%]|null|undefined|none|n\/a|-)?$/i;

const EVENT_WORDS: Readonly<Record<BrokerEvent, RegExp>> = {
  registration: /^(?:reg|registration|registered|sign_?up|lead)$/,
  confirmation: /^(?:conf|confirm|confirmation|confirmed|email|email_?conf\w*)$/,
  deposit: /^(?:ftd|first_?dep\w*|dep|deposit|re_?dep\w*|repeat_?dep\w*)$/,
  withdrawal: /^(?:wd|wdr|withdraw|withdrawal)$/,
};

const FLAG_FIELDS = [
  ['withdrawal', 'withdrawal'],
  ['deposit', 'deposit'],
  ['firstDeposit', 'deposit'],
  ['confirmation', 'confirmation'],
  ['registration', 'registration'],
] as const satisfies readonly (readonly [PostbackField, BrokerEvent])[];

const YES_PATTERN = /^(?:1|true|yes|y)$/i;

function toDollars(text: string | null, currency: string | null): number | null {
  if (text === null || (currency !== null && !/^usdt?$/i.test(currency))) return null;
  // Programs don't group digits with points, so `50.000` isn't 50,000.
  const mark = /^\d+\.\d+$/.test(text) ? '.' : undefined;
  const { value, problem } = parseMoney(text, mark);
  const isDollars = problem === undefined && value !== null && value >= 0 && value <= MAX_DOLLARS;
  return isDollars ? value : null;
}

const toBoundedId = (id: string): string | null =>
  id === '' || id.length > MAX_ID_LENGTH ? null : id;

export function parsePostback(names: PostbackNames, parameters: PostbackParameters): Postback {
  const read = (field: PostbackField): string | null => {
    const name = names[field];
    const text = (parameters[name ?? ''] ?? '').trim();
    return EMPTY_VALUE.test(text) ? null : text;
  };
  const eventWord =
    read('event')
      ?.toLowerCase()
      .replace(/[\s-]+/g, '_') ?? '';
  const isFlagged = (field: PostbackField) => YES_PATTERN.test(read(field) ?? '');
  const event =
    BROKER_EVENTS.find((candidate) => EVENT_WORDS[candidate].test(eventWord)) ??
    FLAG_FIELDS.find(([field]) => isFlagged(field))?.[1] ??
    null;
  const currency = read('currency');
  const isMoney = event === 'deposit' || event === 'withdrawal';
  return {
    event,
    traderId: toBoundedId(cleanAccountId(read('traderId') ?? '')),
    admissionCode: parseAdmissionCode(read('clickId') ?? ''),
    amount: isMoney ? toDollars(read('amount'), currency) : null,
    total: event === 'deposit' ? toDollars(read('total'), currency) : null,
    eventId: toBoundedId(read('eventId') ?? ''),
  };
}

/**
 * Programmes repeat their calls. Calls with the same event id, or otherwise the same event, account
 * and amount within a minute, are one event.
 * @param receivedAt epoch ms
 */
export function getPostbackId(postback: Postback, receivedAt: number): string {
  const { event, traderId, admissionCode, amount, total, eventId } = postback;
  const account = traderId === null ? `code ${admissionCode ?? ''}` : toAccountKey(traderId);
  const parts =
    eventId === null
      ? ['at', Math.floor(receivedAt / MINUTE_MS), event, account, amount, total]
      : ['id', eventId, event, account];
  return sha256(JSON.stringify(parts));
}

/** Times in epoch ms, money in US dollars. */
export interface ReportedAccount {
  readonly registeredAt: number | null;
  readonly confirmedAt: number | null;
  readonly depositedAt: number | null;
  readonly deposited: number;
  readonly withdrawn: number;
}

export const UNREPORTED: ReportedAccount = {
  registeredAt: null,
  confirmedAt: null,
  depositedAt: null,
  deposited: 0,
  withdrawn: 0,
};

/** Calls may arrive in any order: totals never lower the deposits, and the first time is kept. */
export function applyPostback(
  account: ReportedAccount,
  { event, amount, total }: Postback,
  receivedAt: number,
): ReportedAccount {
  switch (event) {
    case null:
      return account;
    case 'registration':
      return { ...account, registeredAt: account.registeredAt ?? receivedAt };
    case 'confirmation':
      return { ...account, confirmedAt: account.confirmedAt ?? receivedAt };
    case 'deposit':
      return {
        ...account,
        depositedAt: account.depositedAt ?? receivedAt,
        deposited: Math.max(account.deposited, total ?? account.deposited + (amount ?? 0)),
      };
    case 'withdrawal':
      return { ...account, withdrawn: account.withdrawn + (amount ?? 0) };
  }
}

/** US dollars that were paid in and not withdrawn, without winnings and losses. */
export const getNetDeposit = ({ deposited, withdrawn }: ReportedAccount): number =>
  Math.max(0, Number((deposited - withdrawn).toFixed(2)));
