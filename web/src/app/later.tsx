import { useEffect, useState, type ComponentType } from 'react';
import { whenIdle } from '../data/core/whenIdle';

/**
 * A part of a page that nobody waits for: its code comes once the page has nothing else to do, and where it can't be had
 * the page does without it.
 */
export const later = <Props extends object>(fetch: () => Promise<ComponentType<Props>>) =>
  function Later(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(null);
    useEffect(() => {
      const load = () =>
        fetch().then(
          (loaded) => setPart(() => loaded),
          () => undefined,
        );
      return whenIdle(() => void load());
    }, []);
    return Part && <Part {...props} />;
  };
