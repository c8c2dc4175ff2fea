import { PATHS } from '@quantalgo/contracts';
import { Suspense, useState } from 'react';
import { Navigate, Outlet } from 'react-router-dom';
import { useMember } from '../data/session/currentSession';
import { NotFound } from './NotFound';
import { STAFF_TABLE } from './screenTable';
import { ScreenSkeleton } from './shell/ScreenSkeleton';
import { StaffConsole } from './staffScreens';

/**
 * Lets staff into their console. To anybody else there is no such page; whoever is there when they cease to be staff is
 * led out, and the dashboard's notices say why.
 */
export function RequireStaff() {
  const staff = useMember()?.staff === true;
  const [entered] = useState(staff);
  if (!staff) return entered ? <Navigate replace to={PATHS.dashboard} /> : <NotFound />;
  return (
    <StaffConsole.Component tabs={STAFF_TABLE}>
      <Suspense fallback={<ScreenSkeleton />}>
        <Outlet />
      </Suspense>
    </StaffConsole.Component>
  );
}
