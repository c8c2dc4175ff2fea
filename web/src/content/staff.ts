/** Reasons for which proofs are rejected most often, as their members read them. */
export const REJECTION_REASONS = [
  'We could not read your trader ID in the image. Please send a clear screenshot.',
  'The image shows no balance of at least $20. Please fund your account and send a new screenshot.',
  'The account was not opened through our link. Please open one through it and send a new proof.',
  'The image is not a screenshot of your broker account.',
] as const;
