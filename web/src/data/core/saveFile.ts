import { BYTE_ORDER_MARK } from '@quantalgo/contracts/core/csv';

/** Time (ms) that a browser may take to start a download. */
const BEGIN_MS = 60_000;

/** Makes the browser download a file. */
export function saveFile(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), BEGIN_MS);
}

/** A CSV that every spreadsheet opens. */
export const csvFile = (name: string, ...parts: readonly string[]): File =>
  new File([BYTE_ORDER_MARK, ...parts], name, { type: 'text/csv' });

/** Makes the browser download a CSV. */
export const saveCsv = (name: string, csv: string): void => saveFile(csvFile(name, csv));
