/** Hidden from screen readers. Put words beside it. */
export const Spinner = ({ size = 16 }: { size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 16 16"
    fill="none"
    aria-hidden
    className="animate-spin"
  >
    <circle cx="8" cy="8" r="6.5" stroke="currentColor" strokeWidth="2" opacity="0.3" />
    <path d="M14.5 8A6.5 6.5 0 0 0 8 1.5" stroke="currentColor" strokeWidth="2" />
  </svg>
);

/** Pass the content's final size: `h-8 w-24`. */
export const Skeleton = ({ className }: { className: string }) => (
  <span
    aria-hidden
    data-loading
    className={`block animate-pulse rounded-sm bg-line ${className}`}
  />
);
