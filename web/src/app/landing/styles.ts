/** The styles of what the documents draw: one sheet with `landing.css`, because the same documents use both. */
import 'virtual:drawn-styles.css';
