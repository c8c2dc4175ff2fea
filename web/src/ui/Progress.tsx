import { formatUploaded } from './uploadText';

export const StepCount = ({ step, of }: { step: number; of: number }) => (
  <p className="text-sm text-muted tabular-nums">{`Step ${step} of ${of}`}</p>
);

export const StepLine = ({ step, of }: { step: number; of: number }) => (
  <div aria-hidden className="mt-3 flex gap-1.5 forced-color-adjust-none">
    {Array.from({ length: of }, (_, index) => (
      <span
        key={index}
        className={`h-1 flex-1 rounded-sm transition-colors ${index < step ? 'bg-accent' : 'bg-line'}`}
      />
    ))}
  </div>
);

/** Indeterminate if `share` (0 to 1) is null. `bytes` is the total size. */
export const UploadProgress = ({
  label,
  share,
  bytes,
}: {
  label: string;
  share: number | null;
  bytes?: number | undefined;
}) => {
  const percent = share === null ? null : Math.round(share * 100);
  return (
    <div className="grid gap-2">
      <p className="flex justify-between gap-3 text-sm">
        <span className="font-semibold">{label}</span>
        {percent !== null && (
          <span aria-hidden translate="no" className="text-muted tabular-nums">
            {bytes === undefined ? `${percent}%` : formatUploaded(share ?? 0, bytes)}
          </span>
        )}
      </p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent ?? undefined}
        className="h-1.5 overflow-hidden rounded-sm bg-line forced-color-adjust-none"
      >
        <div
          className={`h-full origin-left bg-accent ${percent === null ? 'animate-pulse' : ''}`}
          style={{ transform: `scaleX(${share ?? 1 / 3})` }}
        />
      </div>
    </div>
  );
};
