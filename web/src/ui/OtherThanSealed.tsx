import { PATHS, signalPath } from '@quantalgo/contracts/core/paths';
import { TextLink } from './Links';
import { Notice } from './Notice';

/**
 * Lists signals on this device that differ from what was sealed. Figures exclude them.
 * @param props.slots newest first
 */
export function SealMismatchNotice({ slots }: { slots: readonly string[] }) {
  const [newest] = slots;
  if (newest === undefined) return null;
  return (
    <Notice tone="error">
      <span>
        {slots.length === 1
          ? 'One signal on this device doesn’t match what was sealed, so the figures below exclude it: '
          : `${slots.length} signals on this device don’t match what was sealed, so the figures below exclude them. The newest: `}
      </span>
      <TextLink to={signalPath(newest)}>{newest}</TextLink>
      <span>.</span>{' '}
      <a href={PATHS.verify} className="font-semibold underline">
        Verify the record
      </a>
    </Notice>
  );
}
