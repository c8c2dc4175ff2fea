import 'react-dom/client';

// React runs in a task of its own, and what uses it in the next: a slow phone answers a touch in between.
const app = import('./show');
void app.then(({ show }) => show());
