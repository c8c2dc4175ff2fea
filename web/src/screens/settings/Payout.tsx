import { breakEven, shortDecimal, type User } from '@quantalgo/contracts';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { adoptPayout, choosePayout, PAYOUT_PERCENT } from '../../data/account/choosePayout';
import { usePayout } from '../../data/account/payout';
import { SubmitButton } from '../../ui/Button';
import { TextField } from '../../ui/Field';
import { SAVE_FAILED, Section } from './Section';

const { least, most } = PAYOUT_PERCENT;

const WRONG = `A payout is from ${least} to ${most} %.`;

/** What the member's broker pays on a won stake. Every verdict and break-even is told at it, on all their devices. */
export function Payout({ member }: { member: User }) {
  const payout = usePayout();
  // Input is displayed until it is saved; then the field follows changes from other devices.
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  useEffect(() => {
    void adoptPayout(member).catch(() => undefined);
  }, [member]);
  const input = useRef<HTMLInputElement>(null);
  const text = typed ?? shortDecimal(payout * 100);
  const share = Number(text) / 100;
  const isValid = text.trim() !== '' && share * 100 >= least && share * 100 <= most;
  const save = async () => {
    if (!isValid) {
      setError(WRONG);
      return input.current?.focus();
    }
    await choosePayout(member, share);
    setTyped(null);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (share !== payout) void save().catch(() => setError(SAVE_FAILED));
  };
  const needed = breakEven(isValid ? share : payout).firstEntry;
  return (
    <Section
      id="payout"
      title="Your payout"
      about="What your broker pays on a won trade. Verdicts and break-evens are told at it."
    >
      <form
        noValidate
        onSubmit={submit}
        className="grid gap-4 sm:max-w-xl sm:grid-cols-[1fr_auto] sm:items-start"
      >
        <TextField
          ref={input}
          label="Payout, % of the stake"
          name="payout"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          error={error}
          help={`At this payout ${shortDecimal(needed)} % of single trades have to win to lose nothing.`}
          onChange={({ target }) => {
            setTyped(target.value);
            setError(undefined);
          }}
        />
        <div className="grid sm:pt-7">
          <SubmitButton doing={undefined} look="secondary" disabled={share === payout}>
            Save payout
          </SubmitButton>
        </div>
      </form>
    </Section>
  );
}
