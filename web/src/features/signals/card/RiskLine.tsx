import { isDemonstration, STATED_PAYOUT, type Source } from '@quantalgo/contracts';
import { TriangleAlert } from 'lucide-react';
import { SOURCE_WORDS } from '../words';

/** Risk is said where money is. */
export function RiskLine({ source }: { source: Source }) {
  return (
    <p className="flex gap-2 text-xs text-muted">
      <TriangleAlert size={14} aria-hidden className="mt-px shrink-0 text-amber" />
      <span>
        {isDemonstration(source) && (
          <strong className="font-semibold text-amber">
            Demonstration on {SOURCE_WORDS[source]}, no market to trade.{' '}
          </strong>
        )}
        Risk warning: every stake can be lost. “Pays from” assumes an {STATED_PAYOUT * 100} %
        payout.
      </span>
    </p>
  );
}
