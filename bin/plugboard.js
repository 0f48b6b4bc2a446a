#!/usr/bin/env node
'use strict';
const [major, minor] = process.versions.node.split('.').map(Number);
// Older ones fail somewhere with an error that says nothing to a user.
if (major > 20 || (major === 20 && minor >= 19)) require('../dist/loader.cjs').run();
else {
  console.error(`plugboard: needs Node 20.19 or newer, and this is ${process.versions.node}`);
  process.exitCode = 1;
}
