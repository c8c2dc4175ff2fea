import { endpoints, type EndpointName } from '@quantalgo/contracts';

/** What is said of a call that failed where the server gave no words. */
export const failureWords = (name: EndpointName) => ({
  wordless: endpoints[name].failure,
  unanswered: 'Network error. Please check your connection and try again.',
});
