import { build } from '../../../data/environment';
import { useUpdate } from '../../../data/pwa/registration';
import { Button } from '../../../ui/Button';
import { Section } from '../Section';

/** Which version runs here, and the way to a newer one that waits. */
export function Version() {
  const { available, apply } = useUpdate();
  return (
    <Section id="version" title="Version">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm">
          <span className="font-semibold tabular-nums">{build()}</span>{' '}
          <span className="text-muted">
            {available ? 'A newer version is ready.' : 'No newer version is waiting.'}
          </span>
        </p>
        {available && (
          <Button size="small" onClick={apply}>
            Update now
          </Button>
        )}
      </div>
    </Section>
  );
}
