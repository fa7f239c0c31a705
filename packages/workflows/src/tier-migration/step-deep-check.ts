import { checkPartition, contentSums } from '@frostline/clickhouse'
import { recordStep, type TierMigrationStep } from '@frostline/db'
import {
  type CheckedPart,
  type DeepCheck,
  deepCheckJson,
  encodeWitnesses,
  judgeDeepCheck,
  type PartWitness,
  type ProofVerdict,
  partsInScope,
  sizeText,
  sumRows,
} from '@frostline/domain'
import { type DeepRead, readDeeply } from './deep-read.ts'
import type { StatementWork } from './lane-pace.ts'
import { announceChange, type StepContext } from './step-context.ts'

/** The parts may be merged between a look at them and a read of them; more often than this it is something else. */
const MOST_MISSES = 3

export type DeepOutcome =
  | { kind: 'done' }
  | { kind: 'look-again'; reason: string }
  | { kind: 'failed'; reason: string }
  | Exclude<DeepRead<never>, { kind: 'read' }>

/**
 * The deep check of one step: its content is summed up before the first move, and when the parts have arrived they are
 * checked and summed up again. What it knows stands in the ledger, so a crash costs the read under way and no more.
 */
export class StepDeepCheck {
  #known: DeepCheck
  #misses = 0

  constructor(
    private readonly context: StepContext,
    step: TierMigrationStep,
  ) {
    this.#known = deepCheckJson.parse(step.deepCheck ?? { before: null })
  }

  get needsSumBefore(): boolean {
    return this.#known.before === null
  }

  /** Before anything is moved. Kept together with the parts that it is of. */
  async sumBefore(before: readonly PartWitness[], now: readonly PartWitness[]): Promise<DeepOutcome> {
    const { context } = this
    const read = await this.#sum(partsInScope(before, now), 'before the move')
    if (read.kind !== 'read') return read
    const rows = sumRows(before)
    if (read.sum.rows !== rows.toString()) return this.#miss(read.sum.rows, rows)
    this.#misses = 0
    this.#known = { ...this.#known, before: read.sum }
    await recordStep(context.lane.deps.db, context.fence, {
      before: encodeWitnesses(before),
      deepCheck: this.#known,
      waitReason: null,
    })
    return { kind: 'done' }
  }

  /** After the parts have arrived: `done` when they passed. */
  async check(parts: readonly PartWitness[], proof: ProofVerdict): Promise<DeepOutcome> {
    if (parts.length === 0) return { kind: 'done' }
    const { context } = this
    const { database, table } = context.migration
    const checked = await readDeeply(
      context,
      checkPartition,
      { database, table, partition_id: context.partitionId },
      { what: `Deep check: CHECK TABLE reads ${describe(parts)}.`, ...workOf(parts) },
    )
    if (checked.kind !== 'read') return checked
    const results = checked.rows.map((row): CheckedPart => {
      return { name: row.part_path, passed: row.is_passed, message: row.message }
    })
    const own = parts.flatMap((part) => results.find((result) => result.name === part.name) ?? [])
    if (own.length < parts.length && this.#misses++ < MOST_MISSES)
      return { kind: 'look-again', reason: 'Parts were merged during the deep check; it is repeated.' }
    const damaged = own.some((part) => !part.passed)
    const read = damaged ? null : await this.#sum(parts, 'after the move')
    if (read && read.kind !== 'read') return read
    const after = read?.sum ?? { rows: '0', checksum: '0', queryId: checked.queryId }
    const judged = judgeDeepCheck({ before: this.#known.before, after, checked: own, parts, proof })
    if (!damaged && after.rows !== sumRows(parts).toString() && this.#misses++ < MOST_MISSES)
      return { kind: 'look-again', reason: 'Parts were merged during the deep check; it is repeated.' }
    this.#known = {
      ...this.#known,
      after: read?.sum ?? null,
      parts: own,
      checkQueryId: checked.queryId,
      comparison: judged.comparison,
      reason: judged.reason,
      checkedAt: context.lane.deps.now().toISOString(),
    }
    await recordStep(context.lane.deps.db, context.fence, {
      after: encodeWitnesses(parts),
      proof,
      deepCheck: this.#known,
      deepCheckVerdict: judged.verdict,
      waitReason: null,
    })
    announceChange(context)
    if (judged.verdict === 'passed') return { kind: 'done' }
    return { kind: 'failed', reason: `Deep check failed. ${judged.reason}` }
  }

  async #sum(parts: readonly PartWitness[], when: string) {
    const { database, table } = this.context.migration
    const read = await readDeeply(
      this.context,
      contentSums,
      { database, table, partition_id: this.context.partitionId, part_names: parts.map((part) => part.name) },
      { what: `Deep check: the content ${when} is summed up, ${describe(parts)}.`, ...workOf(parts) },
    )
    if (read.kind !== 'read') return read
    const [row] = read.rows
    const sum = {
      rows: String(row?.rows ?? 0n),
      checksum: String(row?.checksum ?? 0n),
      queryId: read.queryId,
    }
    return { kind: 'read' as const, sum }
  }

  #miss(read: string, held: bigint): DeepOutcome {
    const reason = `${read} rows could be read of the ${held} that the parts hold`
    return this.#misses++ < MOST_MISSES
      ? { kind: 'look-again', reason: `${reason}; they are looked at again.` }
      : {
          kind: 'failed',
          reason: `Deep check failed. ${reason}: a row policy of our ClickHouse user may hide some, or parts come and go all the time. Nothing was moved.`,
        }
  }
}

function describe(parts: readonly PartWitness[]): string {
  return `${sizeText(sumBytes(parts))} in ${parts.length} ${parts.length === 1 ? 'part' : 'parts'}`
}

function sumBytes(parts: readonly PartWitness[]): bigint {
  return parts.reduce((sum, part) => sum + part.bytesOnDisk, 0n)
}

function workOf(parts: readonly PartWitness[]): StatementWork {
  return { parts: parts.length, bytes: sumBytes(parts) }
}
