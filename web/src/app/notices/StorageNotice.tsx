import { useStorageKept } from '../../data/storage/memberDatabase';
import { Notice } from '../../ui/Notice';

/** Says so where the browser keeps nothing. */
export function StorageNotice() {
  if (useStorageKept()) return null;
  return (
    <Notice tone="warning">
      This browser keeps nothing, as in a private window. All works, but your history is gone once
      you close the page.
    </Notice>
  );
}
