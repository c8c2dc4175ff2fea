import { GraduationCap } from 'lucide-react';
import { MENTORSHIP_LOCKED } from '../../content/mentorship';
import { LockedScreen } from '../../ui/LockedScreen';
import { ScreenHead } from '../../ui/ScreenHead';
import { Vault } from './Vault';

const TITLE = 'Mentorship Vault';

/** Courses, sessions and how far one has come: sample content. */
export const Mentorship = ({ open }: { open: boolean }) =>
  open ? (
    <div className="grid gap-4 lg:gap-5.5">
      <ScreenHead title={TITLE} sample>
        Courses and sessions as they are planned; none can be started yet.
      </ScreenHead>
      <Vault />
    </div>
  ) : (
    <LockedScreen title={TITLE} icon={GraduationCap} {...MENTORSHIP_LOCKED} preview={<Vault />} />
  );
