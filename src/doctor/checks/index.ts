import type { Check } from '../types.ts';
import { appPath } from './app-path.ts';
import { commands } from './commands.ts';
import { configSets } from './config-sets.ts';
import { differing } from './differing.ts';
import { directories } from './directories.ts';
import { duplicates } from './duplicates.ts';
import { fileModes } from './file-modes.ts';
import { fileReferences } from './file-references.ts';
import { ignoredSwitches } from './ignored-switches.ts';
import { insecureAddresses } from './insecure-addresses.ts';
import { launchers } from './launchers.ts';
import { leftovers } from './leftovers.ts';
import { merged } from './merged.ts';
import { plainSecrets } from './plain-secrets.ts';
import { policies } from './policies.ts';
import { reported } from './reported.ts';
import { shadowed } from './shadowed.ts';
import { toolNames } from './tool-names.ts';
import { transports } from './transports.ts';
import { trust } from './trust.ts';
import { unexpandedReferences } from './unexpanded-references.ts';
import { unpinnedPackages } from './unpinned-packages.ts';
import { unsetVariables } from './unset-variables.ts';
import { vault } from './vault.ts';
import { windowsWrapper } from './windows-wrapper.ts';

/** All checks of the doctor. To add a check, write it and list it here. */
export const checks: readonly Check[] = [
  reported,
  configSets,
  // Machine.
  commands,
  appPath,
  directories,
  unsetVariables,
  launchers,
  vault,
  windowsWrapper,
  // Security.
  plainSecrets,
  fileModes,
  insecureAddresses,
  unpinnedPackages,
  policies,
  // Combinations of entries.
  shadowed,
  merged,
  duplicates,
  differing,
  toolNames,
  // Client behavior.
  ignoredSwitches,
  transports,
  unexpandedReferences,
  fileReferences,
  trust,
  // Plugboard itself.
  leftovers,
];
