const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
    const bits = (a << 16) | (b << 8) | c;
    const byteCount = Math.min(3, bytes.length - at);
    for (let digit = 0; digit < 4; digit += 1)
      text += digit <= byteCount ? ALPHABET.charAt((bits >>> (18 - 6 * digit)) & 63) : '=';
  }
  return text;
}

/**
 * Refuses non-canonical texts, because otherwise one note could have two encodings.
 * @throws TypeError
 */
export function decodeBase64(text: string): Uint8Array {
  const padding = text.endsWith('==') ? 2 : Number(text.endsWith('='));
  const bytes = new Uint8Array((text.length / 4) * 3 - padding || 0);
  for (let at = 0; at < text.length - padding; at += 1) {
    const digit = ALPHABET.indexOf(text.charAt(at));
    const bit = at * 6;
    const byteIndex = bit >> 3;
    const shiftedBits = digit << (10 - (bit & 7));
    bytes[byteIndex] = (bytes[byteIndex] ?? 0) | (shiftedBits >> 8);
    if (byteIndex + 1 < bytes.length) bytes[byteIndex + 1] = shiftedBits & 255;
  }
  if (encodeBase64(bytes) !== text) throw new TypeError('Not base64');
  return bytes;
}
