import { connect } from 'node:net';
import * as z from 'zod/mini';

const orderSchema = z.object({
  port: z.int(),
  connections: z.int(),
  /** Requests that are sent and not counted, ms. */
  warmMs: z.int(),
  ms: z.int(),
  /** Whole requests as text; the connections take them in turn. */
  requests: z.array(z.string()),
});
/** What is to be asked, how often at a time, and for how long. */
export type Order = z.infer<typeof orderSchema>;

interface Reading {
  /** Bytes of the body that are still to come. */
  left: number;
  status: string;
}

const END_OF_HEAD = '\r\n\r\n';

/** What the head of a reply says, and how much of its body came with it. */
function readHead(text: string, chunk: Buffer): Reading {
  const end = text.indexOf(END_OF_HEAD);
  if (end < 0) throw new Error('The head of a reply did not come at once');
  const status = text.slice(9, 12);
  const length = /^content-length: (\d+)/im.exec(text.slice(0, end))?.[1];
  const expected = status === '304' ? 0 : Number(length);
  return { status, left: expected - (chunk.length - end - END_OF_HEAD.length) };
}

/** Asks again as soon as it is answered, over one connection, and tells each answer; until the process ends. */
function askOn(port: number, request: string, tell: (status: string, ms: number) => void): void {
  const bytes = Buffer.from(request);
  const socket = connect(port, '127.0.0.1');
  let asked = 0;
  let reading: Reading | null = null;
  const ask = () => {
    reading = null;
    asked = performance.now();
    socket.write(bytes);
  };
  socket.setNoDelay(true);
  socket.on('connect', ask);
  socket.on('data', (chunk: Buffer) => {
    if (reading) reading.left -= chunk.length;
    else reading = readHead(chunk.toString('latin1', 0, 4096), chunk);
    if (reading.left > 0) return;
    tell(reading.status, performance.now() - asked);
    ask();
  });
}

/** A load of requests in a process of its own, which costs the machine as little as it can: bare sockets. */
function load({ port, connections, warmMs, ms, requests }: Order): void {
  const counted: Record<string, number> = {};
  const times: number[] = [];
  let from = Infinity;
  const tell = (status: string, took: number) => {
    if (performance.now() < from) return;
    counted[status] = (counted[status] ?? 0) + 1;
    times.push(took);
  };
  for (let index = 0; index < connections; index += 1)
    askOn(port, requests[index % requests.length] ?? '', tell);
  setTimeout(() => (from = performance.now()), warmMs);
  setTimeout(() => {
    const seconds = (performance.now() - from) / 1000;
    times.sort((a, b) => a - b);
    const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
    console.log(JSON.stringify({ perSecond: times.length / seconds, p99, statuses: counted }));
    process.exit(0);
  }, warmMs + ms);
}

load(orderSchema.parse(JSON.parse(process.argv[2] ?? '')));
