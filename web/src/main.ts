import { mount } from 'svelte';
import App from './App.svelte';
import { keepFiles } from './offline';
import { language } from './state/settings.svelte';
import './style/tokens.css';
import './style/base.css';
import './style/board.css';
import { speak } from './text';

// A page whose language cannot be fetched is better in English than not there.
void speak(language())
  .catch(() => {})
  .then(() => mount(App, { target: document.getElementById('app')! }))
  .then(keepFiles);
