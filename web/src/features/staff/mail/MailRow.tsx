import { watMoment, type FailedMail } from '@quantalgo/contracts';
import { Button } from '../../../ui/Button';
import { Chip } from '../../../ui/Chip';
import { templateWords } from './templateWords';

/** A mail that was given up, with the way to try it again where that is of use. */
export const MailRow = ({
  mail: { template, to, attempts, problem, createdAt, canRetry },
  now,
  disabled,
  onRetry,
}: {
  mail: FailedMail;
  now: number;
  disabled: boolean;
  onRetry: () => void;
}) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
    <div className="min-w-0 flex-1 basis-64">
      <p className="text-sm font-semibold">{templateWords(template)}</p>
      <p className="text-sm wrap-anywhere text-muted">
        to <bdi>{to}</bdi>
      </p>
      <p className="text-xs wrap-anywhere text-muted tabular-nums">
        {watMoment(Date.parse(createdAt), now)} · tried {attempts} times
        {problem !== null && ` · ${problem}`}
      </p>
    </div>
    {canRetry ? (
      <Button
        size="small"
        disabled={disabled}
        aria-label={`Try again: ${templateWords(template)} to ${to}`}
        onClick={onRetry}
      >
        Try again
      </Button>
    ) : (
      <Chip tone="faint">Needs a new one</Chip>
    )}
  </li>
);
