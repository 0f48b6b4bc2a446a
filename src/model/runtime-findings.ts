import { define, quote } from './finding-entry.ts';

/** What can be wrong with servers that are used, and with the tools they offer. */
export const runtimeFindings = {
  'value-left-out': define(
    'error',
    'A value that a server is given could not be had, so it is used without it.',
    (a: { server: string; problem: string }) => `${a.server}: ${a.problem}`,
    () => 'Correct the value; with --strict such a server is not used at all',
  ),
  'stdout-polluted': define(
    'warning',
    'A server writes text to standard output, which is for MCP messages only. Some clients give up on such a server.',
    (a: { server: string; line: string }) =>
      `${a.server}: wrote text to standard output that is not an MCP message: ${quote(a.line)}`,
    () => 'Let the server log to standard error',
  ),
  'question-declined': define(
    'warning',
    'A server asked a question while no person was at a terminal, so it was declined.',
    (a: { server: string; asked: string }) =>
      `${a.server} asked a question, which was declined because this is not a terminal: ${a.asked}`,
    () => 'Run the command at a terminal to answer',
  ),
  'tool-names-alike': define(
    'warning',
    'Several tools would get the same name, so each gets a longer one.',
    (a: { name: string; tools: readonly string[] }) =>
      `${a.tools.join(' and ')} would all be called ${a.name}, so each has a longer name`,
    () => 'Give one of the servers another name',
  ),
  'tool-name-shortened': define(
    'warning',
    'The name of a tool is longer than models take, so it is cut.',
    (a: { tool: string; as: string }) => `The name of ${a.tool} is too long for models, so it is called ${a.as}`,
    () => 'Give the server a shorter name',
  ),
  'tool-unusable': define(
    'warning',
    'Something in the list of tools that a server gives cannot be used as it is. The other tools can.',
    (a: { server: string; tool: string; why: string }) => `${a.server}: ${a.tool} ${a.why}`,
    () => 'Tell whoever makes the server',
  ),
  'tool-text-hidden': define(
    'warning',
    'What a server tells models holds characters that people do not see. They may be instructions.',
    (a: { server: string; where: string; what: string; says?: string }) =>
      `${a.server}: ${a.where} holds ${a.what}, which nobody sees${a.says === undefined ? '' : ` and which spell ${quote(a.says)}`}`,
    () => 'Do not use the server unless you know why they are there',
  ),
  'tool-changed': define(
    'warning',
    'A server tells models something else about its tools than when it was used first.',
    (a: { server: string; changes: readonly string[] }) =>
      `${a.server}: not as it was accepted: ${a.changes.join(', ')}`,
    (a) => `If that is as it should be: plugboard reload ${a.server} --accept`,
  ),
} as const;
