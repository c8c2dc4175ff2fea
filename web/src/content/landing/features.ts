/** What a member gets, each shown by a piece of the product itself. */
export const FEATURES_SECTION = {
  title: 'Built like an instrument',
  lead: 'One glance says what, which way and until when. Everything else is there to check it.',
} as const;

export const FEATURES = {
  entry: {
    title: 'An entry you can still reach',
    text: 'Every signal names the minute to enter and the worst price at which it still makes sense. Late is marked as late.',
  },
  odds: {
    title: 'Odds beside a coin’s',
    text: 'Confidence is a measured probability with its interval. Beside it: what a coin would score, and from where a trade pays.',
  },
  stakes: {
    title: 'The cost of going on',
    text: 'Four martingale levels, drawn as tall as their stakes. A four-level loss costs 18.7 times the first stake, and the card says so.',
  },
  seal: {
    title: 'Sealed, then revealed',
    text: 'A fingerprint of each signal enters a public ledger before the outcome. Nothing can be changed afterwards without being seen.',
  },
  losses: {
    title: 'Losers stay on the page',
    text: 'Lost signals, break-evens and missed slots are part of the record. The rates are computed from all of them.',
  },
  offline: {
    title: 'Made for slow lines',
    text: 'It installs without a store, opens offline with all you ever received, and says how old it is.',
  },
} as const;
