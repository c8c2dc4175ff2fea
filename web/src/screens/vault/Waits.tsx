import { discard, tryAgain } from '../../data/outbox/outbox';
import type { LearningView } from '../../data/rooms/vault/learning';
import type { VaultView } from '../../data/rooms/vault/vault';
import { Button } from '../../ui/Button';
import { ScreenHead } from '../../ui/Heading';
import { Skeleton } from '../../ui/Loading';
import { Notice } from '../../ui/Notice';

const ignore = () => undefined;

/** While the courses are read. */
export const Reading = ({ title }: { title: string }) => (
  <div aria-busy="true" aria-label="Reading the courses" className="grid gap-4">
    <ScreenHead title={title} />
    {['h-20', 'h-64', 'h-64'].map((height, at) => (
      <Skeleton key={at} className={`${height} w-full rounded-lg`} />
    ))}
  </div>
);

/** While this device has no course: it is fetching them, or could not. */
export function NoCourses({ title, vault }: { title: string; vault: VaultView }) {
  if (!vault.failed) return <Reading title={title} />;
  return (
    <div className="grid gap-4">
      <ScreenHead title={title} />
      <Notice
        tone="warning"
        actions={
          <Button size="small" onClick={vault.retry}>
            Try again
          </Button>
        }
      >
        The courses are not on this device yet, and can’t be reached now. Once opened with a
        connection they stay here, also offline.
      </Notice>
    </div>
  );
}

/** What the server did not take, with its reasons. */
export const Refused = ({ refused }: Pick<LearningView, 'refused'>) => (
  <>
    {refused.map((item) => (
      <Notice
        key={item.id}
        tone="error"
        actions={
          <>
            <Button size="small" look="quiet" onClick={() => void discard(item.id).catch(ignore)}>
              Discard
            </Button>
            <Button size="small" onClick={() => void tryAgain(item).catch(ignore)}>
              Try again
            </Button>
          </>
        }
      >
        {item.reason}
      </Notice>
    ))}
  </>
);
