import { INSTALL } from '../../../content/appNews';
import { EMBEDDED } from '../../../content/hero';
import { isEmbedded, readCapabilities } from '../../../data/pwa/capabilities';
import { installsByHand, isInstalled } from '../../../data/pwa/install';
import { useInstallPrompt } from '../../../data/pwa/appState';
import { Button } from '../../../ui/Button';

function words(canInstall: boolean): string {
  if (isInstalled()) return INSTALL.installed;
  if (canInstall) return INSTALL.offer;
  if (isEmbedded(readCapabilities())) return EMBEDDED.text;
  return installsByHand() ? `${INSTALL.byHand.offer} ${INSTALL.byHand.steps}` : INSTALL.otherwise;
}

/** Whether the app is on this device's home screen, and the way to get it there. */
export function Install() {
  const install = useInstallPrompt();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p className="min-w-0 flex-1 basis-60 text-pretty">{words(install !== null)}</p>
      {install && (
        <Button size="small" onClick={install}>
          {INSTALL.action}
        </Button>
      )}
    </div>
  );
}
