/** Name of the folder, the skill and the server in it. */
export const extensionName = 'plugboard';

export const extensionSummary = 'Manage the MCP servers of all AI assistants on this machine.';

/** Tells a model when and how to use our server. Clients find it by its description. */
export const skillText = `---
name: ${extensionName}
description: Use when the user wants to add, install, remove, enable, disable, copy, sync, fix or explain MCP servers of this or another AI assistant, or asks why an MCP server or its tools do not work.
---

# MCP servers with Plugboard

Use the tools of the MCP server \`plugboard\`. Do not edit config files of MCP servers by hand.

1. \`list_servers\` first: what exists, in which clients, and in which state.
2. \`explain\` and \`diagnose\` when something does not work.
3. \`plan_change\` for every change. Show the diff, the losses and the warnings to the user.
4. \`apply_plan\` with the plan's id. It asks the user; only the user can consent. If its status is \`pending\`, tell the user to
   run \`plugboard plans apply <id>\` at a terminal, then call it again.
5. \`diagnose\` the server afterwards. \`undo\` takes a change back.

Secrets are masked. Never ask the user to paste one into the conversation: write \`\${NAME}\` in the definition and ask the user
to set that variable. Servers that a project defines need the approval of the user at a terminal: \`plugboard approve\`.
`;
