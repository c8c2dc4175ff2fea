/** Who we are, and what we are not. */
export const ABOUT = {
  title: 'An instrument, not a casino',
  paragraphs: [
    'QuantAlgo watches currency pairs and gold, and every five minutes publishes the one signal that its strategies hold most likely. It never trades for you and never holds your money.',
    'Signal groups show their winners. We put every signal into a ledger before its outcome, with a fingerprint that hides it until it is over. What you see here is computed from that ledger.',
  ],
} as const;

/** How anyone checks the record today, without trusting this page. */
export const PROOF = {
  title: 'Verify the record',
  lead: 'Three things make it hard to cheat, and each can be checked with a few lines of code.',
  points: [
    {
      title: 'Committed first',
      text: 'When a signal is published, the ledger gets SHA-256 of the signal and a secret salt. Nobody can read it, and we can’t change it.',
    },
    {
      title: 'Revealed after',
      text: 'When it is settled, the ledger gets signal, salt and the prices it was judged on. Hash them yourself and compare.',
    },
    {
      title: 'Chained',
      text: 'Every entry carries the hash of the one before. Note today’s head: if it is ever missing from the chain, the past was rewritten.',
    },
  ],
  head: 'Newest entry',
  links: { verify: 'Verify on your device', head: 'Ledger head', page: 'First page of the ledger' },
  basis: 'Raw JSON, open to everyone.',
} as const;
