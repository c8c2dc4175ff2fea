import { type Configuration, findRiskLevel } from '@quantalgo/contracts/bots/configuration';
import type { PaperFigures } from '@quantalgo/contracts/bots/figures';
import {
  formatMoney,
  formatPercent,
  formatInterval,
  formatShortDecimal,
} from '@quantalgo/contracts/core/format';
import { DAY_MS, HOUR_MS } from '@quantalgo/contracts/core/time';
import { getRowFigures, type LeaderboardRow } from '@quantalgo/contracts/leaderboard/leaderboard';
import { VERDICTS } from '@quantalgo/contracts/signals/verdict';
import { LEVEL_COUNT } from '@quantalgo/contracts/signals/words';
import { formatResultRange } from '../bots/text';
import { formatResult } from '../../ui/resultText';
import { pluralize } from '../../core/pluralize';

interface RowTexts {
  readonly profit: string;
  readonly profitRange: string;
  readonly trades: string;
  readonly winRate: string;
  readonly winRange: string;
  readonly drawdown: string;
  readonly figures: PaperFigures;
}

/** @param tried number of configurations the row is the best of */
export function toRowTexts(row: LeaderboardRow, tried: number): RowTexts {
  const figures = getRowFigures(row, tried);
  const { trades, winRate, profit, drawdown } = figures;
  return {
    profit: trades === 0 ? '–' : formatResult(profit),
    profitRange: formatResultRange(figures),
    trades: String(trades),
    winRate: formatPercent(winRate?.value ?? null),
    winRange: winRate ? formatInterval(winRate) : '',
    drawdown: formatMoney(drawdown / 100),
    figures,
  };
}

/** Time since publication, or from publication to withdrawal: `3 days`. */
export function formatRowAge(
  { publishedAt, withdrawnAt }: Pick<LeaderboardRow, 'publishedAt' | 'withdrawnAt'>,
  now: number,
): string {
  const ms = Math.max(0, (withdrawnAt ?? now) - publishedAt);
  const [count, word] =
    ms < DAY_MS ? [Math.floor(ms / HOUR_MS), 'hour'] : [Math.floor(ms / DAY_MS), 'day'];
  return count === 0 ? 'under an hour' : pluralize(count, word);
}

export function describeRules(configuration: Configuration): string {
  const { stake, balance, levels, payout, verdicts, maxOpenTrades, pairs } = configuration;
  const { hours, stopLoss, stopLadders } = configuration;
  const firstStake =
    stake.kind === 'fixed'
      ? formatMoney(stake.cents / 100)
      : `${formatShortDecimal(stake.hundredths / 100, 2)}%`;
  return [
    findRiskLevel(configuration) ?? 'Custom rules',
    `${firstStake} a trade from a ${formatMoney(balance / 100)} balance`,
    levels === 1 ? 'first entry only' : `${levels === 4 ? LEVEL_COUNT : levels} levels`,
    `${formatShortDecimal(100 * payout)}% payout`,
    verdicts.length === VERDICTS.length ? 'every verdict' : 'selected verdicts',
    pairs === null ? 'all pairs' : `${pairs.length} ${pairs.length === 1 ? 'pair' : 'pairs'}`,
    `at most ${maxOpenTrades} open`,
    ...(hours ? [`entries from ${hours.from}:00 to ${hours.to}:00 UTC`] : []),
    ...(stopLoss === null ? [] : [`stops for the day after losing ${formatMoney(stopLoss / 100)}`]),
    ...(stopLadders === null
      ? []
      : [`stops for the day after ${stopLadders} lost ${stopLadders === 1 ? 'trade' : 'trades'}`]),
  ].join(', ');
}
