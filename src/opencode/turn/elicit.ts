import {
  inputRequired,
  inputResponse,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { App } from '../app.ts';
import type { Api } from '../upstream/api.ts';
import type { Question } from '../upstream/types.ts';
import type { PendingRequest } from './requests.ts';

/** What the client keeps for us while a person decides. */
export interface Resume {
  readonly directory: string;
  readonly sessionId: string;
  readonly mark: string;
  readonly request: PendingRequest;
}

type Property =
  | { type: 'string'; title: string; description?: string; enum?: string[] }
  | { type: 'array'; title: string; items: { type: 'string'; enum: string[] } };

/** Has the client ask its person, and comes back to the call with the answer. */
export async function askPerson(app: App, resume: Resume, context: ServerContext): Promise<InputRequiredResult> {
  const { request } = resume;
  const isPermission = request.kind === 'permission';
  const questions = request.questions ?? [];
  const properties: Record<string, Property> = isPermission
    ? { reply: { type: 'string', title: 'Answer', enum: ['once', 'always', 'reject'] } }
    : Object.fromEntries(questions.map((question, index) => [`answer${index + 1}`, asProperty(question)]));
  const message = isPermission
    ? `OpenCode asks for permission: ${request.permission} ${(request.patterns ?? []).join(', ')}`
    : questions.map(({ question }) => question).join('\n');
  const elicit = inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties, required: Object.keys(properties) },
  });
  return inputRequired({ inputRequests: { answer: elicit }, requestState: await app.states.mint(resume, context) });
}

/** Passes on what the person has said; who declines, rejects. */
export async function passOn(api: Api, { request }: Resume, context: ServerContext): Promise<void> {
  const response = inputResponse(context.mcpReq.inputResponses, 'answer');
  const content = response.kind === 'elicit' && response.action === 'accept' ? (response.content ?? {}) : undefined;
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

function asProperty({ question, options, multiple, custom }: Question): Property {
  const labels = options.map(({ label }) => label);
  if (multiple && labels.length > 0) return { type: 'array', title: question, items: { type: 'string', enum: labels } };
  if (custom === false && labels.length > 0) return { type: 'string', title: question, enum: labels };
  return { type: 'string', title: question, description: `One of ${labels.join(', ')}, or something else` };
}
