import { watch } from 'node:fs';
import { DOCUMENT_PATHS } from '@quantalgo/contracts/core/paths';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { buildFunctions } from '../build/functions';
import { QUIET_VITE } from '../build/site';
import { inRoot } from '../system/root';
import {
  getSuiteAddresses,
  buildFunctionParameters,
  buildFunctionSecrets,
  buildWebFirebaseConfig,
} from './environment';
import { HOST, type Ports } from './ports';

const BACKEND_PATHS = ['/auth', '/countdown', '/ledger', '/api', '/__'];
const DEBOUNCE_MS = 200;

const isWithin = (pathname: string, folder: string) =>
  pathname === folder || pathname.startsWith(`${folder}/`);

export function isAppRoute(url: string): boolean {
  const { pathname } = new URL(url, 'http://site');
  if (pathname.startsWith('/@')) return false;
  if (DOCUMENT_PATHS.some((path) => path === pathname)) return false;
  if (BACKEND_PATHS.some((path) => isWithin(pathname, path))) return false;
  return !pathname.slice(pathname.lastIndexOf('/')).includes('.');
}

const appShell: Plugin = {
  name: 'quantalgo-app-shell',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      const isPage = request.headers.accept?.includes('text/html') === true;
      if (isPage && isAppRoute(request.url ?? '/')) request.url = '/app.html';
      next();
    });
  },
};

export async function startVite(ports: Ports, port: number): Promise<ViteDevServer> {
  Object.assign(process.env, QUIET_VITE, { VITE_FIREBASE: buildWebFirebaseConfig(ports) });
  const target = getSuiteAddresses(ports).site;
  const server = await createServer({
    root: inRoot('web'),
    configFile: inRoot('web', 'vite.config.ts'),
    // Don't fall back to the landing page. A missing file must be a 404, as on Hosting.
    appType: 'mpa',
    plugins: [appShell],
    server: {
      host: HOST,
      port,
      strictPort: true,
      proxy: Object.fromEntries(BACKEND_PATHS.map((path) => [path, { target }])),
    },
  });
  return server.listen();
}

/**
 * Rebuilds only. The running emulator reloads rebuilt functions by itself.
 * @returns a function that stops watching
 */
export function watchFunctions(folder: string, ports: Ports): () => void {
  const rebuild = () => {
    buildFunctions(folder, buildFunctionParameters(ports), buildFunctionSecrets(ports)).then(
      (built) => built && console.log('Functions rebuilt.'),
      (error: unknown) => console.log(String(error)),
    );
  };
  let timer: NodeJS.Timeout | undefined;
  const onChange = () => {
    clearTimeout(timer);
    timer = setTimeout(rebuild, DEBOUNCE_MS);
  };
  const folders = [inRoot('functions', 'src'), inRoot('contracts', 'src')];
  const watchers = folders.map((path) => watch(path, { recursive: true }, onChange));
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
