import { mount } from 'svelte';
import App from './App.svelte';
import './style/base.css';
import './style/board.css';

mount(App, { target: document.getElementById('app')! });
