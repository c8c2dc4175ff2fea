/** How much of a file has arrived, as a bar and in words; without `share` (0 to 1) only that it is under way. */
export const UploadProgress = ({ label, share }: { label: string; share: number | null }) => {
  const percent = share === null ? null : Math.round(share * 100);
  return (
    <div className="grid gap-2">
      <p className="flex justify-between gap-3 text-sm">
        <span className="font-semibold">{label}</span>
        {percent !== null && <span className="text-muted tabular-nums">{percent} %</span>}
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
          className={`h-full bg-accent transition-[width] ${percent === null ? 'w-1/3 animate-pulse' : ''}`}
          style={percent === null ? undefined : { width: `${percent}%` }}
        />
      </div>
    </div>
  );
};
