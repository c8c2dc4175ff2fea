import { elements } from './elements';

/** Closes the menu once something was chosen, with Escape, and by a press beside it. */
export function startMenu(): void {
  for (const menu of elements('menu')) {
    if (!(menu instanceof HTMLDetailsElement)) continue;
    const summary = menu.querySelector('summary');
    document.addEventListener('click', ({ target }) => {
      const pressed = target instanceof Element ? target : null;
      if (!pressed || !menu.contains(pressed) || pressed.closest('a')) menu.open = false;
    });
    menu.addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape' || !menu.open) return;
      menu.open = false;
      summary?.focus();
    });
  }
}
