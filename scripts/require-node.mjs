// Imported for its effect, before anything is installed: on an older Node, programs of packages fail with errors that say
// nothing. This line is the one of bin/plugboard.js, which reads no other file at its start.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`plugboard: needs Node 20.19 or newer, and this is ${process.versions.node}`);
  process.exit(1);
}
