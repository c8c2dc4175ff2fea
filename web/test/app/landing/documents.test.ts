// @vitest-environment jsdom
import { DOCUMENT_PATHS, PATHS } from '@quantalgo/contracts/core/paths';
import { EMPTY_PERFORMANCE_COUNTERS, toPerformance } from '@quantalgo/contracts/record/performance';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { BRAND } from '../../../src/core/brand';
import {
  extractStyles,
  buildRobots,
  buildSecurityText,
  buildSitemap,
} from '../../../build/prerender';
import { renderDocuments, renderEntries, type Rendered } from '../../../src/app/landing/render';
import { AGE, ANCHORS, COUNTDOWN } from '../../../src/content/hero';
import { SIGN_UP_FIELDS_TEXT } from '../../../src/content/signUp';
import { settledSignal } from '../../screens/landing/settledSignals';
import { BROKER_DISCLOSURE, CLAIMS } from '../../../src/content/claims';

const SITE = 'https://quantalgo.example';
const inRoot = (path: string) => resolve(import.meta.dirname, '../../../..', path);
const readText = (path: string) => readFileSync(inRoot(path), 'utf8');

let documents: Rendered[];
let landing: Document;

const parsed = ({ head, body }: Pick<Rendered, 'head' | 'body'>) =>
  new DOMParser().parseFromString(`<head>${head}</head><body>${body}</body>`, 'text/html');

beforeAll(() => {
  documents = renderDocuments(SITE);
  const [first] = documents;
  if (!first) throw new Error('There is no landing page');
  landing = parsed(first);
});

const all = (selector: string, within: ParentNode = landing) => [
  ...within.querySelectorAll(selector),
];
const getTexts = (selector: string, within: ParentNode) =>
  all(selector, within).map(({ textContent }) => textContent);
const getLandingTexts = (selector: string) => getTexts(selector, landing);

describe('prerendered documents', () => {
  it.each(DOCUMENT_PATHS)('%s has a file that the build fills and Hosting serves', (path) => {
    const page = documents.find((document) => document.path === path);
    expect(page && existsSync(inRoot(`web/${page.file}`))).toBe(true);
    const rewrite = `{ "source": "${path}", "destination": "/${page?.file}" }`;
    if (path !== PATHS.landing) expect(readText('firebase.json')).toContain(rewrite);
  });

  it.each(DOCUMENT_PATHS)('%s needs no script and no exception from the content policy', (path) => {
    const page = documents.find((document) => document.path === path);
    if (!page) throw new Error(`${path} is not rendered`);
    const { markup } = extractStyles(page.body);
    expect(markup).not.toMatch(/ style=| on\w+=|<style|<script/);
    expect(parsed(page).querySelectorAll('script:not([type="application/ld+json"])')).toHaveLength(
      0,
    );
  });

  it.each(DOCUMENT_PATHS)(
    '%s has a title, description, canonical URL and structured data',
    (path) => {
      const page = documents.find((document) => document.path === path);
      if (!page) throw new Error(`${path} is not rendered`);
      const document = parsed(page);
      expect(document.title).toContain(BRAND.name);
      expect(all('h1', document)).toHaveLength(1);
      const content = (selector: string) =>
        document.querySelector(selector)?.getAttribute('content');
      expect(content('meta[name=description]')?.length).toBeGreaterThan(50);
      expect(content('meta[property="og:image"]')).toBe(`${SITE}/share.png`);
      expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(SITE + path);
      const data = z
        .object({ '@graph': z.array(z.object({ url: z.string() })) })
        .parse(JSON.parse(document.querySelector('script')?.textContent ?? ''));
      expect(data['@graph'].at(-1)?.url).toBe(SITE + path);
    },
  );

  it('links only to existing pages and anchors', () => {
    const paths = new Set<string>([...DOCUMENT_PATHS, PATHS.login, PATHS.signUp]);
    const anchorsByPath = new Map(
      documents.map((page) => [page.path, all('[id]', parsed(page)).map(({ id }) => id)]),
    );
    for (const page of documents)
      for (const link of all('a', parsed(page))) {
        const href = link.getAttribute('href') ?? '';
        if (
          href.startsWith('https://') ||
          href.startsWith('/api/') ||
          href.startsWith('/ledger/') ||
          existsSync(inRoot(`web/public${href}`))
        )
          continue;
        const [path, anchor] = href.split('#');
        if (path !== '') expect(paths).toContain(path);
        if (anchor !== undefined && path !== '')
          expect(anchorsByPath.get(path ?? '')).toContain(anchor);
        if (path === '') expect(page.body).toContain(`id="${anchor}"`);
      }
  });

  it('are listed in the sitemap', () => {
    const map = buildSitemap(SITE, DOCUMENT_PATHS);
    for (const path of DOCUMENT_PATHS) expect(map).toContain(`<loc>${SITE}${path}</loc>`);
    expect(buildRobots(SITE)).toContain(`Sitemap: ${SITE}/sitemap.xml`);
  });

  it('give a security contact that expires within a year', () => {
    const text = buildSecurityText(SITE, BRAND.telegram.support, new Date('2026-11-21T00:00:00Z'));
    expect(text).toMatch(/^Contact: https:\/\/\S+$/m);
    expect(text).toContain('Expires: 2027-11-16T00:00:00.000Z\n');
    expect(text).toContain(`Canonical: ${SITE}/.well-known/security.txt\n`);
  });
});

describe('landing page', () => {
  it('has the specified sections, each with a link', () => {
    expect(ANCHORS.map(({ label }) => label)).toEqual([
      'Home',
      'Features',
      'About',
      'Pricing',
      'Reviews',
    ]);
    for (const { id } of ANCHORS) expect(landing.getElementById(id)).not.toBeNull();
    expect(getLandingTexts('h2')).toContain('How it works');
    expect(all('#how-it-works li')).toHaveLength(4);
  });

  it('links to login, sign-up and the community', () => {
    const links = all('a').map((link) => link.getAttribute('href'));
    for (const target of [PATHS.login, PATHS.signUp, BRAND.telegram.community])
      expect(links).toContain(target);
  });

  it('discloses beside the broker’s offer that the broker pays us', () => {
    const links = all('a').filter(
      (link) =>
        link.getAttribute('href')?.startsWith(BRAND.broker.signUp.replace('{member}', '')) === true,
    );
    for (const link of links) expect(link.parentElement?.textContent).toContain(BROKER_DISCLOSURE);
    const step = getLandingTexts('#how-it-works li').find((text) =>
      text.includes(BRAND.broker.promoCode),
    );
    expect(step).toContain(BROKER_DISCLOSURE);
  });

  it('gives every claim a footnote and its measured figure', () => {
    const rows = all('#claims tbody tr');
    expect(rows).toHaveLength(CLAIMS.length);
    for (const [index, { text, footnote, detail }] of CLAIMS.entries()) {
      expect(rows[index]?.textContent).toContain(text);
      expect(rows[index]?.textContent).toContain(footnote);
      if ('figure' in detail)
        expect(rows[index]?.querySelector(`[data-live='${detail.figure}']`)).not.toBeNull();
    }
  });

  it('shows the measured figure beside a tier’s claim', () => {
    expect(landing.querySelector("#pricing [data-live='first-entry']")).not.toBeNull();
  });

  it('names the fields of the sign-up form', () => {
    expect(getLandingTexts('#how-it-works li p')).toContain(SIGN_UP_FIELDS_TEXT);
  });

  it('hides the countdown’s label until its number is known', () => {
    for (const label of all('body *').filter(
      ({ children, textContent }) => children.length === 0 && textContent === COUNTDOWN.label,
    ))
      expect(label.closest("[data-live='countdown']")?.getAttribute('data-state')).toBe('waiting');
  });

  it('links to terms, privacy, risk and countries in the footer, and states the minimum age', () => {
    const foot = landing.querySelector('body > footer');
    const links = foot ? all('a', foot).map((link) => link.getAttribute('href')) : [];
    for (const target of [PATHS.terms, PATHS.privacy, PATHS.risk, `${PATHS.risk}#where-you-live`])
      expect(links).toContain(target);
    expect(foot?.textContent).toContain(AGE);
  });

  it.each(['$2,997 value', '15,000+ members', '98% accuracy', '80+ accuracy', '20 signals a day'])(
    'quotes the claim “%s” verbatim',
    (claim) => expect(landing.body.textContent).toContain(`“${claim}”`),
  );

  it('attributes the deposit bonus to the broker', () => {
    const steps = getLandingTexts('#how-it-works li').join('');
    for (const part of [
      '150 percent deposit bonus',
      'QuantAlgo100',
      'the broker’s offer, not ours',
    ])
      expect(steps).toContain(part);
  });

  it('marks the official channels and links as placeholders in a demonstration', () => {
    const contacts = documents.find(({ path }) => path === PATHS.contacts);
    const page = contacts && parsed(contacts);
    expect(page ? getTexts('p', page) : []).toContain(
      'Demonstration These channels and links are placeholders.',
    );
    const heads = page ? getTexts('h2', page) : [];
    for (const name of [
      'Community channel',
      'Signal bot',
      'Support',
      'Check this handleDemonstration',
    ])
      expect(heads).toContain(name);
  });

  it('marks every review as a sample', () => {
    expect(getLandingTexts('#reviews h2')).toEqual(['ReviewsSample']);
    for (const review of getLandingTexts('#reviews li'))
      expect(review).toMatch(/Sample member, \w+$/);
  });

  it('says what happens when the countdown reaches zero', () => {
    expect(landing.body.textContent).toContain('At zero the next round begins');
  });
});

describe('landing page with a stored record', () => {
  const AT = Date.parse('2026-11-20T13:05:02Z');
  const performance = toPerformance({
    ...EMPTY_PERFORMANCE_COUNTERS,
    settled: 1000,
    won: 942,
    lost: 58,
    firstEntryWon: 512,
    source: 'simulated',
  });
  const latest = settledSignal([1.0851, 1.0853], { outcome: 'profit', level: 0 });
  const record = { performance, log: null, sealedBeforeOutcome: 1000, seeded: 0, latest };
  const [first] = renderDocuments(SITE, { record, at: AT });
  const page = parsed(first ?? { head: '', body: '' });
  const getLiveTexts = (name: string) => getTexts(`[data-live='${name}']`, page);

  it('shows the dated figures before any script runs', () => {
    expect(getLiveTexts('first-entry')).toEqual(['51', '51']);
    expect(getLiveTexts('record-note')).toEqual(['simulated prices, 20 Nov 2026']);
    expect(page.querySelector("[data-live='demonstration']")?.hasAttribute('hidden')).toBe(false);
  });

  it('draws the last settled signal', () => {
    expect(getLiveTexts('signal-pair')).toEqual(['EUR/USD']);
    expect(getTexts("[data-live='chart'] text", page)).toEqual(['enter 13:05', 'ended 13:10']);
    const visible = ['profit', 'loss', 'break-even', 'no-go'].filter(
      (mark) => !page.querySelector(`[data-live='signal-${mark}']`)?.hasAttribute('hidden'),
    );
    expect(visible).toEqual(['profit']);
  });
});

describe('risk page', () => {
  const performance = toPerformance({
    ...EMPTY_PERFORMANCE_COUNTERS,
    settled: 1000,
    won: 942,
    lost: 58,
    firstEntryWon: 512,
    source: 'simulated',
  });
  const record = { performance, log: null, sealedBeforeOutcome: 1000, seeded: 0, latest: null };
  const firstSection = (last: Parameters<typeof renderDocuments>[1]) => {
    const page = renderDocuments(SITE, last).find(({ path }) => path === PATHS.risk);
    return page ? getTexts('section', parsed(page))[0] : undefined;
  };

  it('starts with the record and its conclusion', () => {
    expect(firstSection({ record, at: Date.UTC(2026, 10, 20, 13) })).toBe(
      'What our signals have doneOf the 1,000 first entries that moved, 51 in 100 won. At a payout of 80%, you need 56 in 100. Use them on paper.Demonstration: simulated prices, 20 Nov 2026. Newer figures are on the home page.',
    );
  });

  it('starts with the break-even rate if there is no record', () => {
    expect(firstSection(null)).toBe(
      'What our signals have doneAt an 80% payout, you need 56 of 100 first entries to be right. Our record is on the home page. Until it shows more, use signals on paper.',
    );
  });

  it('lists countries that ban or restrict the broker’s products', () => {
    const risk = documents.find(({ path }) => path === PATHS.risk);
    expect(risk ? getTexts('#where-you-live summary', parsed(risk)) : []).toContain(
      'United Kingdom',
    );
  });
});

describe('speculation rules', () => {
  it('include login and sign-up', () => {
    const rules = readText('web/public/speculation-rules.json');
    for (const path of [PATHS.login, PATHS.signUp]) expect(rules).toContain(`"${path}"`);
  });
});

describe('prerendered login and sign-up', () => {
  it.each([
    ['/login', 'Log in', 'form input[type=password]'],
    ['/signup', 'Welcome to', 'a[href="/signup?step=details"]'],
  ])('%s renders the first view for visitors', (path, heading, part) => {
    const entry = renderEntries(SITE).find((one) => one.path === path);
    const { body } = parsed({ head: '', body: entry?.body ?? '' });
    expect(body.querySelector('h1')?.textContent).toContain(heading);
    expect(body.querySelector(part)).not.toBeNull();
    expect(body.querySelector('[style]')).toBeNull();
  });

  it.each(['/login', '/signup'])(
    '%s has a document that Hosting serves, with title, description and canonical URL',
    (path) => {
      const entry = renderEntries(SITE).find((one) => one.path === path);
      const rewrite = `{ "source": "${path}", "destination": "/${entry?.file}" }`;
      expect(readText('firebase.json')).toContain(rewrite);
      const { title, head } = parsed({ head: entry?.head ?? '', body: '' });
      expect(title).toContain(BRAND.name);
      const content = (selector: string) => head.querySelector(selector)?.getAttribute('content');
      expect(content('meta[name=description]')?.length).toBeGreaterThan(50);
      expect(head.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(SITE + path);
    },
  );
});
