import { Agent, request } from 'node:http';
import { type FuzzReply } from './faults';
import { type FuzzRequest } from './requests';

/** No request of ours takes as long. */
const TIMEOUT_MS = 30_000;

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** Sends a request byte for byte as it is: `fetch` would mend what is wrong with it. */
export function send(
  origin: string,
  { method, path, headers, body }: FuzzRequest,
  token: string | null,
): Promise<FuzzReply> {
  const { hostname, port } = new URL(origin);
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
  const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request({
      ...{ agent, hostname, port, method, path },
      headers: { ...headers, ...authorization, ...length },
      timeout: TIMEOUT_MS,
    });
    sent.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        const entries = Object.entries(response.headers).map(
          ([name, value]): [string, string | undefined] => [
            name,
            Array.isArray(value) ? value.join() : value,
          ],
        );
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(entries),
          body: text,
        });
      });
    });
    sent.once('timeout', () => sent.destroy(new Error('No reply in time')));
    sent.once('error', reject);
    sent.end(body ?? undefined);
  });
}
