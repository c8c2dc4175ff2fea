import type { PublicRecord } from '@quantalgo/contracts';
import { useEffect, useState } from 'react';
import { call } from '../../../data/session/call';

/** The public record; undefined while it is asked for, null where it can't be reached. */
export function usePublicRecord(): PublicRecord | null | undefined {
  const [record, setRecord] = useState<PublicRecord | null>();
  useEffect(() => {
    let current = true;
    const keep = (came: PublicRecord | null) => {
      if (current) setRecord(came);
    };
    call('record', {}).then(
      ({ data }) => keep(data),
      () => keep(null),
    );
    return () => {
      current = false;
    };
  }, []);
  return record;
}
