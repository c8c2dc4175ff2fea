/** Must not promise that every slot has a signal. */
export const HERO = {
  title: ['One pair. Up or down.', 'On a five-minute clock.'],
  lead: 'You get the pair, the direction, the minute to enter and the price limit, plus how often that was right so far.',
  action: 'Get free access',
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

/** At zero, access stays free and the next round begins. The text must say so. */
export const COUNTDOWN = {
  label: 'Free Access Ends In',
  next: 'At zero the next round begins.',
} as const;

export const AGE = '18 or older. Not available in every country.';

export const EMBEDDED = {
  title: 'Open this page in your browser',
  text: (name: string) =>
    `You’re in another app’s built-in browser. It can’t install ${name} or keep you logged in. Copy the link and open it in Chrome, Safari or Firefox.`,
  copy: 'Copy link',
  copied: 'Copied',
  refused: 'Press and hold to copy:',
} as const;
