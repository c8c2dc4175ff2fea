import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';

export function Tooltip({
  text,
  children,
}: {
  text: string;
  children: (describedBy: string) => ReactNode;
}) {
  const id = useId();
  const [dismissed, setDismissed] = useState(false);
  const dismiss = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setDismissed(true);
  };
  return (
    <div
      role="presentation"
      className="group/tip relative"
      onKeyDown={dismiss}
      onBlur={() => setDismissed(false)}
      onPointerLeave={() => setDismissed(false)}
    >
      {children(id)}
      <span
        role="tooltip"
        id={id}
        hidden={dismissed}
        className="pointer-events-none invisible absolute top-full left-3 z-30 -mt-1 rounded-md border border-line bg-raised px-3 py-1.5 text-xs whitespace-nowrap text-text opacity-0 shadow-float transition-opacity group-focus-within/tip:visible group-focus-within/tip:opacity-100 group-hover/tip:visible group-hover/tip:opacity-100"
      >
        {text}
      </span>
    </div>
  );
}
