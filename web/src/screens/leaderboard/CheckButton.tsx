import type { LeaderboardRow } from '@quantalgo/contracts/leaderboard/leaderboard';
import { useState } from 'react';
import type { RowCheck } from '../../data/leaderboard/checkRow';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';
import { formatResult } from '../../ui/resultText';

type CheckState = 'not yet' | 'running' | 'failed' | RowCheck;

function CheckResult({ checkState }: { checkState: CheckState }) {
  if (checkState === 'not yet' || checkState === 'running') return null;
  if (checkState === 'failed')
    return (
      <Notice tone="error">
        Couldn’t reach the public ledger. Check your connection and try again.
      </Notice>
    );
  const { own, differences } = checkState;
  const { trades, profit } = own.tally;
  if (differences.length > 0)
    return (
      <Notice tone="error">
        {`This row doesn’t match the public ledger: ${differences.join(', ')}. This device counts ${trades} trades and ${formatResult(profit)}.`}
      </Notice>
    );
  return (
    <Notice>
      {`Recomputed on this device from the public ledger: ${trades} trades, ${formatResult(profit)}. It matches to the cent.`}
    </Notice>
  );
}

export function CheckButton({ row }: { row: LeaderboardRow }) {
  const [checkState, setCheckState] = useState<CheckState>('not yet');
  const check = () => {
    setCheckState('running');
    // Lazy, because few members press it and the ledger's schemas are larger than the leaderboard.
    import('../../data/leaderboard/checkRow')
      .then(({ checkRow }) => checkRow(row))
      .then(setCheckState, () => setCheckState('failed'));
  };
  return (
    <>
      <Button
        size="small"
        busyLabel={checkState === 'running' ? 'Checking…' : undefined}
        onClick={check}
      >
        Check this row
      </Button>
      <div className="order-last basis-full">
        <CheckResult checkState={checkState} />
      </div>
    </>
  );
}
