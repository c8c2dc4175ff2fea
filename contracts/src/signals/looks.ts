/** Standard errors of a 95 % interval. */
export const Z95 = 1.959964;

/**
 * Standard errors of a 95 % interval that holds for 1,000 looks together (C. E. Bonferroni, 1936),
 * because that many results had been inspected before this rule (docs/strategies.md).
 */
export const LOOKS_REACH = 4.055627;
