import { useItemActions } from '../../data/outbox/useAction';
import type { Refusal } from '../../data/network/refusals';
import { RefusedNotice } from '../../ui/RefusedNotice';

export function Refusals({
  refusals,
  className,
}: {
  refusals: readonly Refusal[];
  className?: string;
}) {
  const getActions = useItemActions();
  if (refusals.length === 0) return null;
  return (
    <div className={`grid gap-2 ${className ?? ''}`}>
      {refusals.map(({ item, summary, text }) => (
        <div key={item.id} className="grid gap-2">
          {text !== null && (
            <p className="max-w-prose text-sm wrap-anywhere whitespace-pre-wrap">{text}</p>
          )}
          <RefusedNotice
            reason={item.reason === null ? summary : `${summary} ${item.reason}`}
            {...getActions(item)}
          />
        </div>
      ))}
    </div>
  );
}
