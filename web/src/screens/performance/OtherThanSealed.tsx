import { PATHS, signalPath } from '@quantalgo/contracts';
import type { SignalDigest } from '../../data/signals/useDigests';
import { TextLink } from '../../ui/Links';
import { Notice } from '../../ui/Notice';

/** Says which signals on this device are left out of its figures, as they are not what was sealed; mostly nothing. */
export function OtherThanSealed({ digests }: { digests: readonly SignalDigest[] }) {
  const others = digests.filter(({ differs }) => differs);
  const [newest] = others;
  if (!newest) return null;
  return (
    <Notice tone="error">
      {others.length === 1
        ? 'One signal on this device is not what was sealed, and no figure below counts it: '
        : `${others.length} signals on this device are not what was sealed, and no figure below counts them. The newest: `}
      <TextLink to={signalPath(newest.id)}>{newest.id}</TextLink>.{' '}
      <a href={PATHS.verify} className="font-semibold underline">
        Verify the record
      </a>
    </Notice>
  );
}
