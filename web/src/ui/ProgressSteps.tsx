/** How far one is, in words: `Step 2 of 3`. */
export const StepCount = ({ step, of }: { step: number; of: number }) => (
  <p className="text-sm text-muted tabular-nums">
    Step {step} of {of}
  </p>
);

/** The same as a line in as many parts as there are steps. */
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
