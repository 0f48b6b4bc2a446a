import { createApp } from 'vue';
import App from './App.vue';
import { reportFailures } from './report-failures.ts';
import { router } from './router.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';

reportFailures(router);
createApp(App).use(router).mount('#app');
