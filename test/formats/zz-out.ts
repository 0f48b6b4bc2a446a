import fc from 'fast-check';
import { writeFileSync } from 'node:fs';
import { tomlDocuments } from './support/toml-documents.ts';
import { pathsOf } from './zz-paths.ts';
import { toml } from '../../src/formats/toml/index.ts';
import { setValue, removeValue, renameKey } from '../../src/formats/edit.ts';
import { applyEdits } from '../../src/formats/edit-list.ts';
import { isMap, Literal, valueAt, type Value } from '../../src/model/value.ts';
const enc=(v:any):any=>v instanceof Literal?{L:v.kind==='datetime'?'d':'n',t:v.text}:Array.isArray(v)?v.map(enc):isMap(v)?{M:Object.entries(v).map(([k,x])=>[k,enc(x)])}:typeof v==='number'&&!Number.isFinite(v)?{F:String(v)}:v;
const out:string[]=[]; let errs:Record<string,number>={};
const vals:Value[]=['x',"it's",'l\nb',1,1.5,true,['a','b'],[],{},{a:1,b:{c:['d'],e:{}}},[{a:1},{b:{c:2}}],{'a.b':{'':1}},-0,NaN,Infinity,1e21,2**60,new Literal('datetime','1979-05-27'),new Literal('number','1234567890123456789')];
for (const lists of [false,true]) for (const s of fc.sample(tomlDocuments({tableLists:lists,latest:false}), Number(process.argv[2]??500))) {
  const d=toml.parse(s.text); const paths=pathsOf(d.value);
  out.push(JSON.stringify({t:s.text,v:enc(d.value)}));
  const rnd=<T,>(a:T[])=>a[Math.floor(Math.random()*a.length)]!;
  for (let i=0;i<6;i++){
    let f:()=>any; const p=paths.length?rnd(paths):['z'];
    const v=rnd(vals);
    if(i===0&&paths.length)f=()=>removeValue(toml,s.text,p);
    else if(i===1&&typeof p.at(-1)==='string'&&paths.length)f=()=>renameKey(toml,s.text,p,rnd(['new key','plain',"q'"]));
    else if(i===2)f=()=>setValue(toml,s.text,p,v);
    else f=()=>{const c=[[],...paths].filter(q=>isMap(valueAt(d.value,q)));return setValue(toml,s.text,[...rnd(c),rnd(['fresh key','fresh'])],v)};
    try{const t=applyEdits(s.text,f());out.push(JSON.stringify({t,v:enc(toml.parse(t).value),b:s.text}))}catch(e:any){if(e.code==='edit-unverified')console.log(JSON.stringify([s.text,e.message,i,v,p]));const m=e.message.replace(/^.*(cannot|The edit)/,'$1').slice(0,60);errs[m]=(errs[m]??0)+1}
  }
}
writeFileSync('/tmp/pt/out.ndjson',out.join('\n'));console.log(out.length,errs);
