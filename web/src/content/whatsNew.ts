/** What the version of web/package.json brings, newest first: shown before and after an update. */
export const WHATS_NEW = {
  version: '0.1.0',
  news: [
    'Opens offline as a whole, with all that you ever received.',
    'Share a screenshot to QuantAlgo, and it fills in your proof.',
    'Can be installed to the home screen.',
  ],
} as const;
