import 'react-dom/client';

// React loads and renders in separate tasks, so that a slow phone can respond to touches in
// between.
const app = import('./show');
void app.then(({ show }) => show());
