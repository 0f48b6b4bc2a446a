import { pathsOf } from '../clients/paths.ts';
import { locationOf } from '../clients/read-document.ts';
import type { Client, Place } from '../clients/types.ts';
import { applyEdits } from '../formats/edit-list.ts';
import { loadFormat } from '../formats/index.ts';
import type { Edit, Format } from '../formats/types.ts';
import { type Diagnostic, isError } from '../model/diagnostic.ts';
import { PlugboardError } from '../model/error.ts';
import type { Host } from '../model/host.ts';
import type { Loss } from '../model/loss.ts';
import type { Plan } from '../store/plan.ts';
import { readText } from '../store/read-text.ts';
import { nameOf, placeOf, surroundingsOf, type Target } from './target.ts';

/** A document of a client as the draft has it so far. */
export interface OpenDocument {
  readonly client: Client;
  readonly place: Place;
  readonly format: Format;
  /** Absolute. */
  readonly path: string;
  readonly text: string;
}

/** A plan in the making. Every file is read once; several changes to one file add up. */
export class PlanDraft {
  readonly host: Host;
  readonly #title: string;
  readonly #before = new Map<string, string | undefined>();
  readonly #after = new Map<string, string | undefined>();
  readonly #losses: (Loss & { server: string })[] = [];
  readonly #unwritten: { server: string; client: string }[] = [];
  readonly #diagnostics: Diagnostic[] = [];

  constructor(host: Host, title: string) {
    this.host = host;
    this.#title = title;
  }

  /** The text of a file after the changes so far; undefined when there is none. */
  async text(path: string): Promise<string | undefined> {
    if (!this.#before.has(path)) {
      const text = await this.#read(path);
      this.#before.set(path, text);
      this.#after.set(path, text);
    }
    return this.#after.get(path);
  }

  /** The text of a file before any change. */
  async original(path: string): Promise<string | undefined> {
    await this.text(path);
    return this.#before.get(path);
  }

  async set(path: string, text: string | undefined): Promise<void> {
    await this.text(path);
    this.#after.set(path, text);
  }

  /** The file a target means: the first of its alternatives that exists, else the first. Throws when it is malformed. */
  async open(target: Target): Promise<OpenDocument> {
    const place = placeOf(target, this.host);
    const location = locationOf(target.client, place);
    if (!location) throw new PlugboardError('target-unknown', { target: nameOf(target) });
    const paths = pathsOf(location, surroundingsOf(this.host));
    const texts = await Promise.all(paths.map((path) => this.text(path)));
    const index = Math.max(
      0,
      texts.findIndex((text) => text !== undefined),
    );
    const path = paths[index] as string;
    const format = await loadFormat(location.format);
    const text = texts[index] ?? '';
    const errors = format.parse(text).diagnostics.filter(isError);
    if (errors.length > 0) {
      throw new PlugboardError('document-malformed', {
        diagnostics: errors.map((error) => ({ ...error, file: path })),
      });
    }
    return { client: target.client, place, format, path, text };
  }

  async edit(path: string, edits: readonly Edit[]): Promise<void> {
    if (edits.length > 0) await this.set(path, applyEdits((await this.text(path)) ?? '', edits));
  }

  lose(server: string, losses: readonly Loss[]): void {
    this.#losses.push(...losses.map((loss) => ({ ...loss, server })));
  }

  leaveOut(server: string, client: string): void {
    this.#unwritten.push({ server, client });
  }

  report(...findings: Diagnostic[]): void {
    this.#diagnostics.push(...findings);
  }

  plan(): Plan {
    const changes = [...this.#before].flatMap(([path, before]) => {
      const after = this.#after.get(path);
      return before === after ? [] : [{ path, before, after }];
    });
    return {
      title: this.#title,
      changes,
      losses: this.#losses,
      unwritten: this.#unwritten,
      diagnostics: this.#diagnostics,
    };
  }

  async #read(path: string): Promise<string | undefined> {
    if ((await this.host.fs.kindOf(path)) === undefined) return undefined;
    const read = await readText(this.host, path);
    if ('problem' in read) throw new PlugboardError('document-malformed', { diagnostics: [read.problem] });
    return read.text;
  }
}
