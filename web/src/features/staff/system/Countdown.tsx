import { endpoints, watMoment, type SystemState } from '@quantalgo/contracts';
import { useState, type SubmitEvent } from 'react';
import { useSending } from '../../../data/session/useSending';
import { failureWords } from '../../../data/staff/answers';
import { resetCountdown } from '../../../data/staff/console';
import { useOnline } from '../../../data/core/useOnline';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { Panel } from '../../../ui/Card';
import { TextField } from '../../../ui/Field';
import { Facts } from '../parts/Facts';

const HOUR_MS = 3_600_000;
const WRONG = 'Please enter hours, from 0.1 to 720';

/** The length (ms) of a round that was typed in hours; null where it is none that the server takes. */
function typedRound(hours: string): number | null {
  if (!/^\d{1,3}([.,]\d{1,2})?$/.test(hours.trim())) return null;
  const roundMs = Math.round(Number(hours.replace(',', '.')) * HOUR_MS);
  return endpoints.resetCountdown.body.safeParse({ roundMs }).success ? roundMs : null;
}

/** The countdown of free access that every visitor sees, and a new round of it. It is asked for twice. */
export function Countdown({
  countdown: { roundMs, endsAt },
  now,
  onReset,
}: Pick<SystemState, 'countdown'> & { now: number; onReset: () => void }) {
  const online = useOnline();
  const [hours, setHours] = useState(String(Number((roundMs / HOUR_MS).toFixed(2))));
  const [error, setError] = useState<string>();
  const [asked, setAsked] = useState<number | null>(null);
  const { sending, failure, send } = useSending(async (round: number) => {
    await resetCountdown(round);
    setAsked(null);
    onReset();
  }, failureWords('resetCountdown'));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const round = typedRound(hours);
    setError(round === null ? WRONG : undefined);
    setAsked(round);
  };
  return (
    <Panel title="Countdown of free access">
      <form noValidate onSubmit={submit} className="grid gap-4 px-4 pb-4">
        <Facts
          facts={[
            ['This round ends', watMoment(Date.parse(endsAt), now)],
            ['A round lasts', `${Number((roundMs / HOUR_MS).toFixed(2))} hours`],
          ]}
        />
        <TextField
          label="Hours of a new round"
          name="hours"
          inputMode="decimal"
          autoComplete="off"
          value={hours}
          error={error}
          onChange={({ target }) => {
            setHours(target.value);
            setError(undefined);
            setAsked(null);
          }}
        />
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        {asked === null ? (
          <Button type="submit" size="small" disabled={!online} className="justify-self-start">
            Begin a new round
          </Button>
        ) : (
          <Notice
            tone="warning"
            actions={
              <>
                <Button
                  size="small"
                  disabled={!online}
                  doing={sending ? 'Beginning…' : undefined}
                  onClick={() => void send(asked)}
                >
                  Begin it
                </Button>
                <Button look="quiet" size="small" onClick={() => setAsked(null)}>
                  Cancel
                </Button>
              </>
            }
          >
            Every visitor’s countdown begins anew at once, with {hours.trim()} hours.
          </Notice>
        )}
      </form>
    </Panel>
  );
}
