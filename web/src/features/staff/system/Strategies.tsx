import { watMoment, type SystemState } from '@quantalgo/contracts';
import { Chip } from '../../../ui/Chip';
import { Panel } from '../../../ui/Card';

/** The calibration of each strategy, and which of them are switched off. */
export const Strategies = ({
  calibrations,
  now,
}: Pick<SystemState, 'calibrations'> & { now: number }) => {
  const off = calibrations.filter(({ switchedOff }) => switchedOff !== null).length;
  return (
    <Panel
      title="Strategies and their calibration"
      aside={off > 0 && <Chip tone="warning">{off} switched off</Chip>}
    >
      {calibrations.length === 0 ? (
        <p className="border-t border-line-soft px-4 py-3 text-sm text-muted">
          No strategy was calibrated yet.
        </p>
      ) : (
        <ul className="divide-y divide-line-soft border-t border-line-soft">
          {calibrations.map(({ strategyId, version, fittedAt, switchedOff }) => (
            <li key={`${strategyId} ${version}`} className="flex items-start gap-3 px-4 py-2.5">
              <div className="min-w-0 flex-1 text-sm wrap-anywhere">
                <p className="font-semibold">{strategyId}</p>
                <p className="text-xs text-muted tabular-nums">
                  {version} · fitted {watMoment(Date.parse(fittedAt), now)}
                </p>
                {switchedOff && (
                  <p className="text-xs text-muted">
                    {switchedOff.reason}, since {watMoment(Date.parse(switchedOff.since), now)}
                  </p>
                )}
              </div>
              <Chip tone={switchedOff ? 'warning' : 'good'}>{switchedOff ? 'Off' : 'On'}</Chip>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
};
