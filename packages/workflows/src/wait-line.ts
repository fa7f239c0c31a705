/** What a run waits for, for display: written only when the text changes. */
export class WaitLine {
  constructor(
    private current: string | null,
    private readonly write: (text: string | null) => Promise<void>,
  ) {}

  get text(): string | null {
    return this.current
  }

  /** Null: it continues. */
  async tell(text: string | null): Promise<void> {
    if (text === this.current) return
    this.current = text
    await this.write(text)
  }
}
