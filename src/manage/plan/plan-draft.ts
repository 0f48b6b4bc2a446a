import { pathsOf } from '../../clients/paths.ts';
import { containerPath, locationOf, shapeOf } from '../../clients/read-document.ts';
import type { RevisedDocument } from '../../clients/revise-entry.ts';
import type { Client, Place } from '../../clients/types.ts';
import { syntaxErrorsFor } from '../../discovery/checks/check-demands.ts';
import { checkWay } from '../../discovery/checks/check-entry.ts';
import type { OriginOf } from '../../discovery/origin-of.ts';
import { placesOf } from '../../discovery/search-locations.ts';
import type { Revision } from '../../formats/revision.ts';
import type { FormatId } from '../../formats/types.ts';
import { type Diagnostic, diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Loss } from '../../model/diagnostics/loss.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import type { Path, Value } from '../../model/value.ts';
import { type OutsideDefinitions, readOutsideDefinitions } from '../../store/approvals/outside-definitions.ts';
import { linkAt } from '../../store/read/link-at.ts';
import type { NewGrant } from '../../store/vault/grants.ts';
import type { NamedServer, Plan, ProjectCopy, WithheldSecrets } from '../../store/write/plan.ts';
import { collect } from '../../validate/report.ts';
import type { DraftFiles, Moment } from './draft-files.ts';
import { broughtOn, draftFilesOn, originsOn } from './draft-host.ts';
import { type DraftRecords, newRecords } from './draft-records.ts';
import { nameOf, placeOf, surroundingsOf, type Target } from './target.ts';

/** A client's document in the draft. All callers that open the file see each other's changes. */
export interface OpenDocument extends RevisedDocument {
  /** Absolute path. */
  readonly path: string;
  /** Path of the server container. */
  readonly at: Path;
}

/** A plan under construction. Every file is read and parsed once; several changes to one file accumulate. */
export class PlanDraft {
  readonly host: Host;
  readonly #title: string;
  readonly #files: DraftFiles;
  readonly #start: Moment;
  readonly #records: DraftRecords;
  #origins: Promise<OriginOf> | undefined;
  #known: Promise<(word: string) => boolean> | undefined;
  #outside: Promise<OutsideDefinitions> | undefined;

  constructor(host: Host, title: string, files: DraftFiles = draftFilesOn(host), partOf?: PlanDraft) {
    this.host = host;
    this.#title = title;
    this.#files = files;
    this.#start = partOf ? partOf.#start : files.moment;
    this.#records = partOf ? partOf.#records : newRecords();
  }

  /** A draft of the same plan for another project, on a host of `projectHosts`. The plan is the same for both. */
  inProject(host: Host): PlanDraft {
    return new PlanDraft(host, this.#title, this.#files.inProject(host), this);
  }

  /** A draft over the same files without this one's changes. */
  apart(): PlanDraft {
    return new PlanDraft(this.host, this.#title, this.#files.unchanged());
  }

  /** Returns a file's text after the changes so far, verified; undefined when there is no file. */
  async text(path: string): Promise<string | undefined> {
    return this.#files.text(path);
  }

  /** The text of a file before any change. */
  async original(path: string): Promise<string | undefined> {
    return this.#files.original(path);
  }

  /** Whether the file exists after the changes so far. */
  async isThere(path: string): Promise<boolean> {
    return this.#files.isThere(path);
  }

  async set(path: string, text: string | undefined): Promise<void> {
    await this.#files.set(path, text);
  }

  /** Opens a file as an editable document. Throws when it is malformed. */
  async revision(path: string, format: FormatId): Promise<Revision> {
    return this.#files.revision(path, format);
  }

  /** Parses a file after the changes so far, tolerating errors. */
  async value(path: string, format: FormatId): Promise<Value | undefined> {
    return this.#files.value(path, format);
  }

  /** Creates or removes a symbolic link at this path; its target is not read. */
  async setLink(path: string, target: string | undefined): Promise<void> {
    const before = await linkAt(this.host, path);
    this.#records.links.set(path, { path, before, after: target, link: true });
  }

  /**
   * Returns a target's file: the first existing alternative, or else the first. Throws when it is malformed. A path opens
   * the same file under that name, if the target's own path is a link to it.
   */
  async open(target: Target, through?: string): Promise<OpenDocument> {
    const place = placeOf(target, this.host);
    const location = locationOf(target.client, place);
    if (!location) throw new PlugboardError('target-unknown', { target: nameOf(target) });
    const paths = through === undefined ? pathsOf(location, surroundingsOf(this.host)) : [through];
    return this.#openOneOf(target, place, paths);
  }

  /** Returns one of a target's files, which may be in a directory above the project. */
  async openFile(target: Target, path: string): Promise<OpenDocument> {
    return this.#openOneOf(target, placeOf(target, this.host), [path]);
  }

  /** Returns a target's existing files in the directories above the project, nearest first. */
  async openAbove(target: Target): Promise<OpenDocument[]> {
    const above = placesOf(target.client, surroundingsOf(this.host)).filter(
      ({ place, distance }) => distance > 0 && place.scope === target.scope && place.variant === target.variant,
    );
    const found: OpenDocument[] = [];
    for (const { place, paths } of above)
      if ((await this.#firstThere(paths)) !== undefined) found.push(await this.#openOneOf(target, place, paths));
    return found;
  }

  async #openOneOf({ client }: Target, place: Place, paths: readonly string[]): Promise<OpenDocument> {
    const path = (await this.#firstThere(paths)) ?? paths[0] ?? '';
    const revision = await this.#files.revision(path, locationOf(client, place)?.format ?? 'json');
    return { client, place, path, revision, at: soundPlace(client, place, revision, path) };
  }

  async #firstThere(paths: readonly string[]): Promise<string | undefined> {
    for (const path of paths) if (await this.#files.isThere(path)) return path;
    return undefined;
  }

  /** The same document after its text was replaced. */
  async reopen(document: OpenDocument): Promise<OpenDocument> {
    return { ...document, revision: await this.#files.revision(document.path, document.revision.format.id) };
  }

  /** Determines where definitions come from; read once. */
  async origins(): Promise<OriginOf> {
    this.#origins ??= originsOn(this.host);
    return this.#origins;
  }

  /** Whether a word came from someone else, as recorded. */
  async knowsBrought(): Promise<(word: string) => boolean> {
    this.#known ??= broughtOn(this.host);
    return this.#known;
  }

  /** Records names and values that came from someone else, so that they are shown before a person decides. */
  bring(words: readonly string[]): void {
    for (const word of words) this.#records.brought.add(word);
  }

  /** Whether someone else wrote a definition that the user added. */
  async isOutside(server: Server): Promise<boolean> {
    this.#outside ??= readOutsideDefinitions(this.host);
    return (await this.#outside).has(server);
  }

  /** Records a definition that someone else wrote, as it is written. */
  writesOutside(server: Server): void {
    this.#records.outside.push(server);
  }

  copied(copy: ProjectCopy): void {
    this.#records.copies.push(copy);
  }

  /** Notes that the plan brings back what was there before, and which servers it enables. */
  restores(...enabled: readonly NamedServer[]): void {
    this.#records.restored = [...(this.#records.restored ?? []), ...enabled];
  }

  /** Gives a launcher that the plan writes its secrets. */
  grant(...grants: readonly NewGrant[]): void {
    this.#records.grants.push(...grants);
  }

  /** Records secrets that a server of someone else asks for. */
  withhold(withheld: WithheldSecrets): void {
    this.#records.withheld.push(withheld);
    this.report(withheld.issue);
  }

  /** Several clients read the same file, so a change for one applies to all. */
  handle({ path, at }: OpenDocument, name: string): void {
    this.touch(name);
    this.#records.handled.add(JSON.stringify([path, at, name]));
  }

  /** Records a server that the plan adds, changes, moves or removes. */
  touch(...names: readonly string[]): void {
    for (const name of names) this.#records.servers.add(name);
  }

  /** Whether a file of the project is a link to a file outside of it. */
  leadsOut(path: string): boolean {
    return this.#files.linkedTo(path) !== undefined;
  }

  handled({ path, at }: OpenDocument, name: string): boolean {
    return this.#records.handled.has(JSON.stringify([path, at, name]));
  }

  /** Deletes a file, and those of these directories that become empty. */
  async delete(path: string, directories: readonly string[]): Promise<void> {
    await this.set(path, undefined);
    for (const directory of directories) this.#records.emptied.add(directory);
  }

  recordLosses(server: string, losses: readonly Loss[]): void {
    for (const loss of losses) {
      const { client, field, action, why } = loss;
      const key = JSON.stringify([server, client, field, action, why]);
      if (!this.#records.lossKeys.has(key)) this.#records.losses.push({ ...loss, server });
      this.#records.lossKeys.add(key);
    }
  }

  leaveOut(server: string, client: string): void {
    this.#records.unwritten.push({ server, client });
  }

  /** Each issue is reported once, however many entries of a file have it. */
  report(...issues: Diagnostic[]): void {
    for (const issue of issues) {
      const key = JSON.stringify(issue);
      if (!this.#records.reported.has(key)) this.#records.diagnostics.push(issue);
      this.#records.reported.add(key);
    }
  }

  plan(): Plan {
    const links = [...this.#records.links.values()].filter(({ before, after }) => before !== after);
    const changes = [...links, ...this.#files.changes(this.#start)];
    const linked = changes.flatMap(({ path }) => this.#linkIssue(path));
    this.#files.release();
    return {
      title: this.#title,
      servers: [...this.#records.servers],
      changes,
      losses: this.#records.losses,
      unwritten: this.#records.unwritten,
      diagnostics: [...this.#records.diagnostics, ...linked],
      ...(this.#records.emptied.size > 0 ? { directories: [...this.#records.emptied] } : {}),
      ...(this.#records.copies.length > 0 ? { copies: this.#records.copies } : {}),
      ...(this.#records.restored && { restored: this.#records.restored }),
      ...(this.#records.brought.size > 0 ? { brought: { texts: [...this.#records.brought], isAll: false } } : {}),
      ...(this.#records.grants.length > 0 ? { grants: this.#records.grants } : {}),
      ...(this.#records.withheld.length > 0 ? { withheld: this.#records.withheld } : {}),
      ...(this.#records.outside.length > 0 ? { outside: this.#records.outside } : {}),
    };
  }

  /** A project file can be a link to any path. */
  #linkIssue(path: string): Diagnostic[] {
    const target = this.#files.linkedTo(path);
    return target === undefined ? [] : [diagnostic('link-outside', { target }, { file: path })];
  }
}

/** Path of the server container, unless the client cannot parse the file or another value is in the way. */
function soundPlace(client: Client, place: Place, { value, document }: Revision, file: string): Path {
  const shape = shapeOf(client, value);
  const at = containerPath(client, shape, place);
  const { issues, report } = collect(document);
  checkWay(value, shape, at, report);
  const diagnostics = [...syntaxErrorsFor(client, document), ...issues].map((issue) => ({ ...issue, file }));
  if (diagnostics.length > 0) throw new PlugboardError('document-malformed', { diagnostics });
  return at;
}
