import type { Configuration } from '../../src/bots/configuration';
import { getPaperVerdict } from '../../src/bots/play';
import type { PaperSignal } from '../../src/bots/results';
import { SLOT_MS, parseSlotId } from '../../src/core/slots';
import { LADDER_RULES } from '../../src/signals/rules';

/** The course of one signal, played slot by slot from its prices. */
interface Ticket {
  readonly signal: PaperSignal;
  readonly first: number;
  step: number;
  stake: number;
  paid: number;
  isOver: boolean;
}

/** The model's result: every closed trade, and the balance at the end. */
export interface Modelled {
  readonly closed: readonly { id: string; at: number; result: number; how: string }[];
  readonly money: number;
  readonly deepest: number;
  readonly open: number;
}

/** How one level of a settled signal ended. */
function levelEnds({ direction, ending }: PaperSignal, step: number): string {
  if (!ending) return 'unknown';
  const up = direction === 'CALL';
  const wins = ending.closes.slice(1).map(({ price }, at) => {
    const before = ending.closes[at]?.price;
    if (price === null || before === null || before === undefined || price === before)
      return 'flat';
    return price > before === up ? 'won' : 'lost';
  });
  return ending.isLate === true ? 'lost' : (wins[step] ?? 'flat');
}

const isOpenAt = (hours: Configuration['hours'], hour: number): boolean => {
  if (!hours) return true;
  for (let one = hours.from % 24; one !== hours.to % 24; one = (one + 1) % 24)
    if (one === hour) return true;
  return false;
};

const sumNumbers = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0);

/** Reference model: slow, and independent of `playPaper`. */
export function playSlowly(
  configuration: Configuration,
  signals: readonly PaperSignal[],
  now: number,
): Modelled {
  const { levels, payout, maxOpenTrades, stopLoss, stopLadders, pauses } = configuration;
  const bySlot = new Map(signals.map((signal) => [parseSlotId(signal.id), signal]));
  const slots = [...bySlot.keys()].filter((slot) => slot >= configuration.since);
  const tickets: Ticket[] = [];
  const closed: { id: string; at: number; result: number; how: string }[] = [];
  let free = configuration.balance;
  let [top, deepest] = [free, 0];
  const over = (ticket: Ticket, at: number, how: string) => {
    ticket.isOver = true;
    closed.push({ id: ticket.signal.id, at, result: ticket.paid, how });
  };
  for (let at = Math.min(...slots) + SLOT_MS; at <= now; at += SLOT_MS) {
    const live = tickets.filter((one) => !one.isOver && one.signal.ending !== null);
    const ends = live.map((one) => [one, levelEnds(one.signal, one.step)] as const);
    for (const [ticket, how] of ends) {
      if (how === 'won') free += ticket.stake + Math.round(ticket.stake * payout);
      if (how === 'flat') free += ticket.stake;
      if (how === 'won') ticket.paid += Math.round(ticket.stake * payout);
      if (how === 'lost') ticket.paid -= ticket.stake;
      ticket.stake = 0;
      if (how === 'won') over(ticket, at, 'won');
      else if (how === 'flat' && ticket.step === 0) over(ticket, at, 'flat');
      else if (ticket.step === levels - 1) over(ticket, at, 'lost');
    }
    for (const ticket of live.filter(({ isOver }) => !isOver)) {
      const stake = Math.round(ticket.first * (LADDER_RULES.stakes[ticket.step + 1] ?? 0));
      if (stake > free) over(ticket, at, 'lost');
      else {
        ticket.step += 1;
        ticket.stake = stake;
        free -= stake;
      }
    }
    const money = free + sumNumbers(tickets.map(({ stake }) => stake));
    top = Math.max(top, money);
    deepest = Math.max(deepest, top - money);
    const signal = bySlot.get(at - SLOT_MS);
    if (!signal || at - SLOT_MS < configuration.since) continue;
    const today = closed.filter((one) => one.at >= at - (at % 86_400_000));
    const { stake } = configuration;
    const first =
      stake.kind === 'fixed' ? stake.cents : Math.floor((free * stake.hundredths) / 10_000);
    const reasons = [
      signal.entered ?? true,
      configuration.verdicts.includes(getPaperVerdict(signal, configuration)),
      configuration.pairs === null || configuration.pairs.includes(signal.pair),
      isOpenAt(configuration.hours, new Date(at).getUTCHours()),
      tickets.filter(({ isOver }) => !isOver).length < maxOpenTrades,
      stopLoss === null || sumNumbers(today.map(({ result }) => result)) > -stopLoss,
      stopLadders === null || today.filter(({ how }) => how === 'lost').length < stopLadders,
      !pauses.some(({ from, until }) => from <= at && at < (until ?? Infinity)),
      first >= 1 && first <= free,
    ];
    if (reasons.includes(false)) continue;
    free -= first;
    tickets.push({ signal, first, step: 0, stake: first, paid: 0, isOver: false });
  }
  const open = tickets.filter(({ isOver }) => !isOver).length;
  return { closed, money: free + sumNumbers(tickets.map(({ stake }) => stake)), deepest, open };
}
