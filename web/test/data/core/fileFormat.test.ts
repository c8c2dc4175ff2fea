import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectFormat, type FileFormat } from '../../../src/data/core/fileFormat';
import { jpegHeader, pngHeader } from './pictures';

/** Bytes of Latin-1 text. */
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer;

/** The first box of an ISO media file. */
const ftyp = (...brands: readonly string[]) => {
  const [main = '', ...compatible] = brands;
  const body = `ftyp${main}\0\0\0\0${compatible.join('')}`;
  return latin1(`\0\0\0${String.fromCharCode(body.length + 4)}${body}moov and so on`);
};

const FILES: readonly (readonly [FileFormat | null, string, ArrayBuffer])[] = [
  ['png', 'a PNG', pngHeader(1, 1).buffer],
  ['jpeg', 'a JPEG', jpegHeader(1, 1, new Uint8Array(4)).buffer],
  ['webp', 'a WebP', latin1('RIFF\x10\0\0\0WEBPVP8 ')],
  ['avif', 'an AVIF', ftyp('avif', 'mif1', 'miaf')],
  ['avif', 'an AVIF with a general main brand', ftyp('mif1', 'avif', 'miaf')],
  ['avif', 'an animated AVIF', ftyp('avis', 'msf1')],
  ['heic', 'an iPhone’s photo', ftyp('heic', 'mif1', 'MiHE')],
  ['heic', 'a HEIF with a general main brand', ftyp('mif1', 'heic')],
  ['gif', 'a GIF', latin1('GIF89a\x01\0\x01\0')],
  ['bmp', 'a BMP', latin1('BM\x46\0\0\0\0\0\0\0\x36\0\0\0')],
  ['tiff', 'a TIFF', latin1('II*\0\x08\0\0\0')],
  ['tiff', 'a big-endian TIFF', latin1('MM\0*\0\0\0\x08')],
  ['jxl', 'a JPEG XL', latin1('\0\0\0\x0cJXL \r\n\x87\n')],
  ['pdf', 'a PDF', latin1('%PDF-1.7\n')],
  [null, 'a video', ftyp('isom', 'iso2', 'mp41')],
  [null, 'an iPhone’s video', ftyp('qt  ')],
  [null, 'an HTML page', latin1('<!doctype html><p>no picture')],
  [null, 'an SVG drawing', latin1('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  [null, 'an archive or an Office document', latin1('PK\x03\x04\x14\0')],
  [null, 'a text that begins with BM', latin1('BMW 2026, balance and so on')],
  [null, 'a WAV file', latin1('RIFF\x10\0\0\0WAVEfmt ')],
  [null, 'an empty file', new ArrayBuffer(0)],
];

describe('detectFormat', () => {
  it.each(FILES)('returns %s for %s', (format, _what, bytes) => {
    expect(detectFormat(bytes)).toBe(format);
  });

  it('never throws on random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.boolean(), (noise, isMedia) => {
        const bytes = isMedia
          ? [0, 0, 0, 24, ...new TextEncoder().encode('ftyp'), ...noise]
          : noise;
        expect(() => detectFormat(Uint8Array.from(bytes).buffer)).not.toThrow();
      }),
    );
  });
});
