export const HERO = {
  title: 'Signals on a five-minute clock. Sealed before they are right or wrong.',
  lead: 'Every call is committed before its entry and revealed after. Check any of them on your own phone',
  leadMore: ', losers and missed slots included',
  action: 'Get free access',
  proof: 'Verify the record',
  terms: 'No subscription. Your funds stay with the broker.',
  risk: 'Most traders lose money.',
} as const;

export const ANCHORS = [
  { id: 'home', label: 'Home' },
  { id: 'features', label: 'Features' },
  { id: 'about', label: 'About' },
  { id: 'pricing', label: 'Pricing' },
  { id: 'reviews', label: 'Reviews' },
] as const;

/** At zero nothing is lost, and the text says so. */
export const COUNTDOWN = {
  label: 'Free Access Ends In',
  next: 'At zero the next round of free access begins, so nothing is lost by reading first.',
} as const;

export const EMBEDDED = {
  title: 'Open this page in your browser',
  text: (name: string) =>
    `You are inside another app’s built-in browser: it can’t install ${name}, and it forgets that you logged in. Copy the link and open it in Chrome, Safari or Firefox.`,
  copy: 'Copy link',
  copied: 'Copied',
  refused: 'Press and hold to copy:',
} as const;
