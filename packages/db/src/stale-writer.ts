/**
 * Thrown when a run writes to a step, or a migration, that it no longer owns: another worker took over, or a person
 * cancelled or retried. The run must end at once and change nothing more.
 */
export class StaleWriterError extends Error {
  override readonly name = 'StaleWriterError'
  constructor(readonly subject: string) {
    super(`${subject} belongs to another run now. This run stops and leaves it alone.`)
  }
}

/** `updated` is the number of rows that a fenced update changed. */
export function refuseStaleWriter(updated: number, subject: string): void {
  if (updated !== 1) throw new StaleWriterError(subject)
}
