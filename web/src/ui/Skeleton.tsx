/** Keeps the place of something that is being read, in its final size: `h-8 w-24`. */
export const Skeleton = ({ className }: { className: string }) => (
  <span aria-hidden className={`block animate-pulse rounded-sm bg-line ${className}`} />
);
