import { BYTE_ORDER_MARK } from '@quantalgo/contracts/core/csv';

const DOWNLOAD_START_TIMEOUT_MS = 60_000;

export function saveFile(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_START_TIMEOUT_MS);
}

export const createCsvFile = (name: string, ...parts: readonly string[]): File =>
  new File([BYTE_ORDER_MARK, ...parts], name, { type: 'text/csv' });

export const saveCsv = (name: string, csv: string): void => saveFile(createCsvFile(name, csv));
