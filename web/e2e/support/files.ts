import type { Page } from '@playwright/test';

/** A CMYK JPEG of 64 × 64 pixels. */
export const CMYK_JPEG = Buffer.from(
  '/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAQCwwODAoQDg0OEhEQExgoGhgWFhgxIyUdKDozPTw5Mzg3QEhcTkBEV0U3OFBtUVdfYmdoZz5NcXlwZHhcZWdj/8AAFAgAQABABEMRAE0RAFkRAEsRAP/EABsAAQACAwEBAAAAAAAAAAAAAAAGBwECAwQF/8QALhABAAABBwoHAQAAAAAAAAAAAAECAwURE4PCBgcSFBZCREVUowQiMVGh0dJh/9oADgRDAE0AWQBLAAA/APgrAQ5PwAAAAAAAAAAW8oh5GoAiGX3AXmFPM2PM7rG7TG8zBEE7dWQAAAABbyiHkagCIZfcBeYU8zY8zusbtMbzMEQTt1ZAAAAAFvKIeRqAIhl9wF5hTzNjzO6xu0xvMwRBO3VkAAAAAWNtRQ3WdqX9Km2Np/oO9N/p57KX7fLWo2oobrO1L+jY2n+g703+iyl+3yVI5ldSng6S1TU560s9PS8sYVV6NXrD+RSzIWhqQojXtf8AD2NrZ6Hnkyq6tKv0jH3g6TUmMmuuFTMEcS10ZAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAf/Z',
  'base64',
);

/** An AVIF of 64 × 64 pixels. */
export const AVIF = Buffer.from(
  'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAACUAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAEAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAAtbWRhdBIACgk4FX/9pAQ0GkAyFhrCYuTgABQAAJe/PZDA9PyTmWTJNTg=',
  'base64',
);

/** The first bytes of an iPhone's photo. */
export const HEIC = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');

/** Draws a broker’s history like a phone's scrolling screenshot. */
export async function drawHistory(
  page: Page,
  { width, height, type }: { width: number; height: number; type: string },
): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ({ width: w, height: h, type: as }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h });
      const context = canvas.getContext('2d');
      if (!context) throw new Error('This browser draws nothing');
      context.fillStyle = '#fff';
      context.fillRect(0, 0, w, h);
      context.fillStyle = '#222';
      context.font = '30px sans-serif';
      for (let y = 60; y < h; y += 60)
        context.fillText(`EUR/USD  CALL  ${y}.00  +${(y * 7919) % 977}.12 USD`, 40, y);
      const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, as));
      const bytes = new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    },
    { width, height, type },
  );
  return Buffer.from(base64, 'base64');
}
