/** The first thing that the keyboard reaches: past banner and navigation. */
export const SkipLink = () => (
  <a
    href="#main"
    className="sr-only z-50 rounded-lg bg-action px-4 py-3 font-semibold text-on-action focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
  >
    Skip to content
  </a>
);
