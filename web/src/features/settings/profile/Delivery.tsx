import { discard, tryAgain, useOutboxKept } from '../../../data/outbox/outbox';
import type { SettingsView } from '../../../data/account/settings';
import { useOnline } from '../../../data/core/useOnline';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';

const ignore = () => undefined;

const waitingWords = (kept: boolean) =>
  kept
    ? 'Your changes are saved on this device and sent once you are back online.'
    : 'Your changes are sent once you are back online. Leave this page open until then.';

/** What has become of the last changes of name and notifications, where that is worth saying. */
export function Delivery({ settings: { unsent, refused } }: { settings: SettingsView }) {
  const online = useOnline();
  const kept = useOutboxKept();
  if (refused && !unsent)
    return (
      <Notice
        tone="error"
        actions={
          <>
            <Button size="small" onClick={() => void tryAgain(refused).catch(ignore)}>
              Try again
            </Button>
            <Button
              look="quiet"
              size="small"
              onClick={() => void discard(refused.id).catch(ignore)}
            >
              Discard
            </Button>
          </>
        }
      >
        {refused.reason ?? 'Your changes were not saved.'}
      </Notice>
    );
  return unsent && !online ? <Notice>{waitingWords(kept)}</Notice> : null;
}
