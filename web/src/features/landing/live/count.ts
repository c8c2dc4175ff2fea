/**
 * A count as text, `48,213`. Not by `toLocaleString`, whose first call loads the language's data: that is a noticeable
 * part of this page's work on a slow phone.
 */
export const countText = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
