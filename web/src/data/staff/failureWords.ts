import { endpoints, type EndpointName } from '@quantalgo/contracts';
import type { FailureWords } from '../api/errors';

/** What the console says of a call that failed without a word of the server. */
export const failureWords = (name: EndpointName): FailureWords => ({
  wordless: endpoints[name].failure,
  unanswered: 'Network error. Please check your connection and try again.',
});
