import { formatDate } from '@quantalgo/contracts/core/format';
import type { LeaderboardRow } from '@quantalgo/contracts/leaderboard/leaderboard';
import { useState } from 'react';
import { useSingleFlight } from '../../data/core/useSingleFlight';
import { useBots } from '../../data/bots/bots';
import { copyConfiguration } from '../../data/leaderboard/leaderboard';
import { describeStorageError } from '../../data/outbox/storageErrors';
import { useMember } from '../../data/auth/currentSession';
import { useZone } from '../../core/zone';
import { Button } from '../../ui/Button';
import { Figures } from '../../ui/Card';
import { Notice } from '../../ui/Notice';
import { formatSignalCount, describeTooFewTrades } from '../bots/text';
import { toRowTexts, describeRules } from './rowText';
import { CheckButton } from './CheckButton';

function CopyButton({ row, uid }: { row: LeaderboardRow; uid: string }) {
  const view = useBots(uid);
  const [copied, setCopied] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const copy = useSingleFlight(async () => {
    try {
      const isCopied = await copyConfiguration(uid, row, view?.bots.length ?? 0);
      setCopied(isCopied);
      setProblem(isCopied ? null : 'You’ve reached the paper bot limit. Remove one first.');
    } catch (error) {
      setProblem(describeStorageError(error));
    }
  });
  return (
    <>
      <Button
        size="small"
        variant="primary"
        disabled={view?.isKnown !== true || copied}
        onClick={() => void copy()}
      >
        {copied ? 'Copied' : 'Copy'}
      </Button>
      <div className="order-last basis-full empty:hidden">
        {copied && <Notice>Copied to your paper bots. It starts now.</Notice>}
        {problem !== null && <Notice tone="error">{problem}</Notice>}
      </div>
    </>
  );
}

/** @param range empty before the first trade */
const formatInterval = (range: string) => (range === '' ? 'no trades yet' : `${range} at 95%`);

export function PublishedRow({
  row,
  tried,
  onClose,
}: {
  row: LeaderboardRow;
  tried: number;
  onClose: () => void;
}) {
  const member = useMember();
  const zone = useZone();
  const texts = toRowTexts(row, tried);
  const { trades } = texts.figures;
  const { publishedAt, withdrawnAt, configuration } = row;
  return (
    <div className="grid gap-4 p-4">
      <div>
        <h2 className="text-lg break-words">{row.name}</h2>
        <p className="text-sm text-pretty text-muted">{describeRules(configuration)}</p>
        <p className="text-sm text-muted">
          {`Published ${formatDate(publishedAt, zone)}${withdrawnAt !== null ? `, withdrawn ${formatDate(withdrawnAt, zone)}` : ''}`}
        </p>
      </div>
      <Figures
        className="overflow-hidden rounded-lg border border-line-soft sm:grid-flow-row! sm:grid-cols-2!"
        figures={[
          { label: 'Profit', value: texts.profit, note: formatInterval(texts.profitRange) },
          { label: 'Win rate', value: texts.winRate, note: formatInterval(texts.winRange) },
          {
            label: 'Trades',
            value: texts.trades,
            note: `of ${formatSignalCount(row.standing.signals)}`,
          },
          { label: 'Largest drop', value: texts.drawdown, note: 'from a peak' },
        ]}
      />
      <p className="text-xs text-pretty text-muted">
        <span>{`${describeTooFewTrades(trades, configuration.payout)} On paper: no real money was involved. To verify this yourself:`}</span>{' '}
        <code className="break-all">{`npm run verify-leaderboard -- --row ${row.id} --site ${location.origin}`}</code>
      </p>
      <div className="flex flex-wrap gap-2">
        {member && <CopyButton row={row} uid={member.id} />}
        <CheckButton row={row} />
        <Button size="small" variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}
