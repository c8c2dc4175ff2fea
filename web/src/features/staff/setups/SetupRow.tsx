import { roughDuration, type AdminSetup } from '@quantalgo/contracts';
import { ACCESS_PATHS } from '../../../content/accountSetup';
import { dollars } from './dollars';

/** An account setup that waits, which opens it. */
export const SetupRow = ({
  setup: { brokerAccount, depositAmount, accessPath, createdAt },
  current,
  now,
  onOpen,
}: {
  setup: AdminSetup;
  current: boolean;
  now: number;
  onOpen: () => void;
}) => (
  <li>
    <button
      type="button"
      aria-current={current}
      onClick={onOpen}
      className={`flex min-h-16 w-full items-center gap-3 px-4 py-2.5 text-left hover:bg-sunk ${current ? 'bg-line-soft' : ''}`}
    >
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="truncate text-sm font-semibold">
          <bdi>{brokerAccount}</bdi>
        </span>
        <span className="truncate text-xs text-muted">{ACCESS_PATHS[accessPath].name}</span>
      </span>
      <span className="grid shrink-0 justify-items-end gap-0.5 tabular-nums">
        <span className="text-sm font-semibold">{dollars(depositAmount)}</span>
        <span className="text-xs text-muted">
          {roughDuration(now - Date.parse(createdAt))}
          <span className="sr-only"> old</span>
        </span>
      </span>
    </button>
  </li>
);
