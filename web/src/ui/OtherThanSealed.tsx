import { PATHS, signalPath } from '@quantalgo/contracts/core/paths';
import { TextLink } from './Links';
import { Notice } from './Notice';

/**
 * Says which signals on this device are left out of its figures, as they are not what was sealed; mostly nothing.
 * @param props.slots of these signals, the newest first
 */
export function OtherThanSealed({ slots }: { slots: readonly string[] }) {
  const [newest] = slots;
  if (newest === undefined) return null;
  return (
    <Notice tone="error">
      <span>
        {slots.length === 1
          ? 'One signal on this device is not what was sealed, and no figure below counts it: '
          : `${slots.length} signals on this device are not what was sealed, and no figure below counts them. The newest: `}
      </span>
      <TextLink to={signalPath(newest)}>{newest}</TextLink>
      <span>.</span>{' '}
      <a href={PATHS.verify} className="font-semibold underline">
        Verify the record
      </a>
    </Notice>
  );
}
