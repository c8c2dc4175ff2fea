/**
 * Standard errors that hold 1,000 looks together at 95 % (C. E. Bonferroni, 1936): as many figures about payouts were
 * looked at before this rule (docs/strategies.md), and some seem to pay by chance.
 */
export const LOOKS_REACH = 4.055627;
