import { useId, useState } from 'react';
import { useCannedAnswers } from '../../../data/staff/tickets';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { FilterSelect } from '../../../ui/Filters';
import { SavedAnswersDialog } from './SavedAnswersDialog';

/** The texts that support answers often: one of them into the answer, or a look at all of them. */
export function SavedAnswers({ onChoose }: { onChoose: (text: string) => void }) {
  const [open, setOpen] = useState(false);
  const answers = useCannedAnswers();
  const all = answers.seen?.value ?? [];
  const label = useId();
  const choose = (id: string | null) => {
    const chosen = all.find((one) => one.id === id);
    if (chosen) onChoose(chosen.text);
  };
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1 basis-52">
        <FilterSelect
          label="Saved answers"
          all={all.length === 0 ? 'None saved yet' : 'Insert one…'}
          options={all.map(({ id }) => id)}
          nameOf={(id) => all.find((one) => one.id === id)?.title ?? ''}
          value={null}
          onChoose={choose}
        />
      </div>
      <Button size="small" className="min-h-11!" onClick={() => setOpen(true)}>
        Edit saved answers
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} label="Saved answers">
        <SavedAnswersDialog key={label} answers={answers} onClose={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}
