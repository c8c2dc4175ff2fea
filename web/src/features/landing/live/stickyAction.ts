import { elements } from './elements';

/** Shows the action at the bottom of the screen while none of the page's own ones is in sight. */
export function startStickyAction(): void {
  const inSight = new Set<Element>();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries)
      if (isIntersecting) inSight.add(target);
      else inSight.delete(target);
    for (const sticky of elements('sticky')) sticky.inert = inSight.size > 0;
  });
  for (const action of elements('action')) observer.observe(action);
}
