import { watMoment, type SystemState } from '@quantalgo/contracts';
import { Panel } from '../../../ui/Card';
import { Facts } from '../parts/Facts';

/** The newest entry of the public ledger. */
export const LedgerHead = ({ ledger, now }: Pick<SystemState, 'ledger'> & { now: number }) => (
  <Panel title="Ledger head">
    <div className="px-4 pb-4">
      {ledger ? (
        <Facts
          facts={[
            ['Entry', `#${ledger.seq}`],
            ['At', watMoment(Date.parse(ledger.at), now)],
            ['Hash', ledger.hash],
            ['Ledger', ledger.ledgerId],
          ]}
        />
      ) : (
        <p className="text-sm text-muted">The ledger has not begun.</p>
      )}
    </div>
  </Panel>
);
