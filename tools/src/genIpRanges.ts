import { writeFileSync } from 'node:fs';
import { buildHostingRanges } from './build/hostingRanges';
import { runCommand } from './suite/command';
import { inRoot } from './system/root';

const SOURCE_URLS = {
  google: 'https://www.gstatic.com/ipranges/goog.json',
  cloud: 'https://www.gstatic.com/ipranges/cloud.json',
  fastly: 'https://api.fastly.com/public-ip-list',
};

async function fetchList(url: string): Promise<unknown> {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}`);
  return reply.json();
}

/** The API trusts forwarded caller addresses only from these networks. */
async function genIpRanges(): Promise<number> {
  const [google, cloud, fastly] = await Promise.all([
    fetchList(SOURCE_URLS.google),
    fetchList(SOURCE_URLS.cloud),
    fetchList(SOURCE_URLS.fastly),
  ]);
  const date = new Date().toISOString().slice(0, 10);
  const contents = buildHostingRanges({ google, cloud, fastly }, date);
  const file = inRoot('functions', 'src', 'platform', 'core', 'hostingRanges.json');
  writeFileSync(file, `${JSON.stringify(contents, null, 2)}\n`);
  console.log(
    `Wrote ${contents.google.length} Google ranges and ${contents.fastly.length} Fastly ranges`,
  );
  return 0;
}

runCommand(genIpRanges);
