import { parseArgs } from 'node:util';
import { keyOfVerifier, type NoteKey } from '@quantalgo/contracts';
import { aborted, onInterrupt, runCommand, CommandError } from './suite/command';
import { inRoot } from './system/root';
import { witnessServer } from './witnessServer';

const USAGE =
  'npm run witness -- <the site or its log’s key> … [--name witness.example] [--port 1090] [--folder .local/witness]';

/** The key of a log, as given or as its site names it: note it, because a witness has to know whom it watches. */
async function logKey(given: string): Promise<NoteKey> {
  const text = /^https?:/.test(given) ? await keyAt(given) : given;
  try {
    return keyOfVerifier(text.trim());
  } catch {
    throw new CommandError(`${given} has no key of a log.`);
  }
}

async function keyAt(site: string): Promise<string> {
  const reply = await fetch(new URL('/ledger/key', site)).catch(() => null);
  if (!reply?.ok) throw new CommandError(`${site} can't be asked for the key of its log.`);
  return reply.text();
}

/** Cosigns the checkpoints of logs that only grow, until it is stopped. */
async function witness(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      name: { type: 'string', default: 'localhost/witness' },
      port: { type: 'string', default: '1090' },
      folder: { type: 'string', default: inRoot('.local', 'witness') },
    },
  });
  if (positionals.length === 0) throw new CommandError(USAGE);
  const { name, folder } = values;
  const port = Number(values.port);
  if (!Number.isInteger(port) || /[\s+]/.test(name)) throw new CommandError(USAGE);
  const logs = await Promise.all(positionals.map(logKey));
  const signal = onInterrupt();
  const server = witnessServer({ folder, name, logs });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
  for (const log of logs) console.log(`Watches ${log.name}`);
  console.log(
    `Answers at http://127.0.0.1:${port}/add-checkpoint; its key: http://127.0.0.1:${port}/`,
  );
  await aborted(signal);
  server.close();
  server.closeAllConnections();
  return 0;
}

runCommand(witness);
