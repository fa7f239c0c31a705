/** What a run waits for, for people: one text, written only when it is another one. */
export class WaitLine {
  constructor(
    private text: string | null,
    private readonly write: (text: string | null) => Promise<void>,
  ) {}

  /** Null: it goes on. */
  async tell(text: string | null): Promise<void> {
    if (text === this.text) return
    this.text = text
    await this.write(text)
  }
}
