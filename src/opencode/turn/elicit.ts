import {
  type ElicitRequestFormParams,
  inputRequired,
  inputResponse,
  type InputRequiredResult,
  SdkError,
  SdkErrorCode,
} from '@modelcontextprotocol/server';
import { pageText } from '../../mcp/page.ts';
import type { ToolCall } from '../tools/tool.ts';
import type { Api } from '../upstream/api.ts';
import type { Question } from '../upstream/types.ts';
import type { PendingRequest } from './requests.ts';

/** State that the client holds while its user decides. */
export interface Resume {
  readonly directory: string;
  readonly sessionId: string;
  readonly mark: string;
  readonly request: PendingRequest;
  /** When the call stops waiting, in milliseconds since the epoch. */
  readonly deadline: number;
}

type Property =
  | { type: 'string'; title: string; description?: string; enum?: string[] }
  | { type: 'array'; title: string; items: { type: 'string'; enum: string[] } };

/** Maximum characters shown of a diff, and of each pattern list and question. */
const detailChars = 4000;
const wordsChars = 1000;

const short = (text: string, most = wordsChars): string => {
  const { text: start, truncated, total } = pageText(text, 0, most);
  return truncated ? `${start}… (${total} characters)` : start;
};

type Content = Readonly<Record<string, unknown>>;

/** The result of asking: answered, unanswered in time, or a result that makes the client ask and call again. */
export type Asked = 'answered' | 'unanswered' | InputRequiredResult;

/** Asks the user through the client, at most until the call's deadline. */
export async function askUser(call: ToolCall, api: Api, resume: Resume): Promise<Asked> {
  const form = formOf(resume.request, api.directory);
  try {
    const { action, content } = await call.context.mcpReq.send(
      { method: 'elicitation/create', params: form },
      { timeout: Math.max(1, resume.deadline - Date.now()), signal: call.signal },
    );
    await sendReply(api, resume.request, action === 'accept' ? content : undefined);
    return 'answered';
  } catch (error) {
    if (!(error instanceof SdkError)) throw error;
    if (error.code === SdkErrorCode.RequestTimeout || call.signal.aborted) return 'unanswered';
    if (error.code !== SdkErrorCode.MethodNotSupportedByProtocolVersion) throw error;
    const { request, ...kept } = resume;
    // The diff can be long, and the client would have to store and return it.
    const state: Resume = { ...kept, request: withoutDetails(request) };
    return inputRequired({
      inputRequests: { answer: inputRequired.elicit(form) },
      requestState: await call.app.states.mint(state, call.context),
    });
  }
}

/** Forwards the user's reply, which the client sent with its next call. */
export async function sendUserResponse(call: ToolCall, api: Api, { request }: Resume): Promise<void> {
  const response = inputResponse(call.context.mcpReq.inputResponses, 'answer');
  await sendReply(
    api,
    request,
    response.kind === 'elicit' && response.action === 'accept' ? response.content : undefined,
  );
}

/** Declining rejects the request. */
async function sendReply(api: Api, request: PendingRequest, content: Content | undefined): Promise<void> {
  if (request.kind === 'permission') {
    const reply = content?.['reply'];
    const known = reply === 'once' || reply === 'always' ? reply : 'reject';
    await api.post(`/permission/${request.requestId}/reply`, { reply: known });
  } else if (content) {
    const answers = (request.questions ?? []).map((_, index) =>
      [content[`answer${index + 1}`] ?? []].flat().map(String),
    );
    await api.post(`/question/${request.requestId}/reply`, { answers });
  } else await api.post(`/question/${request.requestId}/reject`);
}

function formOf(request: PendingRequest, directory: string): ElicitRequestFormParams {
  const isPermission = request.kind === 'permission';
  const questions = request.questions ?? [];
  const properties: Record<string, Property> = isPermission
    ? { reply: { type: 'string', title: 'Answer', enum: ['once', 'always', 'reject'] } }
    : Object.fromEntries(questions.map((question, index) => [`answer${index + 1}`, asProperty(question)]));
  const message = isPermission
    ? permissionWords(request, directory)
    : short(questions.map(({ question }) => question).join('\n'), detailChars);
  return { message, requestedSchema: { type: 'object', properties, required: Object.keys(properties) } };
}

function permissionWords(
  { permission, patterns = [], always = [], details = {} }: PendingRequest,
  directory: string,
): string {
  const shown = details['diff'] ?? details['command'];
  const text = short(typeof shown === 'string' ? shown : '', detailChars);
  return [
    `OpenCode asks for permission: ${permission} ${short(patterns.join(', '))}`,
    ...(text === '' ? [] : [text]),
    `once: allow only this. always: allow ${permission} ${short(always.join(', ')) || '*'} for every session in ${directory} until OpenCode is restarted. reject: deny this and everything else this session is waiting for.`,
  ].join('\n\n');
}

function withoutDetails({ requestId, kind, sessionId, questions }: PendingRequest): PendingRequest {
  return { requestId, kind, sessionId, ...(questions ? { questions } : {}) };
}

function asProperty({ question, options, multiple, custom }: Question): Property {
  const labels = options.map(({ label }) => label);
  if (multiple && labels.length > 0)
    return { type: 'array', title: short(question), items: { type: 'string', enum: labels } };
  if (custom === false && labels.length > 0) return { type: 'string', title: short(question), enum: labels };
  return { type: 'string', title: short(question), description: `One of ${short(labels.join(', '))}, or other text` };
}
