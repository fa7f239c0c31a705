import { randomUUID } from 'node:crypto'
import { type CommandOutcome, type CommandRequest, type Statement, shownSql } from '@frostline/clickhouse'
import { type PreparingStatement, recordBenchmarkPreparation } from '@frostline/db'
import type { ConnectedNode } from '@frostline/services'
import type { BenchmarkTask } from './benchmark-task.ts'

/** A cache drop takes one statement per file: a table may have thousands. */
const maxListed = 100

/** Statements of a step before its own one. Each is recorded before it is sent, and shown as sent. */
export class StepPreparation {
  readonly #statements: PreparingStatement[] = []

  constructor(
    readonly task: BenchmarkTask,
    readonly ordinal: number,
  ) {}

  async send(
    { client }: ConnectedNode,
    request: Omit<CommandRequest, 'queryId' | 'purpose'>,
  ): Promise<CommandOutcome> {
    const queryId = `frostline-scratch-${randomUUID()}`
    await this.#write([{ statement: shownSql({ params: {}, ...request }, request.settings), queryId }])
    return client.command({ ...request, queryId, purpose: 'benchmark' })
  }

  /** Records statements that another function sends: as many of them as a person would read. */
  async note(statements: readonly Statement[]): Promise<void> {
    const more = statements.length - maxListed
    await this.#write(
      [
        ...statements.slice(0, maxListed).map((statement) => shownSql(statement)),
        ...(more > 0 ? [`-- And ${more} more of these, one per cached file.`] : []),
      ].map((statement) => ({ statement, queryId: null })),
    )
  }

  /** Deletes those of an earlier attempt. */
  begin(): Promise<void> {
    return this.#write([])
  }

  async #write(added: readonly Omit<PreparingStatement, 'sentAt'>[]): Promise<void> {
    const { deps, run } = this.task
    this.#statements.push(...added.map((each) => ({ ...each, sentAt: deps.now() })))
    await recordBenchmarkPreparation(deps.db, run, this.ordinal, this.#statements)
  }
}
