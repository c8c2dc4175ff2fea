import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

const COPIED_NOTICE_MS = 2000;

/** If the browser refuses to copy, the text is selected instead. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const [copied, setCopied] = useState(false);
  const text = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_NOTICE_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const select = () => {
    if (text.current) getSelection()?.selectAllChildren(text.current);
  };
  const copy = () => navigator.clipboard.writeText(value).then(() => setCopied(true), select);

  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-3 rounded-lg border border-line bg-sunk pl-4">
      <span className="min-w-0 flex-1 basis-28 py-1">
        <span className="block text-xs text-muted">{label}</span>
        <code
          translate="no"
          ref={text}
          className="block font-sans text-base font-semibold wrap-anywhere text-text tabular-nums select-all"
        >
          {value}
        </code>
      </span>
      <button
        type="button"
        aria-label={`Copy ${label}`}
        onClick={() => void copy()}
        className="flex min-h-12 shrink-0 items-center gap-2 rounded-lg px-4 text-sm font-semibold text-muted hover:text-text"
      >
        {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        <span>{copied ? 'Copied' : 'Copy'}</span>
      </button>
      <span role="status" className="sr-only">
        {copied && `${label} copied`}
      </span>
    </div>
  );
}
