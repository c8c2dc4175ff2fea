import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { commandLineOf } from './processes';

const LISTENING = '0A';

/** Whether something on this machine already listens on the port, seen from `host`. */
export function isTaken(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(true));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(false)));
  });
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').trim().split('\n').slice(1);
  } catch {
    return [];
  }
}

function socketsOf(port: number): Set<string> {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap(linesOf);
  const listening = rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, local = '', , state]) => local.endsWith(suffix) && state === LISTENING);
  return new Set(listening.map((columns) => `socket:[${columns[9] ?? ''}]`));
}

function holdsOne(pid: string, sockets: Set<string>): boolean {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).some((fd) => sockets.has(readlinkSync(`${folder}/${fd}`)));
  } catch {
    return false;
  }
}

function holderInProc(port: number): number | undefined {
  const sockets = socketsOf(port);
  if (sockets.size === 0) return undefined;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const pid = pids.find((candidate) => holdsOne(candidate, sockets));
  return pid === undefined ? undefined : Number(pid);
}

function holderByLsof(port: number): number | undefined {
  try {
    const args = ['-nP', '-t', `-iTCP:${port}`, '-sTCP:LISTEN'];
    const output = execFileSync('lsof', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number.parseInt(output, 10) || undefined;
  } catch {
    return undefined;
  }
}

/** Says who listens on a port, as `process 4711 (java -jar …)`; `another process` where the system does not tell. */
export function holderOf(port: number): string {
  const pid = holderInProc(port) ?? holderByLsof(port);
  if (pid === undefined) return 'another process';
  const command = commandLineOf(pid);
  return `process ${pid} (${command.length > 100 ? `${command.slice(0, 99)}…` : command})`;
}
