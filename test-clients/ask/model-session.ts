import { type StandInModel, startModel } from '../../test/opencode/support/stand-in-model.ts';
import type { ProgramOutput } from '../run-program.ts';

interface ModelSession {
  readonly output: ProgramOutput;
  /** The names of the tools that the model was offered. */
  readonly tools: readonly string[];
}

/** Runs a program that connects its servers only for a session, with a model on loopback that ends it at once. */
export async function modelSession(run: (model: StandInModel) => Promise<ProgramOutput>): Promise<ModelSession> {
  const model = await startModel();
  try {
    const output = await run(model);
    const tools = model.requests.flatMap((request) => request.tools ?? []).map((tool) => tool.function.name);
    return { output, tools: [...new Set(tools)] };
  } finally {
    await model.close();
  }
}
