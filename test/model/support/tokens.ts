const mixed = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const hex = '0123456789abcdef';

/** The same letters for the same arguments. Tokens are composed here so that none is in the sources. */
function letters(length: number, alphabet = mixed): string {
  let state = length * 7919;
  return Array.from({ length }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return alphabet[(state >> 16) % alphabet.length] ?? '';
  }).join('');
}

const upper = mixed.slice(0, 26) + mixed.slice(52);

/** What the keys of services look like, by service. */
export const tokens: Readonly<Record<string, string>> = {
  'GitHub personal': `ghp_${letters(36)}`,
  'GitHub app': `ghs_${letters(36)}`,
  'GitHub fine-grained': `github_pat_${letters(22)}_${letters(59)}`,
  GitLab: `glpat-${letters(20)}`,
  'GitLab runner': `glrt-${letters(20)}`,
  OpenAI: `sk-proj-${letters(48)}`,
  Anthropic: `sk-ant-api03-${letters(93)}-${letters(6)}AA`,
  OpenRouter: `sk-or-v1-${letters(64, hex)}`,
  Groq: `gsk_${letters(52)}`,
  xAI: `xai-${letters(80)}`,
  Perplexity: `pplx-${letters(48)}`,
  Replicate: `r8_${letters(37)}`,
  'Hugging Face': `hf_${letters(34)}`,
  Tavily: `tvly-dev-${letters(32)}`,
  Firecrawl: `fc-${letters(32, hex)}`,
  Brave: `BSA${letters(28)}`,
  Context7: `ctx7sk-${letters(36)}`,
  Apify: `apify_api_${letters(36)}`,
  Pinecone: `pcsk_${letters(60)}`,
  LangSmith: `lsv2_pt_${letters(32, hex)}_${letters(10, hex)}`,
  'Slack bot': `xoxb-${letters(12, '123456789')}-${letters(12, '123456789')}-${letters(24)}`,
  'Slack app': `xapp-1-A${letters(10, upper)}-${letters(13, '123456789')}-${letters(64, hex)}`,
  Stripe: `sk_live_${letters(24)}`,
  'Stripe webhook': `whsec_${letters(32)}`,
  'AWS key id': `AKIA${letters(16, upper)}`,
  Google: `AIza${letters(35)}`,
  'Google OAuth': `ya29.${letters(60)}`,
  'Google client': `GOCSPX-${letters(28)}`,
  npm: `npm_${letters(36)}`,
  PyPI: `pypi-AgEI${letters(60)}`,
  Docker: `dckr_pat_${letters(27)}`,
  DigitalOcean: `dop_v1_${letters(64, hex)}`,
  SendGrid: `SG.${letters(22)}.${letters(43)}`,
  Linear: `lin_api_${letters(40)}`,
  Notion: `ntn_${letters(46)}`,
  Figma: `figd_${letters(40)}`,
  Airtable: `pat${letters(14)}.${letters(64, hex)}`,
  Atlassian: `ATATT3xFfGF0${letters(60)}`,
  Shopify: `shpat_${letters(32, hex)}`,
  Sentry: `sntrys_${letters(60)}`,
  Grafana: `glsa_${letters(32)}_${letters(8, hex)}`,
  'New Relic': `NRAK-${letters(27, upper)}`,
  Postman: `PMAK-${letters(24, hex)}-${letters(34, hex)}`,
  Databricks: `dapi${letters(32, hex)}`,
  Supabase: `sbp_${letters(40, hex)}`,
  Neon: `napi_${letters(64)}`,
  PlanetScale: `pscale_tkn_${letters(43)}`,
  Vault: `hvs.${letters(24)}`,
  Doppler: `dp.pt.${letters(43)}`,
  Netlify: `nfp_${letters(36)}`,
  Telegram: `${letters(10, '123456789')}:AA${letters(33)}`,
  'signed web token': `eyJ${letters(17)}.eyJ${letters(40)}.${letters(43)}`,
  'random hex': letters(40, hex),
  'random letters': letters(40),
};
