import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';

const task = z.object({ task: z.string().describe('The task.') });

interface Template {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly text: (task: string) => string;
}

/** Proven workflows with OpenCode that a user can choose from. */
const templates: readonly Template[] = [
  {
    name: 'implement',
    title: 'Implement',
    description: 'Implement a change with OpenCode and check the result',
    text: (what) =>
      `Have OpenCode implement this: ${what}\n\nCall opencode_status first. Then opencode_run with access edit and a prompt that says what is wanted, which files matter and how to tell that it works. Look at the result with opencode_session_diff (view patch), and send what is missing with opencode_session_prompt in the same session. Report what was changed.`,
  },
  {
    name: 'review',
    title: 'Review',
    description: 'Review code with OpenCode, read-only',
    text: (what) =>
      `Have OpenCode review this: ${what}\n\nCall opencode_run with access read-only and the agent plan. Ask for issues in order of severity, each with file and line, why it is one, and how to fix it. Check the most severe ones yourself with opencode_file_read before you report them.`,
  },
  {
    name: 'debug',
    title: 'Debug',
    description: 'Find and fix a bug with OpenCode',
    text: (what) =>
      `Have OpenCode find and fix this bug: ${what}\n\nFirst call opencode_run with access read-only and ask for the cause, with evidence from the code. When the cause is convincing, continue in the same session with opencode_session_prompt and access ask: a test that shows the bug, then the fix. Answer permissions with opencode_request_reply only if they fit the work.`,
  },
  {
    name: 'explain',
    title: 'Explain',
    description: 'Explain part of a project with OpenCode',
    text: (what) =>
      `Have OpenCode explain this: ${what}\n\nCall opencode_run with access read-only and the agent explore. Ask for the answer with the names of files and functions, from the outside in. Then explain it in your own words.`,
  },
  {
    name: 'delegate-parallel',
    title: 'Delegate in parallel',
    description: 'Split work across parallel OpenCode sessions',
    text: (what) =>
      `Split this into parts that do not touch the same files: ${what}\n\nStart each part with opencode_run and waitSeconds 0, and worktree true if they write. Wait with opencode_session_status for all sessionIds and waitFor any, answer what they ask, and look at each result with opencode_session_diff. Report them together.`,
  },
];

export function addPrompts(server: McpServer): void {
  for (const { name, title, description, text } of templates) {
    server.registerPrompt(name, { title, description, argsSchema: task }, (input) => ({
      description,
      messages: [{ role: 'user', content: { type: 'text', text: text(input.task) } }],
    }));
  }
}
