import type { User } from '@quantalgo/contracts';
import { useOutbox } from '../outbox/useOutbox';
import { settingsView, type SettingsView } from './settings';

/** The member's settings with the changes that wait here; undefined while these are read. */
export function useSettings(user: User): SettingsView | undefined {
  const items = useOutbox(user.id);
  return items && settingsView(user, items);
}
