import { readFileSync } from 'node:fs';
import { hiddenSpans } from '../../src/model/secrets/hidden-spans.ts';
const cpu=(f: ()=>unknown)=>{const b=process.cpuUsage(); f(); const u=process.cpuUsage(b); return ((u.user+u.system)/1000).toFixed(0)+' ms';};
for (const f of ['.cursor/mcp.json','.codex/config.toml','.config/goose/config.yaml']) {
const text = readFileSync('/tmp/growth/differing-1000/'+f,'utf8');
console.log(f, text.length, cpu(()=>hiddenSpans(text)), cpu(()=>hiddenSpans(text)), cpu(()=>{ for (let i=0;i<1000;i++) hiddenSpans(text.slice(i*200,i*200+1000)); }));
}
