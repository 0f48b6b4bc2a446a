import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Starts a writer again and again and ends it at a random moment with `taskkill /F`. After each, both files must be whole;
// at the end, a writer that finishes makes them agree. Prints what was seen as JSON.
const [times, ...files] = process.argv.slice(2);
const writer = fileURLToPath(new URL('writer.mjs', import.meta.url));
const seen = { kills: 0, torn: [], versions: new Set(), agree: false };

for (let time = 0; time < Number(times); time += 1) {
  const child = spawn(process.execPath, [writer], { stdio: ['ignore', 'pipe', 'inherit'], windowsHide: true });
  const exited = new Promise((done) => child.once('exit', done));
  await new Promise((done) => child.stdout.once('data', done).once('end', done));
  await new Promise((done) => setTimeout(done, Math.random() * 150));
  const { status } = spawnSync('taskkill', ['/F', '/PID', String(child.pid)], { windowsHide: true });
  if (status === 0) seen.kills += 1;
  await exited;
  for (const file of files) seen.versions.add(`${file} ${versionIn(file)}`);
}
spawnSync(process.execPath, [writer, '1'], { stdio: ['ignore', 'ignore', 'inherit'], windowsHide: true });
seen.agree = new Set(files.map(versionIn)).size === 1;
process.stdout.write(JSON.stringify({ ...seen, versions: seen.versions.size }));

function versionIn(file) {
  const text = readFileSync(file, 'utf8');
  try {
    const { kept, demo } = JSON.parse(text).mcpServers;
    if (kept.command === 'node' && demo.args[0] === demo.env.TIME) return demo.env.TIME;
  } catch {
    // Told below.
  }
  seen.torn.push(text.slice(0, 200));
  return undefined;
}
