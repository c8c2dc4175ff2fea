import { writeFileSync } from 'node:fs';
import { hostingRanges } from './build/hostingRanges';
import { runCommand } from './suite/command';
import { inRoot } from './system/root';

const SOURCES = {
  google: 'https://www.gstatic.com/ipranges/goog.json',
  cloud: 'https://www.gstatic.com/ipranges/cloud.json',
  fastly: 'https://api.fastly.com/public-ip-list',
};

async function listAt(url: string): Promise<unknown> {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}`);
  return reply.json();
}

/** Fetches Hosting's address ranges, by which the API decides whose forwarded caller addresses it trusts. */
async function ranges(): Promise<number> {
  const [google, cloud, fastly] = await Promise.all([
    listAt(SOURCES.google),
    listAt(SOURCES.cloud),
    listAt(SOURCES.fastly),
  ]);
  const date = new Date().toISOString().slice(0, 10);
  const found = hostingRanges({ google, cloud, fastly }, date);
  const file = inRoot('functions', 'src', 'platform', 'core', 'hostingRanges.json');
  writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
  console.log(`Wrote ${found.google.length} ranges of Google and ${found.fastly.length} of Fastly`);
  return 0;
}

runCommand(ranges);
