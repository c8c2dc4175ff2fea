import { Button } from '../../ui/Button';
import { Chip, type ChipTone, SampleTag } from '../../ui/Chip';
import { Notice, type NoticeTone } from '../../ui/Notice';
import { Skeleton, Spinner } from '../../ui/Loading';
import { Family, Specimen } from './Specimen';

const CHIPS = [
  'neutral',
  'good',
  'bad',
  'warning',
  'flat',
  'faint',
] as const satisfies readonly ChipTone[];
const NOTICES = ['information', 'warning', 'error'] as const satisfies readonly NoticeTone[];

/** What tells of a state. */
export const Words = () => (
  <Family title="States">
    <Specimen name="Chips, and the tag of sample content">
      <div className="flex flex-wrap gap-2">
        {CHIPS.map((tone) => (
          <Chip key={tone} tone={tone}>
            {tone}
          </Chip>
        ))}
        <SampleTag />
      </div>
    </Specimen>
    <Specimen name="Being read, at work">
      <div className="grid gap-2">
        <Skeleton className="h-8 w-24" />
        <Skeleton className="h-4 w-full" />
        <Spinner />
      </div>
    </Specimen>
    {NOTICES.map((tone) => (
      <Specimen key={tone} name={`Notice, ${tone}`}>
        <Notice tone={tone} actions={<Button size="small">Do it</Button>}>
          A sentence that the reader should know now.
        </Notice>
      </Specimen>
    ))}
  </Family>
);
