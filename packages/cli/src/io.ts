/** What the commands see of the machine. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether a person can answer. */
  readonly canAsk: boolean
  now(): Date
  /** One or more lines of the result. */
  out(text: string): void
  /** One or more lines about it: progress, warnings, errors. */
  note(text: string): void
  /** Replaces the last line of progress, on a terminal only. Empty: removes it. */
  progress(line: string): void
  ask(question: string): Promise<string>
  /** Without showing what is typed. */
  askSecret(question: string): Promise<string>
  readInput(): Promise<string>
  fetch: typeof fetch
  /** @throws when the command is interrupted meanwhile. */
  sleep(ms: number): Promise<void>
}
