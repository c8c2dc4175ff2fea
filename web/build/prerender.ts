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
import { firstLoadChunks } from './budget';
import { documentFrame, preloading, runningFirst, waitingScripts } from './documentFrame';
import { type Loaders, loadersOf, modulesAt, startModules } from './loaders';
import { defined, type Settings } from './settings';

type Renderer = typeof renderer;

const RENDERER = 'src/app/landing/render.tsx';

const FONT = '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

const FONT_PRELOAD = `<link rel="preload" href="${FONT}" as="font" type="font/woff2" fetchpriority="low" crossorigin>`;

/** Imported by the documents' script: the styles of the instruments that they show. */
const STYLES = 'virtual:drawn-styles.css';

const SHELL = 'app.html';

async function renderForBuild(root: string, settings: Settings) {
  const { origin: site } = settings;
  const { module } = await runnerImport<Renderer>(resolve(root, RENDERER), {
    root,
    configFile: false,
    define: defined(settings),
    logLevel: 'warn',
  });
  const pages = module.renderDocuments(site).map((page) => ({ page, ...extractStyles(page.body) }));
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

async function renderForDev(server: ViteDevServer, site: string): Promise<Rendered[]> {
  const { ssr } = server.environments;
  if (!isRunnableDevEnvironment(ssr)) throw new Error('Vite can’t render on the server');
  const { renderDocuments } = await ssr.runner.import<Renderer>(`/${RENDERER}`);
  return renderDocuments(site);
}

/** The built files that these modules need beyond what `others` need. */
function scriptsBeyond(
  bundle: Rolldown.OutputBundle,
  others: readonly string[],
  modules: readonly string[],
): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const there = firstLoadChunks(chunks, others);
  return firstLoadChunks(chunks, modules)
    .filter((chunk) => !there.includes(chunk))
    .map(({ fileName }) => fileName);
}

/** A document of the build. @throws Error when it holds none of that name */
function documentOf(bundle: Rolldown.OutputBundle, file: string): Rolldown.OutputAsset {
  const document = bundle[file];
  if (document?.type !== 'asset') throw new Error(`The build holds no ${file}`);
  return document;
}

/** Lets the built app's shell fetch from the start what its script will ask for, and gives its text. */
function completeShell(
  bundle: Rolldown.OutputBundle,
  start: readonly string[],
  guard: string,
): string {
  const shell = documentOf(bundle, SHELL);
  const scripts = scriptsBeyond(bundle, start.slice(0, 1), start);
  const guarded = runningFirst(String(shell.source), `<script>${guard}</script>`);
  return (shell.source = preloading(guarded, scripts));
}

/** Source by which a content policy allows an inline script. Source: https://www.w3.org/TR/CSP3/#grammardef-hash-source */
const hashSource = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** @throws Error if the site's content policy doesn't allow this inline script */
function checkPolicy(root: string, script: string): void {
  const source = hashSource(script);
  const deployed = readFileSync(resolve(root, '../firebase.json'), 'utf8');
  if (!deployed.includes(source))
    throw new Error(`script-src in firebase.json must name the inline script by ${source}`);
}

/**
 * Fills the visitor's documents (`index.html`, `terms.html` …) with what their React components render to, so that they
 * show without any script. Adds a document for each page of the app that is described (`login.html`), drawn
 * likewise, one for each screen of members (`screens/dashboard.html`), drawn as it was last seen, sitemap and robots.txt.
 * @param settings where the site will be served, and whom it speaks for
 */
export function prerender(settings: Settings): Plugin {
  let loaders: Loaders = new Map();
  const { origin: site, brand } = settings;
  let root = '';
  let server: ViteDevServer | undefined;
  let built: ReturnType<typeof renderForBuild> | undefined;
  const build = () => (built ??= renderForBuild(root, settings));
  const documents = async () => (server ? renderForDev(server, site) : (await build()).documents);

  return {
    name: 'quantalgo-prerender',
    configResolved(config) {
      root = config.root;
    },
    configureServer(started) {
      server = started;
    },
    buildStart() {
      built = undefined;
    },
    async buildEnd(failure) {
      if (!server && !failure) loaders = await loadersOf(this);
    },
    resolveId: (id) => (id === STYLES ? `\0${STYLES}` : undefined),
    async load(id) {
      if (id !== `\0${STYLES}`) return undefined;
      return server ? '' : (await build()).css;
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { path }) {
        const page = (await documents()).find(({ file }) => file === basename(path));
        if (!page) return html;
        const preload = server ? '' : FONT_PRELOAD;
        return documentFrame(page.file, page.head + preload, page.body);
      },
    },
    generateBundle: {
      // After Vite has put the shell into the bundle.
      order: 'post',
      async handler(_, bundle) {
        const {
          documents: own,
          entries,
          entryScript,
          screenScript,
          screenPaths,
          documentScript,
          damageGuard,
        } = await build();
        const emitScript = (name: string, source: string) =>
          this.getFileName(this.emitFile({ type: 'asset', name, source }));
        const before = emitScript('entry.js', entryScript);
        const beforeScreen = emitScript('screen.js', screenScript);
        const asking = `<script async src="/${emitScript('document.js', documentScript)}"></script>`;
        for (const { file } of own) {
          const document = documentOf(bundle, file);
          document.source = waitingScripts(String(document.source), asking);
        }
        const start = startModules(loaders);
        checkPolicy(root, damageGuard);
        const shell = completeShell(bundle, start, damageGuard);
        for (const { file, path, head, body } of entries) {
          const scripts = scriptsBeyond(bundle, start, modulesAt(loaders, path));
          const source = entryDocument(shell, { head, body, before, scripts });
          this.emitFile({ type: 'asset', fileName: file, source });
        }
        for (const path of screenPaths) {
          const scripts = scriptsBeyond(bundle, start, modulesAt(loaders, path));
          const source = screenDocument(shell, { scripts, before: beforeScreen });
          this.emitFile({ type: 'asset', fileName: `screens${path}.html`, source });
        }
        documentOf(bundle, SHELL).source = runningFirst(
          shell,
          `<script src="/${beforeScreen}"></script>`,
        );
        const paths = [...own, ...entries].map(({ path }) => path);
        this.emitFile({ type: 'asset', fileName: 'robots.txt', source: robots(site) });
        this.emitFile({ type: 'asset', fileName: 'sitemap.xml', source: sitemap(site, paths) });
        const contact = securityText(site, brand.telegram.support, new Date());
        this.emitFile({ type: 'asset', fileName: 'security.txt', source: contact });
      },
    },
  };
}

const UNNAMED = /<title>[^<]*<\/title>\s*<meta name="robots" content="noindex" \/>/;

const PLACE = '<div id="root">';

/** What Safari asks of an installed app at its launch, which begins at the dashboard: no visitor's page needs it. */
const OF_LAUNCHES = /\s*<meta name="apple-mobile-[^>]*>/g;

/** What the document of a page has that the shell has not. */
export interface EntryParts {
  /** Markup that names the page. */
  readonly head: string;
  /** What the app shows first of all, for it to take over. */
  readonly body: string;
  /** Name of the built file that runs before anything is painted. */
  readonly before: string;
  /** Names of the built files that the page needs beyond the shell's. */
  readonly scripts: readonly string[];
}

/**
 * The app's shell as the document of one page: named, listed by search engines, drawn already, and with that page's own
 * scripts loading together with the app's, once it was painted.
 * @param shell the built `app.html`
 * @throws Error when the shell has no unnamed head to replace, no place for the app or no styles
 */
export function entryDocument(shell: string, { head, body, before, scripts }: EntryParts): string {
  if (!UNNAMED.test(shell))
    throw new Error('The app’s shell has no title that asks not to be listed');
  if (!shell.includes(PLACE)) throw new Error('The app’s shell has no place for the app');
  const filled = shell
    .replaceAll(OF_LAUNCHES, '')
    .replace(UNNAMED, () => head)
    .replace(PLACE, () => `<div id="drawn">${body}</div>${PLACE}`);
  return waitingScripts(preloading(filled, scripts), `<script src="/${before}"></script>`);
}

/** What the document of a member's screen has that the shell has not. */
interface ScreenParts {
  /** Names of the built files that the screen needs beyond the shell's. */
  readonly scripts: readonly string[];
  /** Name of the built file that draws what was kept of the screen. */
  readonly before: string;
}

/**
 * The app's shell as the document of a member's screen: the screen is drawn as it was kept, nothing is painted ahead of
 * that, and the scripts wait for it.
 * @param shell the built `app.html`
 * @throws Error when the shell has no styles
 */
export const screenDocument = (shell: string, { scripts, before }: ScreenParts): string =>
  waitingScripts(preloading(shell, scripts), `<script src="/${before}"></script>`);

/** `robots.txt`: pages may be read, the API need not be; the app's pages say noindex themselves. `site` is the origin. */
export const robots = (site: string): string =>
  [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /auth/',
    '',
    `Sitemap: ${site}/sitemap.xml`,
    '',
  ].join('\n');

/** What is said there of whom to write to is to be looked at anew after so many days. */
const CONTACT_DAYS = 360;

/**
 * `security.txt`: whom to tell of a way in. Hosting answers it at `/.well-known/security.txt`.
 * Source: RFC 9116
 */
export function securityText(site: string, contact: string, built: Date): string {
  const expires = new Date(built.getTime() + CONTACT_DAYS * 24 * 60 * 60_000);
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${site}/.well-known/security.txt`,
    '',
  ].join('\n');
}

/** `sitemap.xml` with these paths of the site. */
export function sitemap(site: string, paths: readonly string[]): string {
  const urls = paths.map((path) => `  <url><loc>${site}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}

const STYLE = / style="([^"]*)"/g;

const unescaped = (css: string) =>
  css.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');

/**
 * Moves the style attributes of rendered markup into rules of a stylesheet, because the site's content policy refuses
 * attributes. Instruments that draw with them can so be prerendered.
 */
export function extractStyles(markup: string): { markup: string; css: string } {
  const rules = new Map<string, string>();
  const moved = markup.replace(STYLE, (_, escaped: string) => {
    const css = unescaped(escaped);
    const name = createHash('sha256').update(css).digest('hex').slice(0, 8);
    rules.set(name, `[data-drawn='${name}']{${css}}`);
    return ` data-drawn="${name}"`;
  });
  return { markup: moved, css: [...rules.values()].join('\n') };
}
