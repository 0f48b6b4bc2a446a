/** Settings of a test run. Every other variable of ours, or of an assistant, would lead to files of this person. */
const settings = /^PLUGBOARD_(?:DEEP|PROPERTY_RUNS|FUZZ_RUNS|FUZZ_SEED|CHROMIUM)$/;
const ours = /^(?:PLUGBOARD|CCMCP|CLAUDE|CODEX|OPENCODE|GEMINI|COPILOT|CURSOR|VSCODE|GOOSE|XDG)_/;

/** Whether tests must not see a variable of the person who runs them. FORCE_COLOR beats NO_COLOR. */
export function isRemoved(name: string): boolean {
  return name === 'FORCE_COLOR' || (ours.test(name) && !settings.test(name));
}
