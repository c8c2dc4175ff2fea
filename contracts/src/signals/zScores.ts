export const Z95 = 1.959964;

export const Z99 = 2.575829;

/**
 * Critical z of a 95% interval, corrected for 1,000 results (C. E. Bonferroni, 1936), because that
 * many had been inspected before this rule (docs/strategies.md).
 */
export const BONFERRONI_Z = 4.055627;
