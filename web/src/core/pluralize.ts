/** `1 trade`, `3 trades`. Without thousands separators. */
export const pluralize = (count: number, unit: string): string =>
  `${count} ${unit}${count === 1 ? '' : 's'}`;
