import type { Command } from 'commander';
import type { Output } from './output.ts';

/** Gives a command its arguments, options and action. */
export type CommandSetup = (command: Command, output: Output) => void;
