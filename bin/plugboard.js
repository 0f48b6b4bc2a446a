#!/usr/bin/env node
'use strict';
require('../dist/loader.cjs').run();
