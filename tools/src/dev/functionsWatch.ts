import { watch } from 'node:fs';
import { buildFunctions } from '../build/functions';
import { functionParameters, functionSecrets } from '../suite/parameters';
import { type Ports } from '../suite/ports';
import { inRoot } from '../system/root';

const SETTLE_MS = 200;

/**
 * Rebuilds the functions whenever their source changes; the running emulator loads them by itself.
 * @returns stops it
 */
export function watchFunctions(
  folder: string,
  ports: Ports,
  log: (line: string) => void,
): () => void {
  const rebuild = () => {
    buildFunctions(folder, functionParameters(ports), functionSecrets(ports)).then(
      (built) => built && log('Functions rebuilt.'),
      (error: unknown) => log(String(error)),
    );
  };
  let timer: NodeJS.Timeout | undefined;
  const onChange = () => {
    clearTimeout(timer);
    timer = setTimeout(rebuild, SETTLE_MS);
  };
  const folders = [inRoot('functions', 'src'), inRoot('contracts', 'src')];
  const watchers = folders.map((path) => watch(path, { recursive: true }, onChange));
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
