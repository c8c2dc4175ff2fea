/** A key that does the same as the button which it stands on; said to readers by `aria-keyshortcuts`. */
export const Key = ({ children }: { children: string }) => (
  <kbd
    aria-hidden
    className="rounded-sm border border-current px-1.5 font-sans text-xs font-semibold opacity-70 max-lg:hidden"
  >
    {children}
  </kbd>
);
