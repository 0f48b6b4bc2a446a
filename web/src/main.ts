import { createApp } from 'vue';
import App from './App.vue';
import { reportFailures } from './report-failures.ts';
import { router } from './router.ts';
import { shownText } from './shown-text.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';

reportFailures(router);
const app = createApp(App);
app.config.globalProperties['$shown'] = shownText;
app.use(router).mount('#app');
