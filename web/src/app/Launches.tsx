import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { followOpened } from '../data/push/messages';
import { followLaunches } from '../data/pwa/launches';
import { launched } from './launch';

/** Leads a window that is open to where the app is opened again. */
export function Launches() {
  const navigate = useNavigate();
  useEffect(() => {
    followLaunches((target) => {
      const what = launched(target, location.pathname);
      if (what === 'screen') void navigate(target.pathname + target.search + target.hash);
      else if (what === 'document') location.assign(target.href);
    });
  }, [navigate]);
  useEffect(() => followOpened((to) => void navigate(to)), [navigate]);
  return null;
}
