/**
 * Stands in for the regular expressions that Firestore brings along for its pipelines, a third of its weight: the app asks
 * with plain queries, which never use them.
 */
export const RE2JS = {
  compile(): never {
    throw new Error('Regular expressions of Firestore pipelines are left out of the app');
  },
};
