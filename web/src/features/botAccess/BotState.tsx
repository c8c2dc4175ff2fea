import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { Chip } from '../../ui/Chip';

/** Whether the sample bot works, and the button that changes it, on this screen alone. */
export function BotState() {
  const [paused, setPaused] = useState(false);
  const Icon = paused ? Play : Pause;
  return (
    <Card as="div" className="flex flex-wrap items-center justify-between gap-3 p-4">
      <p className="flex items-center gap-2.5 text-sm font-semibold">
        Sample bot
        <span role="status">
          <Chip tone={paused ? 'warning' : 'good'}>{paused ? 'Paused' : 'Running'}</Chip>
        </span>
      </p>
      <Button size="small" onClick={() => setPaused(!paused)}>
        <Icon size={16} aria-hidden />
        {paused ? 'Resume bot' : 'Pause bot'}
      </Button>
    </Card>
  );
}
