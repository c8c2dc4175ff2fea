/** CRC-32 of each byte, reflected polynomial EDB88320. Source: ISO 3309, as PKWARE APPNOTE 4.4.7 takes it. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Numbers as a ZIP writes them, little end first: of two bytes, or of four where `wide`. */
function numbers(fields: readonly (number | { readonly wide: number })[]): Uint8Array<ArrayBuffer> {
  const size = fields.reduce<number>((sum, field) => sum + (typeof field === 'number' ? 2 : 4), 0);
  const view = new DataView(new ArrayBuffer(size));
  let at = 0;
  for (const field of fields) {
    if (typeof field === 'number') view.setUint16(at, field, true);
    else view.setUint32(at, field.wide, true);
    at += typeof field === 'number' ? 2 : 4;
  }
  return new Uint8Array(view.buffer);
}

/** Names in UTF-8, content stored as it is. */
const UTF8_NAMES = 0x0800;
const VERSION = 20;

/** Date and time as MS-DOS writes them, in UTC. Source: PKWARE APPNOTE 4.4.6. */
function dosTime(at: Date): [time: number, date: number] {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date =
    ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return [time, date];
}

/** A ZIP archive of text files, stored without compression, dated `at`. Source: PKWARE APPNOTE 6.3, sections 4.3.7 to 4.3.16. */
export function zip(
  files: readonly { readonly name: string; readonly text: string }[],
  at: Date,
): Blob {
  const encoder = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const file of files) {
    const name = encoder.encode(file.name);
    const bytes = encoder.encode(file.text);
    const size = { wide: bytes.length };
    const common = [
      VERSION,
      UTF8_NAMES,
      0,
      ...dosTime(at),
      { wide: crc32(bytes) },
      size,
      size,
      name.length,
      0,
    ];
    const header = numbers([{ wide: 0x04034b50 }, ...common]);
    parts.push(header, name, bytes);
    directory.push(
      numbers([{ wide: 0x02014b50 }, VERSION, ...common, 0, 0, 0, { wide: 0 }, { wide: offset }]),
      name,
    );
    offset += header.length + name.length + bytes.length;
  }
  const directorySize = directory.reduce((sum, { length }) => sum + length, 0);
  const count = files.length;
  const end = numbers([
    { wide: 0x06054b50 },
    0,
    0,
    count,
    count,
    { wide: directorySize },
    { wide: offset },
    0,
  ]);
  return new Blob([...parts, ...directory, end], { type: 'application/zip' });
}
