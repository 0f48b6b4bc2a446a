#!/usr/bin/env node
import module from 'node:module';
module.enableCompileCache?.(); // Node 22 and later: keeps compiled code between runs.
await import('../dist/cli.js');
