import type { PromptView } from '../../../../src/api/contract/tools.ts';
import { templateNames } from './uri-template.ts';

/** Prompt arguments are strings; their form is generated from an equivalent schema. */
export function promptSchema(prompt: PromptView): object {
  const properties = prompt.arguments.map(({ name, description }) => [
    name,
    { type: 'string', ...(description !== undefined && { description }) },
  ]);
  const required = prompt.arguments.filter((argument) => argument.required).map(({ name }) => name);
  return { type: 'object', properties: Object.fromEntries(properties), required, additionalProperties: false };
}

export function templateSchema(template: string): object {
  const names = templateNames(template);
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  return { type: 'object', properties, additionalProperties: false };
}

/** A value of such a form. */
export function textsOf(value: unknown): Record<string, string> {
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {});
  return Object.fromEntries(entries.map(([key, one]) => [key, typeof one === 'string' ? one : JSON.stringify(one)]));
}
