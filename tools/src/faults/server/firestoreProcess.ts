import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../../command/refusal';
import { addressesOf } from '../../suite/environment';
import { suiteFolder } from '../../suite/folders';
import { commandLineOf, familyOf, send } from '../../system/processes';
import { kill } from '../../system/stopFamily';
import { eventually } from './eventually';
import { type Place } from './place';

const EXPORT = 'export';
const SEED = '--seed_from_export';

const partsOf = (pid: number, file: 'cmdline' | 'environ') =>
  readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0').filter(Boolean);

const environmentOf = (pid: number) =>
  Object.fromEntries(
    partsOf(pid, 'environ').map((entry) => {
      const at = entry.indexOf('=');
      return [entry.slice(0, at), entry.slice(at + 1)];
    }),
  );

/** The Firestore emulator of a suite that this process started. @throws Refusal where the system does not tell */
function pidOf({ ports }: Place): number {
  const isIt = (pid: number) => {
    const command = commandLineOf(pid);
    return command.includes('java') && command.includes(`--port ${ports.firestore} `);
  };
  const pid = familyOf(process.pid).find(isIt);
  if (pid === undefined) throw new Refusal('The process of the Firestore emulator was not found.');
  return pid;
}

/** Writes down all that the place's project holds: in this folder, by this file it can be restored. */
export async function backUp({
  ports,
  project,
  offset,
}: Place): Promise<{ folder: string; file: string }> {
  const folder = mkdtempSync(join(suiteFolder(offset).temporary, 'backup-'));
  const url = `${addressesOf(ports).firestore}/emulator/v1/projects/${project}:export`;
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      database: `projects/${project}/databases/(default)`,
      export_directory: folder,
      export_name: EXPORT,
    }),
  });
  if (!reply.ok) throw new Error(`The export answered ${reply.status}: ${await reply.text()}`);
  return { folder, file: join(folder, EXPORT, `${EXPORT}.overall_export_metadata`) };
}

/**
 * Kills the Firestore emulator at once (SIGKILL) and starts it again with what was backed up. The triggers, which
 * firebase-tools told it of, it knows no more.
 */
export function restart(place: Place, backup: string): Promise<void> {
  const pid = pidOf(place);
  const env = environmentOf(pid);
  const [program = '', ...args] = partsOf(pid, 'cmdline');
  const earlier = args.indexOf(SEED);
  if (earlier >= 0) args.splice(earlier, 2);
  send(pid, 'SIGKILL');
  return comeBack(place, pid, () => {
    spawn(program, [...args, SEED, backup], { env, stdio: 'ignore' });
  });
}

async function comeBack({ ports }: Place, pid: number, start: () => void): Promise<void> {
  await kill([pid]);
  start();
  const answers = () =>
    fetch(addressesOf(ports).firestore).then(
      ({ ok }) => ok || null,
      () => null,
    );
  await eventually('the Firestore emulator', answers);
}
