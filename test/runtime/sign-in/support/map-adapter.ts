type Payload = Readonly<Record<string, unknown>>;

/** Keeps what the identity provider knows, for as long as the test runs. */
export class MapAdapter {
  static readonly #kept = new Map<string, Payload>();
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  async upsert(id: string, payload: Payload): Promise<void> {
    MapAdapter.#kept.set(`${this.#name} ${id}`, payload);
  }

  async find(id: string): Promise<Payload | undefined> {
    return MapAdapter.#kept.get(`${this.#name} ${id}`);
  }

  async findByUid(uid: string): Promise<Payload | undefined> {
    return [...MapAdapter.#kept.values()].find((payload) => payload['uid'] === uid);
  }

  async consume(id: string): Promise<void> {
    const payload = await this.find(id);
    await this.upsert(id, { ...payload, consumed: Math.floor(Date.now() / 1000) });
  }

  async destroy(id: string): Promise<void> {
    MapAdapter.#kept.delete(`${this.#name} ${id}`);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, payload] of MapAdapter.#kept) if (payload['grantId'] === grantId) MapAdapter.#kept.delete(key);
  }
}
