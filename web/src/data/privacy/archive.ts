import { BYTE_ORDER_MARK, type CsvValue, toCsv } from '@quantalgo/contracts/core/csv';
import { journalEndpoints } from '@quantalgo/contracts/journal/endpoints';
import type { JournalEntry } from '@quantalgo/contracts/journal/entry';
import {
  type AccountArchive,
  accountArchiveSchema,
  type SignalArchiveEntry,
} from '@quantalgo/contracts/privacy/archive';
import { archiveEndpoints } from '@quantalgo/contracts/privacy/endpoints';
import { call } from '../auth/call';
import { fetchFiles, type FileProgress, type MemberFile } from './memberFiles';

/**
 * CRC-32 of each byte, with the reflected polynomial EDB88320. Source: ISO 3309, as used by PKWARE
 * APPNOTE 4.4.7.
 */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function encodeNumbers(
  fields: readonly (number | { readonly uint32: number })[],
): Uint8Array<ArrayBuffer> {
  const size = fields.reduce<number>((sum, field) => sum + (typeof field === 'number' ? 2 : 4), 0);
  const view = new DataView(new ArrayBuffer(size));
  let offset = 0;
  for (const field of fields) {
    if (typeof field === 'number') view.setUint16(offset, field, true);
    else view.setUint32(offset, field.uint32, true);
    offset += typeof field === 'number' ? 2 : 4;
  }
  return new Uint8Array(view.buffer);
}

/** Flag bit for UTF-8 names. */
const UTF8_NAMES = 0x0800;

const ZIP_VERSION = 20;

/** UTC in MS-DOS format. Source: PKWARE APPNOTE 4.4.6. */
function toDosTime(at: Date): [time: number, date: number] {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date =
    ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return [time, date];
}

/** Uncompressed. Source: PKWARE APPNOTE 6.3, sections 4.3.7 to 4.3.16. */
export function createZip(files: readonly MemberFile[], modifiedAt: Date): Blob {
  const encoder = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const file of files) {
    const name = encoder.encode(file.name);
    const { bytes } = file;
    const size = { uint32: bytes.length };
    const common = [
      ZIP_VERSION,
      UTF8_NAMES,
      0,
      ...toDosTime(modifiedAt),
      { uint32: crc32(bytes) },
      size,
      size,
      name.length,
      0,
    ];
    const header = encodeNumbers([{ uint32: 0x04034b50 }, ...common]);
    parts.push(header, name, bytes);
    directory.push(
      encodeNumbers([
        { uint32: 0x02014b50 },
        ZIP_VERSION,
        ...common,
        0,
        0,
        0,
        { uint32: 0 },
        { uint32: offset },
      ]),
      name,
    );
    offset += header.length + name.length + bytes.length;
  }
  const directorySize = directory.reduce((sum, { length }) => sum + length, 0);
  const count = files.length;
  const endRecord = encodeNumbers([
    { uint32: 0x06054b50 },
    0,
    0,
    count,
    count,
    { uint32: directorySize },
    { uint32: offset },
    0,
  ]);
  return new Blob([...parts, ...directory, endRecord], { type: 'application/zip' });
}

const COLUMNS = [
  'id',
  'created at',
  'pair',
  'direction',
  'strategy',
  'entry price',
  'confidence',
  'status',
  'outcome',
  'level',
  'closes',
  'ledger publication',
  'ledger settlement',
] as const;

function toCells({ signal, ledger }: SignalArchiveEntry): CsvValue[] {
  const { settlement } = signal;
  return [
    signal.id,
    signal.createdAt,
    signal.pair,
    signal.direction,
    signal.strategy,
    signal.entryPrice,
    signal.confidence,
    signal.status,
    signal.outcome,
    settlement?.level,
    settlement?.closes.map(({ price }) => price ?? 'none').join(' '),
    ledger.publication?.hash,
    ledger.settlement?.hash,
  ];
}

const formatSignals = (signals: readonly SignalArchiveEntry[]): string =>
  `${BYTE_ORDER_MARK}${toCsv([COLUMNS, ...signals.map(toCells)])}`;

async function fetchJournal(): Promise<JournalEntry[]> {
  const journal: JournalEntry[] = [];
  let cursor: string | null = '0';
  while (cursor !== null) {
    const query: { after: string } = { after: cursor };
    const { data } = await call(journalEndpoints.journal, { query });
    journal.push(...data.entries);
    cursor = data.next === null ? null : String(data.next);
  }
  return journal;
}

export type ArchiveProgress = FileProgress | { readonly step: 'signals'; readonly count: number };

async function fetchArchive(
  onProgress: (progress: ArchiveProgress) => void,
): Promise<AccountArchive> {
  const { data: account } = await call(archiveEndpoints.exportAccount, {});
  const journal = await fetchJournal();
  const signals: SignalArchiveEntry[] = [];
  let after: string | null | undefined;
  while (after !== null) {
    const query = after === undefined ? {} : { after };
    const { data } = await call(archiveEndpoints.exportSignals, { query });
    signals.push(...data.signals);
    onProgress({ step: 'signals', count: signals.length });
    after = data.next;
  }
  return accountArchiveSchema.parse({ ...account, journal, signals });
}

const toTextFile = (name: string, text: string): MemberFile => ({
  name,
  bytes: new TextEncoder().encode(text),
});

interface MemberArchive {
  readonly file: File;
  /** Number of files that `account.json` lists but that couldn't be fetched. */
  readonly missingCount: number;
}

/**
 * Contains `account.json`, as described by the API, `signals.csv` for spreadsheets, and the
 * member's files.
 * @throws ApiError with the server's message
 * @throws NetworkError if there is no readable response
 */
export async function createMemberArchive(
  onProgress: (progress: ArchiveProgress) => void,
): Promise<MemberArchive> {
  const archive = await fetchArchive(onProgress);
  const exportedAt = new Date(archive.exportedAt);
  const { files: memberFiles, missingCount } = await fetchFiles(archive.files, onProgress);
  const files = [
    toTextFile('account.json', `${JSON.stringify(archive, null, 2)}\n`),
    toTextFile('signals.csv', formatSignals(archive.signals)),
    ...memberFiles,
  ];
  const name = `quantalgo-data-${archive.exportedAt.slice(0, 10)}.zip`;
  const file = new File([createZip(files, exportedAt)], name, { type: 'application/zip' });
  return { file, missingCount };
}
