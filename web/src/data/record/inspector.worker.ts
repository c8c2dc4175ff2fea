import * as z from 'zod/mini';
import { inspectBundle } from './inspectBundle';
import { inspectionSchema } from './messages';

// The content security policy forbids `new Function`, which zod's JIT would try.
z.config({ jitless: true });

self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const { bundle, count } = inspectionSchema.parse(data);
  const result = inspectBundle(bundle, count);
  self.postMessage(result, { transfer: [result.hashes.buffer] });
});
