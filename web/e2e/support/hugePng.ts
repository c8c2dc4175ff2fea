import { crc32, deflateSync } from 'node:zlib';

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

function chunk(type: string, data: Buffer): Buffer {
  const checked = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), checked, uint32(crc32(checked))]);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Only the header of a black-and-white PNG with `side` pixels on each side. */
export const pngHeader = (side: number): Buffer =>
  Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([uint32(side), uint32(side), Buffer.from([1, 0, 0, 0, 0])])),
  ]);

/** A black PNG with `side` pixels on each side: a small file that decodes to gigabytes. */
export const blackPng = (side: number): Buffer =>
  Buffer.concat([
    pngHeader(side),
    chunk('IDAT', deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
