import { PATHS } from '@quantalgo/contracts';
import type { ProofStatus } from '../../../data/account/proof';
import { useOnline } from '../../../data/core/useOnline';
import { Card } from '../../../ui/Card';
import { LinkButton } from '../../../ui/Links';
import { proofWords } from './proofWords';

/** How far one's own proof has come, and what to do where it was not accepted. */
export function ProofCard({ status }: { status: ProofStatus }) {
  const { title, text, Icon, mark } = proofWords(status, useOnline());
  return (
    <Card
      aria-label="Your proof"
      aria-live="polite"
      className="flex flex-wrap items-start gap-4 p-4 lg:p-5"
    >
      <Icon size={20} aria-hidden className={`mt-0.5 shrink-0 ${mark}`} />
      <div className="grid min-w-0 flex-1 basis-56 gap-1 text-sm text-muted">
        <h2 className="text-base font-semibold text-text">{title}</h2>
        <p className="wrap-anywhere">{text}</p>
        <p className="text-xs wrap-anywhere">Trader ID {status.traderId}</p>
      </div>
      {status.stage === 'rejected' && (
        <LinkButton to={PATHS.linkTrader} look="primary" className="w-full lg:w-auto">
          Send another
        </LinkButton>
      )}
    </Card>
  );
}
