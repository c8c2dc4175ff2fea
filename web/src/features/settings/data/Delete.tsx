import { useState } from 'react';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Section } from '../Section';
import { DeleteForm } from './DeleteForm';

/** The end of the account. */
export function Delete() {
  const [open, setOpen] = useState(false);
  const stay = () => setOpen(false);
  return (
    <Section id="delete" title="Delete account" about="At once and for good, on our side and here.">
      <div className="grid sm:justify-start">
        <Button look="danger" onClick={() => setOpen(true)}>
          Delete my account
        </Button>
      </div>
      <Dialog open={open} onClose={stay} label="Delete account">
        <DeleteForm onStay={stay} />
      </Dialog>
    </Section>
  );
}
