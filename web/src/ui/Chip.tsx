import type { ReactNode } from 'react';

export type ChipTone = 'neutral' | 'good' | 'bad' | 'warning' | 'flat' | 'faint';

const CHIP_TONES: Record<ChipTone, string> = {
  neutral: 'border-line text-text',
  good: 'border-transparent bg-call-bg text-call',
  bad: 'border-transparent bg-put-bg text-put',
  warning: 'border-line text-amber',
  flat: 'border-line text-flat',
  faint: 'border-line text-faint',
};

/** The tone only repeats what the text or its mark says, because colour alone isn't accessible. */
export const Chip = ({ tone = 'neutral', children }: { tone?: ChipTone; children: ReactNode }) => (
  <span
    className={`inline-flex min-h-5.5 w-max max-w-full shrink-0 items-center gap-1 rounded-sm border px-2 text-xs font-semibold tracking-normal wrap-anywhere ${CHIP_TONES[tone]}`}
  >
    {children}
  </span>
);

export const SampleTag = () => <Chip tone="faint">Sample</Chip>;
