import { useItemActions } from '../../data/outbox/useAction';
import type { LearningView } from '../../data/vault/learning';
import type { VaultView } from '../../data/vault/vault';
import { Button } from '../../ui/Button';
import { ScreenHead } from '../../ui/Heading';
import { Skeleton } from '../../ui/Loading';
import { Notice } from '../../ui/Notice';
import { RefusedNotice } from '../../ui/RefusedNotice';

export const LoadingCourses = ({ title }: { title: string }) => (
  <div aria-busy="true" aria-label="Loading the courses" className="grid gap-4">
    <ScreenHead title={title} />
    {['h-20', 'h-64', 'h-64'].map((height, index) => (
      <Skeleton key={index} className={`${height} w-full rounded-lg`} />
    ))}
  </div>
);

/** The courses are loading, or couldn't be fetched. */
export function NoCourses({ title, vault }: { title: string; vault: VaultView }) {
  if (!vault.failed) return <LoadingCourses title={title} />;
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
        The courses aren’t on this device yet and can’t be loaded right now. Once you open them
        online, they stay here, even offline.
      </Notice>
    </div>
  );
}

export function RefusedLearning({ refused }: Pick<LearningView, 'refused'>) {
  const getActions = useItemActions();
  return refused.map((item) => (
    <RefusedNotice key={item.id} reason={item.reason} {...getActions(item)} />
  ));
}
