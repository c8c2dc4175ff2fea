import { useEffect, useState } from 'react';
import { Button } from '../../../ui/Button';

const SHOWN_MS = 2500;

/** Copies the address of this page; where the browser refuses that, offers to share it. */
async function takeAlong(): Promise<string> {
  const url = location.origin + location.pathname;
  try {
    await navigator.clipboard.writeText(url);
    return 'Link copied';
  } catch {
    return navigator.share({ url }).then(
      () => '',
      () => 'Not copied',
    );
  }
}

/** Takes the link to this signal along; only members of its tier can open it. */
export function ShareLink() {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return;
    const timer = setTimeout(() => setSaid(''), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = () => takeAlong().then(setSaid, () => setSaid('Not copied'));
  return (
    <>
      <Button size="small" onClick={() => void copy()}>
        {said || 'Copy link'}
      </Button>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  );
}
