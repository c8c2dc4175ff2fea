import type { User } from '@quantalgo/contracts/account/member';
import { isSameContent, toJournalFields } from '@quantalgo/contracts/journal/write';
import * as z from 'zod/mini';
import { getChosenPayouts } from '../../settings/payout';
import { readLocalJson, writeLocal } from '../../core/webStorage';
import { getZoneChoice } from '../../auth/currentSession';
import { readHistoryStart } from '../../signals/useDigests';
import { serializeDigests, parseDayRows } from '../../storage/digests';
import { withDatabase } from '../../storage/memberDatabase';
import { type JournalView, toEntryView } from '../entries';
import type { Importer } from './importer';
import { type OpenRequest, type RememberedChoices, rememberedChoicesSchema } from './messages';
import type { JournalEntries } from './session';

const REMEMBERED_KEY = 'quantalgo.journal-import';

const MAX_REMEMBERED_FILES = 12;

export const readRememberedChoices = (): RememberedChoices[] =>
  z.array(rememberedChoicesSchema).safeParse(readLocalJson(REMEMBERED_KEY)).data ?? [];

export function storeChoices(choices: RememberedChoices): void {
  const others = readRememberedChoices().filter(({ header }) => header !== choices.header);
  writeLocal(REMEMBERED_KEY, JSON.stringify([choices, ...others].slice(0, MAX_REMEMBERED_FILES)));
}

export const listZones = (): readonly string[] => Intl.supportedValuesOf('timeZone');

function getMemberZones(): string[] {
  const device = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const displayed = { wat: 'Africa/Lagos', utc: 'UTC', device }[getZoneChoice()];
  return [...new Set([displayed, device])];
}

export async function readImportContext(
  user: User,
): Promise<Pick<OpenRequest, 'digests' | 'since' | 'payouts' | 'memberZones'>> {
  const days = await withDatabase(user.id, ({ digests }) => digests.toArray());
  const digests = parseDayRows(days).map(({ text }) => text);
  return {
    digests,
    since: await withDatabase(user.id, readHistoryStart),
    payouts: getChosenPayouts(),
    memberZones: getMemberZones(),
  };
}

/** A larger message would block a slow phone's page. */
const ENTRIES_PER_MESSAGE = 250;

const yieldToPage = () => new Promise((resolve) => setTimeout(resolve));

/** Entries whose content differs from the one sent before. Vanished ones become empty. */
export function listChangedEntries(
  sent: readonly JournalView[],
  journal: readonly JournalView[],
): JournalView[] {
  const previous = new Map(sent.map((view) => [view.id, view]));
  const changed = journal.filter((view) => {
    const old = previous.get(view.id);
    previous.delete(view.id);
    return old !== view && (!old || !isSameContent(old, view));
  });
  return [...changed, ...[...previous.keys()].map((id) => toEntryView(id, undefined, []))];
}

/** @returns false if the importer failed; then it would take existing entries for new ones */
export async function sendJournal(
  importer: Importer,
  journal: readonly JournalView[],
): Promise<boolean> {
  for (let from = 0; from < journal.length; from += ENTRIES_PER_MESSAGE) {
    const entries: JournalEntries = journal.slice(from, from + ENTRIES_PER_MESSAGE).map((view) => ({
      id: view.id,
      fields: toJournalFields(view),
      conflicts: [...view.conflicts],
      record: view.record ? serializeDigests([view.record]) : '',
    }));
    const reply = await importer.send({ type: 'add-entries', entries: JSON.stringify(entries) });
    if (reply.type === 'failed') return false;
    await yieldToPage();
  }
  return true;
}
