import type { User } from '@quantalgo/contracts/account/member';
import { slotStartOfId } from '@quantalgo/contracts/core/slots';
import { fieldsOf } from '@quantalgo/contracts/journal/write';
import * as z from 'zod/mini';
import { payoutNow } from '../../settings/payout';
import { readLocalJson, writeLocal } from '../../core/webStorage';
import { zoneChoice } from '../../auth/currentSession';
import { hasWholeHistory } from '../../signals/older';
import { digestsText, readDays } from '../../storage/digests';
import { withDatabase } from '../../storage/memberDatabase';
import type { JournalView } from '../entries';
import type { Importer } from './importer';
import { type OpenRequest, type Remembered, rememberedSchema } from './messages';
import type { KnownEntries } from './session';

const REMEMBERED = 'quantalgo.journal-import';

/** Most kinds of files that are remembered. */
const MAX_REMEMBERED = 12;

/** What was chosen for files before, newest first. */
export const readRemembered = (): Remembered[] =>
  z.array(rememberedSchema).safeParse(readLocalJson(REMEMBERED)).data ?? [];

export function remember(choices: Remembered): void {
  const others = readRemembered().filter(({ header }) => header !== choices.header);
  writeLocal(REMEMBERED, JSON.stringify([choices, ...others].slice(0, MAX_REMEMBERED)));
}

/** Every zone that this device knows. */
export const allZones = (): readonly string[] => Intl.supportedValuesOf('timeZone');

/** The zones of this member: of the times that they see, and of this device. */
function ownZones(): string[] {
  const device = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const shown = { wat: 'Africa/Lagos', utc: 'UTC', device }[zoneChoice()];
  return [...new Set([shown, device])];
}

/** Digests of all signals on this device, and from when on they are all that this member received. */
export async function readSignals(
  user: User,
): Promise<Pick<OpenRequest, 'digests' | 'since' | 'payout' | 'own'>> {
  const days = await withDatabase(user.id, ({ digests }) => digests.toArray());
  const digests = readDays(days).map(({ text }) => text);
  const [oldest] = digests.flatMap((text) => /\d{8}T\d{4}Z/.exec(text)?.[0] ?? []).sort();
  const isWhole = await hasWholeHistory(user);
  const since = oldest === undefined ? Number.MAX_SAFE_INTEGER : slotStartOfId(oldest);
  return { digests, since: isWhole ? null : since, payout: payoutNow(), own: ownZones() };
}

/** Entries that are handed over at once: more would hold up a slow phone's page. */
const ENTRIES_AT_ONCE = 250;

const afterPaint = () => new Promise((resolve) => setTimeout(resolve));

/** Tells an import what the journal holds, a few entries at a time. */
export async function tellJournal(
  importer: Importer,
  journal: readonly JournalView[],
): Promise<void> {
  for (let from = 0; from < journal.length; from += ENTRIES_AT_ONCE) {
    const entries: KnownEntries = journal.slice(from, from + ENTRIES_AT_ONCE).map((view) => ({
      id: view.id,
      fields: fieldsOf(view),
      besides: [...view.besides],
      record: view.record ? digestsText([view.record]) : '',
    }));
    await importer.ask({ ask: 'know', entries: JSON.stringify(entries) });
    await afterPaint();
  }
}
