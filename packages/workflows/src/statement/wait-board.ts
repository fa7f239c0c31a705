import { WaitLine } from '../wait-line.ts'

/** What a run waits for at each of its nodes, as one text for display. Written only when it changes. */
export class WaitBoard {
  readonly #reasons = new Map<string, string>()
  readonly #line: WaitLine

  constructor(text: string | null, write: (text: string | null) => Promise<void>) {
    this.#line = new WaitLine(text, write)
  }

  get text(): string | null {
    return this.#line.text
  }

  /** Null: the node continues. */
  set(node: string, reason: string | null): Promise<void> {
    if (reason === null) this.#reasons.delete(node)
    else this.#reasons.set(node, reason)
    return this.#line.tell(this.#reasons.size === 0 ? null : [...this.#reasons.values()].join(' '))
  }
}
