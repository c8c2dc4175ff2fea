import { MODERATION_REASONS, type ModerationReason } from '@quantalgo/contracts/network/post';
import { useId } from 'react';

const isReason = (value: string): value is ModerationReason =>
  MODERATION_REASONS.some((reason) => reason === value);

export function ReasonField({
  reason,
  onChange,
}: {
  reason: ModerationReason;
  onChange: (reason: ModerationReason) => void;
}) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <label htmlFor={id}>Reason</label>
      <select
        id={id}
        value={reason}
        onChange={({ target }) => isReason(target.value) && onChange(target.value)}
        className="min-h-11 rounded-lg border border-edge bg-raised px-3 text-sm"
      >
        {MODERATION_REASONS.map((item) => (
          <option key={item}>{item}</option>
        ))}
      </select>
    </div>
  );
}
