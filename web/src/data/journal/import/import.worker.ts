import * as z from 'zod/mini';
import { requestSchema } from './messages';
import { ImportSession } from './session';

// The content security policy forbids `new Function`, which zod's JIT would try.
z.config({ jitless: true });

const session = new ImportSession();

self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  void session.handle(requestSchema.parse(data)).then((reply) => self.postMessage(reply));
});
