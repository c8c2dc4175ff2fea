import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../../public/verify-ledger.mjs', import.meta.url));

/** Runs the verifier as a command. @returns its exit code and output */
export function verifyCommand(...args: string[]): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [FILE, ...args]);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (said += text.toString()));
    child.once('close', (code) => resolve({ code, said }));
  });
}
