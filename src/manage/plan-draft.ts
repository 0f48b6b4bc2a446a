import { pathsOf } from '../clients/paths.ts';
import { containerPath, locationOf, shapeOf } from '../clients/read-document.ts';
import type { Client, Place } from '../clients/types.ts';
import { checkWay } from '../discovery/check-entry.ts';
import { type OriginOf, readOrigins } from '../discovery/origin-of.ts';
import { placesOf } from '../discovery/places.ts';
import { applyEdits } from '../formats/edit-list.ts';
import { loadFormat } from '../formats/index.ts';
import type { Document, Edit, Format } from '../formats/types.ts';
import { type Diagnostic, diagnostic, isError } from '../model/diagnostic.ts';
import { PlugboardError } from '../model/error.ts';
import type { Host } from '../model/host.ts';
import type { Loss } from '../model/loss.ts';
import type { Path } from '../model/value.ts';
import { isBelow, realPath } from '../store/directory-around.ts';
import { linkAt } from '../store/link-at.ts';
import type { FileChange, Plan, ProjectCopy } from '../store/plan.ts';
import { readText } from '../store/read-text.ts';
import { territoryOf } from '../trust/territory.ts';
import { collect } from '../validate/report.ts';
import { nameOf, placeOf, surroundingsOf, type Target } from './target.ts';

/** A document of a client as the draft has it so far. */
export interface OpenDocument {
  readonly client: Client;
  readonly place: Place;
  readonly format: Format;
  /** Absolute. */
  readonly path: string;
  readonly text: string;
  /** Where the servers stand in it. */
  readonly at: Path;
}

/** A plan in the making. Every file is read once; several changes to one file add up. */
export class PlanDraft {
  readonly host: Host;
  readonly #title: string;
  readonly #before = new Map<string, string | undefined>();
  readonly #after = new Map<string, string | undefined>();
  readonly #links = new Map<string, FileChange>();
  readonly #losses: (Loss & { server: string })[] = [];
  readonly #unwritten: { server: string; client: string }[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  readonly #handled = new Set<string>();
  readonly #servers = new Set<string>();
  readonly #emptied = new Set<string>();
  readonly #copies: ProjectCopy[] = [];
  readonly #linkedOut = new Map<string, string>();
  #origins: Promise<OriginOf> | undefined;

  constructor(host: Host, title: string) {
    this.host = host;
    this.#title = title;
  }

  /** The text of a file after the changes so far; undefined when there is none. */
  async text(path: string): Promise<string | undefined> {
    if (!this.#before.has(path)) {
      const text = await this.#read(path);
      await this.#followLink(path);
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

  /** Makes a symbolic link at this path, or removes the one there; the file it leads to is not looked at. */
  async setLink(path: string, target: string | undefined): Promise<void> {
    const before = await linkAt(this.host, path);
    this.#links.set(path, { path, before, after: target, link: true });
  }

  /** The file a target means: the first of its alternatives that exists, else the first. Throws when it is malformed. */
  async open(target: Target): Promise<OpenDocument> {
    const place = placeOf(target, this.host);
    const location = locationOf(target.client, place);
    if (!location) throw new PlugboardError('target-unknown', { target: nameOf(target) });
    return this.#openOneOf(target, place, pathsOf(location, surroundingsOf(this.host)));
  }

  /** The same in the directories above the project, the nearest first, for clients that look there too. */
  async openAbove(target: Target): Promise<OpenDocument[]> {
    const above = placesOf(target.client, surroundingsOf(this.host)).filter(
      ({ place, distance }) => distance > 0 && place.scope === target.scope && place.variant === target.variant,
    );
    const found: OpenDocument[] = [];
    for (const { place, paths } of above) {
      const texts = await Promise.all(paths.map((path) => this.text(path)));
      if (texts.some((text) => text !== undefined)) found.push(await this.#openOneOf(target, place, paths));
    }
    return found;
  }

  async #openOneOf(target: Target, place: Place, paths: readonly string[]): Promise<OpenDocument> {
    const texts = await Promise.all(paths.map((path) => this.text(path)));
    const index = Math.max(
      0,
      texts.findIndex((text) => text !== undefined),
    );
    const path = paths[index] as string;
    const format = await loadFormat(locationOf(target.client, place)?.format ?? 'json');
    const text = texts[index] ?? '';
    const at = soundPlace(target.client, place, format.parse(text), path);
    return { client: target.client, place, format, path, text, at };
  }

  /** The same document as it is by now. */
  async reopen(document: OpenDocument): Promise<OpenDocument> {
    return { ...document, text: (await this.text(document.path)) ?? '' };
  }

  /** Decides where definitions come from; read once. */
  async origins(): Promise<OriginOf> {
    this.#origins ??= readOrigins(this.host);
    return this.#origins;
  }

  copied(copy: ProjectCopy): void {
    this.#copies.push(copy);
  }

  /** Several clients read the same file: what has been done there for one of them is done for the others too. */
  handle({ path, at }: OpenDocument, name: string): void {
    this.touch(name);
    this.#handled.add(JSON.stringify([path, at, name]));
  }

  /** Records a server that the plan adds, changes, moves or removes. */
  touch(...names: readonly string[]): void {
    for (const name of names) this.#servers.add(name);
  }

  handled({ path, at }: OpenDocument, name: string): boolean {
    return this.#handled.has(JSON.stringify([path, at, name]));
  }

  /** Deletes a file, and with it those of these directories that are empty then. */
  async delete(path: string, directories: readonly string[]): Promise<void> {
    await this.set(path, undefined);
    for (const directory of directories) this.#emptied.add(directory);
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
    const texts = [...this.#before].map(([path, before]): FileChange => ({
      path,
      before,
      after: this.#after.get(path),
    }));
    const changes = [...this.#links.values(), ...texts].filter(({ before, after }) => before !== after);
    return {
      title: this.#title,
      servers: [...this.#servers],
      changes,
      losses: this.#losses,
      unwritten: this.#unwritten,
      diagnostics: [...this.#diagnostics, ...changes.flatMap(({ path }) => this.#linkFinding(path))],
      ...(this.#emptied.size > 0 ? { directories: [...this.#emptied] } : {}),
      ...(this.#copies.length > 0 ? { copies: this.#copies } : {}),
    };
  }

  /** A file of the project can be a link to anywhere. */
  async #followLink(path: string): Promise<void> {
    const { cwd, home } = this.host;
    if (!isBelow(path, cwd) || territoryOf(cwd, home).length === 0) return;
    const [real, project] = [await realPath(this.host, path), await realPath(this.host, cwd)];
    if (!isBelow(real, project)) this.#linkedOut.set(path, real);
  }

  #linkFinding(path: string): Diagnostic[] {
    const target = this.#linkedOut.get(path);
    return target === undefined ? [] : [diagnostic('link-outside', { target }, { file: path })];
  }

  async #read(path: string): Promise<string | undefined> {
    if ((await this.host.fs.kindOf(path)) === undefined) return undefined;
    const read = await readText(this.host, path);
    if ('problem' in read) throw new PlugboardError('document-malformed', { diagnostics: [read.problem] });
    return read.text;
  }
}

/** Where the servers stand in a document that can be edited. */
function soundPlace(client: Client, place: Place, document: Document, file: string): Path {
  const shape = shapeOf(client, document.value);
  const at = containerPath(client, shape, place);
  const { findings, report } = collect(document);
  const errors = document.diagnostics.filter(isError);
  if (errors.length === 0) checkWay(document.value, shape, at, report);
  const diagnostics = [...errors, ...findings].map((finding) => ({ ...finding, file }));
  if (diagnostics.length > 0) throw new PlugboardError('document-malformed', { diagnostics });
  return at;
}
