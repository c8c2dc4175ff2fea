import type { LeaderboardRow } from '@quantalgo/contracts/leaderboard/leaderboard';
import { useState } from 'react';
import type { Check } from '../../data/leaderboard/checkRow';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';
import { resultText } from '../../ui/resultText';

type Checking = 'not yet' | 'running' | 'failed' | Check;

function CheckResult({ checking }: { checking: Checking }) {
  if (checking === 'not yet' || checking === 'running') return null;
  if (checking === 'failed')
    return (
      <Notice tone="error">
        The public ledger can’t be reached. Checking a row needs a connection.
      </Notice>
    );
  const { own, differences } = checking;
  const { trades, profit } = own.tally;
  if (differences.length > 0)
    return (
      <Notice tone="error">
        {`This row doesn’t match the public ledger: ${differences.join(', ')}. This device counts ${trades} trades and ${resultText(profit)}.`}
      </Notice>
    );
  return (
    <Notice>
      {`Recomputed on this device from the public ledger: ${trades} trades, ${resultText(profit)}. The same, to the cent.`}
    </Notice>
  );
}

/** Recomputes a row from the public ledger, and says how it compares. */
export function CheckButton({ row }: { row: LeaderboardRow }) {
  const [checking, setChecking] = useState<Checking>('not yet');
  const check = () => {
    setChecking('running');
    // Loaded here, because few press it: the ledger's schemas are larger than the leaderboard.
    import('../../data/leaderboard/checkRow')
      .then(({ checkRow }) => checkRow(row))
      .then(setChecking, () => setChecking('failed'));
  };
  return (
    <>
      <Button
        size="small"
        busyLabel={checking === 'running' ? 'Checking…' : undefined}
        onClick={check}
      >
        Check this row
      </Button>
      <div className="order-last basis-full">
        <CheckResult checking={checking} />
      </div>
    </>
  );
}
