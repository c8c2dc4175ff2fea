import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import * as z from 'zod/mini';
import { inRoot, ROOT } from '../system/root';
import { addressesOf } from './environment';
import { suiteFolder } from './folders';
import { HOST } from './project';
import { type Offset, type Ports, portsAt } from './ports';

const CSP = 'Content-Security-Policy';

const headerRule = z.looseObject({
  headers: z.array(z.object({ key: z.string(), value: z.string() })),
});
const productionSchema = z.looseObject({
  hosting: z.looseObject({ headers: z.array(headerRule) }),
  functions: z.array(z.looseObject({ source: z.string() })),
});

export type FirebaseConfig = z.infer<typeof productionSchema>;

/** Adds sources to directives of a policy: `{ 'connect-src': ['http://…'] }`. Directives it lacks are left out. */
export function widenPolicy(policy: string, additions: Record<string, string[]>): string {
  const directives = policy.split(';').map((directive) => directive.trim());
  const widened = directives.map((directive) => {
    const added = additions[directive.split(' ')[0] ?? ''] ?? [];
    return [directive, ...added].join(' ');
  });
  return widened.join('; ');
}

function localPolicy(policy: string, ports: Ports): string {
  const { auth, firestore, storage } = addressesOf(ports);
  const sockets = [auth, firestore, storage].map((url) => url.replace('http:', 'ws:'));
  return widenPolicy(policy, {
    'connect-src': [auth, firestore, storage, ...sockets],
    'img-src': [storage],
  });
}

function emulatorsOf(ports: Ports) {
  const on = (port: number) => ({ host: HOST, port });
  return {
    auth: on(ports.auth),
    functions: on(ports.functions),
    firestore: { ...on(ports.firestore), websocketPort: ports.firestoreWebsocket },
    storage: on(ports.storage),
    hosting: on(ports.site),
    eventarc: on(ports.eventarc),
    tasks: on(ports.tasks),
    hub: on(ports.hub),
    logging: on(ports.logging),
    ui: { enabled: false },
    singleProjectMode: true,
  };
}

/** The configuration of a local suite, derived from the production one. Folders are relative to the root. */
export function localConfig(
  production: FirebaseConfig,
  ports: Ports,
  folders: { site: string; functions: string },
): FirebaseConfig {
  const { hosting } = production;
  const headers = hosting.headers.map((rule) => ({
    ...rule,
    headers: rule.headers.map(({ key, value }) => ({
      key,
      value: key === CSP ? localPolicy(value, ports) : value,
    })),
  }));
  return {
    ...production,
    hosting: { ...hosting, public: folders.site, headers },
    functions: production.functions.map((codebase) => ({ ...codebase, source: folders.functions })),
    emulators: emulatorsOf(ports),
  };
}

/** The production configuration, `firebase.json`. */
export function readProductionConfig(): FirebaseConfig {
  return productionSchema.parse(JSON.parse(readFileSync(inRoot('firebase.json'), 'utf8')));
}

/**
 * Writes the configuration of the suite at this offset and gives its path. It lies in the root, as firebase-tools
 * refuses folders outside that of the configuration.
 */
export function writeLocalConfig(offset: Offset): string {
  const { config, site, functions } = suiteFolder(offset);
  const folders = { site: relative(ROOT, site), functions: relative(ROOT, functions) };
  const local = localConfig(readProductionConfig(), portsAt(offset), folders);
  writeFileSync(config, `${JSON.stringify(local, null, 2)}\n`);
  return config;
}
