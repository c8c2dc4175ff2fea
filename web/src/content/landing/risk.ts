/** Stands at the foot of every page for visitors. */
export const RISK_DISCLOSURE = [
  'Trading digital options and forex is risky. Most retail traders lose money. You can lose all that you put in.',
  'Past results promise nothing. Signals are information, not advice: we don’t know your means and don’t manage your money.',
  'A martingale multiplies losses. Four lost levels cost 18.7 times the first stake.',
] as const;

export const COUNTRIES = {
  title: 'Where you live matters',
  lead: 'What the broker offers is forbidden or restricted for retail customers in some countries. If you live in one of these, don’t sign up with the broker:',
  others: 'Elsewhere: ask your own regulator whether digital options may be offered to you.',
} as const;
