import { useState } from 'react';
import { BRAND } from '../../core/brand';
import { INSTALL } from '../../content/appNews';
import { EMBEDDED } from '../../content/hero';
import { isEmbedded, readCapabilities } from '../../data/pwa/capabilities';
import {
  requiresManualInstall,
  isInstalled,
  recordInstallVisit,
  refuseInstall,
} from '../../data/pwa/install';
import { useInstallPrompt } from '../../data/pwa/appState';
import { isUnsent } from '../../data/outbox/item';
import { useOutbox } from '../../data/outbox/outbox';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';

function describeOffer(canInstall: boolean): string | null {
  if (isInstalled()) return null;
  if (canInstall) return INSTALL.offer;
  if (isEmbedded(readCapabilities())) return EMBEDDED.text(BRAND.name);
  return requiresManualInstall() ? `${INSTALL.byHand.offer} ${INSTALL.byHand.steps}` : null;
}

/** Never shown while the outbox has unsent items. */
export function InstallNotice({ uid }: { uid: string }) {
  const install = useInstallPrompt();
  const [isOffered, setIsOffered] = useState(recordInstallVisit);
  const items = useOutbox(uid);
  const offerText = describeOffer(install !== null);
  if (!isOffered || offerText === null || !items || items.some(isUnsent)) return null;
  const refuse = () => {
    refuseInstall();
    setIsOffered(false);
  };
  return (
    <Notice
      actions={
        <>
          <Button variant="quiet" size="small" onClick={refuse}>
            {INSTALL.later}
          </Button>
          {install && (
            <Button size="small" onClick={install}>
              {INSTALL.action}
            </Button>
          )}
        </>
      }
    >
      {offerText}
    </Notice>
  );
}
