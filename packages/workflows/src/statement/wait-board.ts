/** What a run waits for at each of its nodes, as one text for people. It is written only when it changes. */
export class WaitBoard {
  readonly #reasons = new Map<string, string>()

  constructor(
    private text: string | null,
    private readonly write: (text: string | null) => Promise<void>,
  ) {}

  /** Null: the node goes on. */
  async set(node: string, reason: string | null): Promise<void> {
    if (reason === null) this.#reasons.delete(node)
    else this.#reasons.set(node, reason)
    const all = this.#reasons.size === 0 ? null : [...this.#reasons.values()].join(' ')
    if (all === this.text) return
    this.text = all
    await this.write(all)
  }
}
