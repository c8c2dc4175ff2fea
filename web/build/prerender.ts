import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import {
  isRunnableDevEnvironment,
  type Plugin,
  type Rolldown,
  runnerImport,
  type ViteDevServer,
} from 'vite';
import type * as renderer from '../src/app/landing/render';
import type { Rendered } from '../src/app/landing/render';
import { findFirstLoadChunks } from './budget';
import { buildDocument, addPreloads, insertFirstScript, deferScripts } from './documentFrame';
import { type Loaders, findLoaders, listPageModules, listStartModules } from './loaders';
import { toDefines, type Settings } from './settings';

type Renderer = typeof renderer;

const RENDERER_FILE = 'src/app/landing/render.tsx';

const FONT_FILE = '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

const FONT_PRELOAD = `<link rel="preload" href="${FONT_FILE}" as="font" type="font/woff2" fetchpriority="low" crossorigin>`;

const STYLES_MODULE = 'virtual:drawn-styles.css';

const SHELL_FILE = 'app.html';

async function renderForBuild(root: string, settings: Settings) {
  const { origin: site, lastRecord } = settings;
  const { module } = await runnerImport<Renderer>(resolve(root, RENDERER_FILE), {
    root,
    configFile: false,
    define: toDefines(settings),
    logLevel: 'warn',
  });
  const pages = module
    .renderDocuments(site, lastRecord)
    .map((page) => ({ page, ...extractStyles(page.body) }));
  return {
    entries: module.renderEntries(site),
    entryScript: module.ENTRY_SCRIPT,
    screenScript: module.SCREEN_SCRIPT,
    screenPaths: module.SCREEN_PATHS,
    damageGuard: module.DAMAGE_GUARD,
    documentScript: module.DOCUMENT_SCRIPT,
    documents: pages.map(({ page, markup }) => ({ ...page, body: markup })),
    css: pages.map(({ css }) => css).join('\n'),
  };
}

async function renderForDev(
  server: ViteDevServer,
  { origin, lastRecord }: Settings,
): Promise<Rendered[]> {
  const { ssr } = server.environments;
  if (!isRunnableDevEnvironment(ssr)) throw new Error('Vite can’t render on the server');
  const { renderDocuments } = await ssr.runner.import<Renderer>(`/${RENDERER_FILE}`);
  return renderDocuments(origin, lastRecord);
}

function listExtraScripts(
  bundle: Rolldown.OutputBundle,
  loadedModules: readonly string[],
  modules: readonly string[],
): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const loadedChunks = findFirstLoadChunks(chunks, loadedModules);
  return findFirstLoadChunks(chunks, modules)
    .filter((chunk) => !loadedChunks.includes(chunk))
    .map(({ fileName }) => fileName);
}

function getDocument(bundle: Rolldown.OutputBundle, file: string): Rolldown.OutputAsset {
  const document = bundle[file];
  if (document?.type !== 'asset') throw new Error(`The build has no ${file}`);
  return document;
}

/** Makes the built shell preload its script's imports. @returns the shell's source */
function completeShell(
  bundle: Rolldown.OutputBundle,
  startModules: readonly string[],
  guard: string,
): string {
  const shell = getDocument(bundle, SHELL_FILE);
  const scripts = listExtraScripts(bundle, startModules.slice(0, 1), startModules);
  const guardedShell = insertFirstScript(String(shell.source), `<script>${guard}</script>`);
  return (shell.source = addPreloads(guardedShell, scripts));
}

/** Source: https://www.w3.org/TR/CSP3/#grammardef-hash-source */
const toHashSource = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** @throws Error if the site's content policy doesn't allow this inline script */
function checkPolicy(root: string, script: string): void {
  const source = toHashSource(script);
  const deployed = readFileSync(resolve(root, '../firebase.json'), 'utf8');
  if (!deployed.includes(source))
    throw new Error(`script-src in firebase.json must name the inline script by ${source}`);
}

/**
 * Prerenders the visitors' documents (`index.html`, `terms.html` …), entry pages (`login.html`) and
 * documents of members' screens (`screens/dashboard.html`). Adds the sitemap, robots.txt and
 * security.txt.
 */
export function prerender(settings: Settings): Plugin {
  let loaders: Loaders = new Map();
  const { origin: site, brand } = settings;
  let root = '';
  let server: ViteDevServer | undefined;
  let rendering: ReturnType<typeof renderForBuild> | undefined;
  const build = () => (rendering ??= renderForBuild(root, settings));
  const documents = async () =>
    server ? renderForDev(server, settings) : (await build()).documents;

  return {
    name: 'quantalgo-prerender',
    configResolved(config) {
      root = config.root;
    },
    configureServer(devServer) {
      server = devServer;
    },
    buildStart() {
      rendering = undefined;
    },
    async buildEnd(failure) {
      if (!server && !failure) loaders = await findLoaders(this);
    },
    resolveId: (id) => (id === STYLES_MODULE ? `\0${STYLES_MODULE}` : undefined),
    async load(id) {
      if (id !== `\0${STYLES_MODULE}`) return undefined;
      return server ? '' : (await build()).css;
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { path }) {
        const page = (await documents()).find(({ file }) => file === basename(path));
        if (!page) return html;
        const preload = server ? '' : FONT_PRELOAD;
        return buildDocument(page.file, page.head + preload, page.body);
      },
    },
    generateBundle: {
      // After Vite has added the shell to the bundle.
      order: 'post',
      async handler(_, bundle) {
        const {
          documents: documentPages,
          entries,
          entryScript,
          screenScript,
          screenPaths,
          documentScript,
          damageGuard,
        } = await build();
        const emitScript = (name: string, source: string) =>
          this.getFileName(this.emitFile({ type: 'asset', name, source }));
        const entryFile = emitScript('entry.js', entryScript);
        const screenFile = emitScript('screen.js', screenScript);
        const loaderScript = `<script async src="/${emitScript('document.js', documentScript)}"></script>`;
        for (const { file } of documentPages) {
          const document = getDocument(bundle, file);
          document.source = deferScripts(String(document.source), loaderScript);
        }
        const startModules = listStartModules(loaders);
        checkPolicy(root, damageGuard);
        const shell = completeShell(bundle, startModules, damageGuard);
        for (const { file, path, head, body } of entries) {
          const scripts = listExtraScripts(bundle, startModules, listPageModules(loaders, path));
          const source = buildEntryDocument(shell, { head, body, before: entryFile, scripts });
          this.emitFile({ type: 'asset', fileName: file, source });
        }
        for (const path of screenPaths) {
          const scripts = listExtraScripts(bundle, startModules, listPageModules(loaders, path));
          const source = buildScreenDocument(shell, { scripts, before: screenFile });
          this.emitFile({ type: 'asset', fileName: `screens${path}.html`, source });
        }
        getDocument(bundle, SHELL_FILE).source = insertFirstScript(
          shell,
          `<script src="/${screenFile}"></script>`,
        );
        const paths = [...documentPages, ...entries].map(({ path }) => path);
        this.emitFile({ type: 'asset', fileName: 'robots.txt', source: buildRobots(site) });
        this.emitFile({
          type: 'asset',
          fileName: 'sitemap.xml',
          source: buildSitemap(site, paths),
        });
        const contact = buildSecurityText(site, brand.telegram.support, new Date());
        this.emitFile({ type: 'asset', fileName: 'security.txt', source: contact });
      },
    },
  };
}

const PLACEHOLDER_HEAD = /<title>[^<]*<\/title>\s*<meta name="robots" content="noindex" \/>/;

const ROOT_ELEMENT = '<div id="root">';

/**
 * Tags for apps installed by Safari. Those launch at the dashboard, so visitors' pages don't need
 * them.
 */
const LAUNCH_TAGS = /\s*<meta name="apple-mobile-[^>]*>/g;

export interface EntryParts {
  readonly head: string;
  /** The app hydrates it. */
  readonly body: string;
  /** The built file that runs before the first paint. */
  readonly before: string;
  /** Built files that the page needs in addition to the shell's. */
  readonly scripts: readonly string[];
}

/**
 * Turns the app's shell into the document of one page: with its head, its prerendered content, and
 * preloads of its scripts.
 * @param shell the built `app.html`
 * @throws Error if the shell lacks the placeholder title, the root element or styles
 */
export function buildEntryDocument(
  shell: string,
  { head, body, before, scripts }: EntryParts,
): string {
  if (!PLACEHOLDER_HEAD.test(shell))
    throw new Error('The app’s shell has no title that asks not to be listed');
  if (!shell.includes(ROOT_ELEMENT)) throw new Error('The app’s shell has no place for the app');
  const document = shell
    .replaceAll(LAUNCH_TAGS, '')
    .replace(PLACEHOLDER_HEAD, () => head)
    .replace(ROOT_ELEMENT, () => `<div id="drawn">${body}</div>${ROOT_ELEMENT}`);
  return deferScripts(addPreloads(document, scripts), `<script src="/${before}"></script>`);
}

interface ScreenParts {
  readonly scripts: readonly string[];
  /** The built file that draws the stored screen. */
  readonly before: string;
}

/**
 * Turns the app's shell into the document of a screen. The stored screen is painted before the
 * scripts load.
 * @param shell the built `app.html`
 * @throws Error if the shell has no styles
 */
export const buildScreenDocument = (shell: string, { scripts, before }: ScreenParts): string =>
  deferScripts(addPreloads(shell, scripts), `<script src="/${before}"></script>`);

/** Doesn't disallow the app's pages: crawlers must fetch them to see that they are `noindex`. */
export const buildRobots = (site: string): string =>
  [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /auth/',
    '',
    `Sitemap: ${site}/sitemap.xml`,
    '',
  ].join('\n');

const CONTACT_VALIDITY_DAYS = 360;

/** Hosting serves it at `/.well-known/security.txt`. Source: RFC 9116 */
export function buildSecurityText(site: string, contact: string, builtAt: Date): string {
  const expires = new Date(builtAt.getTime() + CONTACT_VALIDITY_DAYS * 24 * 60 * 60_000);
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${site}/.well-known/security.txt`,
    '',
  ].join('\n');
}

export function buildSitemap(site: string, paths: readonly string[]): string {
  const urls = paths.map((path) => `  <url><loc>${site}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}

const STYLE_ATTRIBUTE = / style="([^"]*)"/g;

const unescapeAttribute = (css: string) =>
  css.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');

/** Moves style attributes into a stylesheet, because the site's content policy forbids them. */
export function extractStyles(markup: string): { markup: string; css: string } {
  const rules = new Map<string, string>();
  const result = markup.replace(STYLE_ATTRIBUTE, (_, escaped: string) => {
    const css = unescapeAttribute(escaped);
    const name = createHash('sha256').update(css).digest('hex').slice(0, 8);
    rules.set(name, `[data-drawn='${name}']{${css}}`);
    return ` data-drawn="${name}"`;
  });
  return { markup: result, css: [...rules.values()].join('\n') };
}
