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
