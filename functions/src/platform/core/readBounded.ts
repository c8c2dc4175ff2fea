/**
 * Reads no more than the limit.
 * @returns null if the stream is longer than `maxBytes`
 * @throws Error if a chunk isn't binary
 */
export async function readBounded(
  stream: AsyncIterable<unknown> | Iterable<unknown>,
  maxBytes: number,
): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) throw new Error('The stream contains non-binary data');
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
