import { checkPart, contentSums } from '@frostline/clickhouse'
import {
  type DeepReadKind,
  forgetReads,
  listReads,
  type PartRead,
  recordStep,
  type TierMigrationStep,
} from '@frostline/db'
import {
  type CheckedPart,
  type ContentSum,
  type DeepCheck,
  deepCheckJson,
  encodeWitnesses,
  judgeDeepCheck,
  type PartWitness,
  type ProofVerdict,
  partsInScope,
  sizeText,
  sumRows,
  takeDeepReadBatch,
} from '@frostline/domain'
import { type DeepRead, readDeeply } from './deep-read.ts'
import { announceChange, type StepContext } from './step-context.ts'

/** The parts may be merged between a look at them and a read of them; more often than this it is something else. */
const MAX_MISSES = 3

export type DeepOutcome =
  | { kind: 'done' }
  | { kind: 'look-again'; reason: string }
  | { kind: 'failed'; reason: string }
  | Exclude<DeepRead, { kind: 'read' | 'part-gone' }>

/**
 * The deep check of one step: the content of its parts is summed up before the first move, and when they have arrived
 * they are checked and summed up again. It reads part by part, and each part that was read stands in the ledger at
 * once: what waits, fails or crashes afterwards never makes the server read it again.
 */
export class StepDeepCheck {
  #misses = 0
  /** Rows that a part gave when it was last summed up: other than it holds, it counts as not read. */
  readonly #rowsRead = new Map<string, bigint>()

  private constructor(
    private readonly context: StepContext,
    private known: DeepCheck,
    private reads: PartRead[],
  ) {}

  static async open(context: StepContext, step: TierMigrationStep): Promise<StepDeepCheck> {
    const known = deepCheckJson.parse(step.deepCheck ?? { before: null })
    const check = new StepDeepCheck(context, known, await listReads(context.lane.deps.db, step.id))
    // A person had a failed check taken up again: what it found then is no answer now.
    if (step.deepCheckVerdict === 'failed') await check.forgetArrived()
    return check
  }

  get needsSumBefore(): boolean {
    return this.known.before === null
  }

  /** Before a move is sent: what was read at the target is not what will be there then. */
  async forgetArrived(): Promise<void> {
    if (!this.reads.some(({ kind }) => kind !== 'sum_before')) return
    await forgetReads(this.context.lane.deps.db, this.context.fence, ['check', 'sum_after'])
    this.reads = this.reads.filter(({ kind }) => kind === 'sum_before')
  }

  /** Before anything is moved. Kept together with the parts that it is of. */
  async sumBefore(before: readonly PartWitness[], now: readonly PartWitness[]): Promise<DeepOutcome> {
    const { context } = this
    const parts = partsInScope(before, now)
    const summed = await this.#sumUp('sum_before', parts, 'before the move')
    if (summed.kind === 'failed')
      return {
        kind: 'failed',
        reason: `${summed.reason}. A row policy of the console user may hide some rows, or parts change all the time. Nothing was moved.`,
      }
    if (summed.kind !== 'done') return summed
    const sum = this.#totalOf('sum_before', parts)
    const rows = sumRows(before)
    if (sum.rows !== rows.toString()) return this.#miss(describeRows(sum.rows, rows))
    this.known = { ...this.known, before: sum }
    await recordStep(context.lane.deps.db, context.fence, {
      before: encodeWitnesses(before),
      deepCheck: this.known,
      waitReason: null,
    })
    return { kind: 'done' }
  }

  /** After the parts have arrived: `done` when they passed. */
  async check(parts: readonly PartWitness[], proof: ProofVerdict): Promise<DeepOutcome> {
    if (parts.length === 0) return { kind: 'done' }
    const { context } = this
    for (const [index, part] of parts.entries()) {
      if (this.#find('check', part)) continue
      const checked = await this.#checkOne(part, `${index + 1} of ${parts.length}`)
      if (checked.kind !== 'done') return checked
    }
    const own = parts.map((part): CheckedPart => {
      const read = this.#find('check', part)
      return { name: part.name, passed: read?.passed === true, message: read?.message ?? '' }
    })
    const damaged = own.some((part) => !part.passed)
    if (!damaged) {
      const summed = await this.#sumUp('sum_after', parts, 'after the move')
      if (summed.kind === 'failed') this.#misses = 0
      else if (summed.kind !== 'done') return summed
    }
    const after = damaged ? null : this.#totalOf('sum_after', parts)
    const checkQueryId = this.#find('check', parts.at(-1))?.queryId ?? ''
    const judged = judgeDeepCheck({
      before: this.known.before,
      after: after ?? { rows: '0', checksum: '0', queryId: checkQueryId },
      ...{ checked: own, parts, proof },
    })
    this.known = {
      ...this.known,
      ...{ after, parts: own, checkQueryId },
      comparison: judged.comparison,
      reason: judged.reason,
      checkedAt: context.lane.deps.now().toISOString(),
    }
    await recordStep(context.lane.deps.db, context.fence, {
      after: encodeWitnesses(parts),
      proof,
      deepCheck: this.known,
      deepCheckVerdict: judged.verdict,
      waitReason: null,
    })
    announceChange(context)
    if (judged.verdict === 'passed') return { kind: 'done' }
    return { kind: 'failed', reason: `Deep check failed. ${judged.reason}` }
  }

  async #checkOne(part: PartWitness, place: string): Promise<DeepOutcome> {
    const { database, table } = this.context.migration
    const read = await readDeeply(
      this.context,
      checkPart,
      { database, table, part: part.name },
      {
        kind: 'check',
        what: `Deep check: CHECK TABLE reads part ${part.name}, ${place}, ${sizeText(part.bytesOnDisk)}.`,
        ...{ parts: 1, bytes: part.bytesOnDisk },
        toReads: (rows, queryId) =>
          rows.map(({ is_passed: passed, message }) => ({
            ...this.#newRead('check', part, queryId),
            ...{ passed, message },
          })),
      },
    )
    return this.#keep(read)
  }

  /** `done` when every part is summed up with as many rows as it holds. */
  async #sumUp(
    kind: 'sum_before' | 'sum_after',
    parts: readonly PartWitness[],
    when: string,
  ): Promise<DeepOutcome> {
    const { database, table } = this.context.migration
    for (;;) {
      const left = parts.filter((part) => !this.#find(kind, part))
      if (left.length === 0) return { kind: 'done' }
      const batch = takeDeepReadBatch(left)
      const bytes = batch.reduce((sum, part) => sum + part.bytesOnDisk, 0n)
      const read = await readDeeply(
        this.context,
        contentSums,
        {
          ...{ database, table, partition_id: this.context.partitionId },
          part_names: batch.map((part) => part.name).sort(),
        },
        {
          kind,
          what: `Deep check: computing the checksum ${when}. ${sizeText(bytes)} in ${countParts(batch.length)}, ${countParts(left.length)} left of ${parts.length}.`,
          ...{ parts: batch.length, bytes },
          toReads: (rows, queryId) =>
            batch.flatMap((part) => {
              const row = rows.find((candidate) => candidate.part === part.name)
              const read = row?.rows ?? 0n
              this.#rowsRead.set(part.name, read)
              if (read !== part.rows) return []
              const checksum = (row?.checksum ?? 0n).toString()
              return [{ ...this.#newRead(kind, part, queryId), rows: read, checksum }]
            }),
        },
      )
      const kept = this.#keep(read)
      if (kept.kind !== 'done') return kept
      if (batch.some((part) => !this.#find(kind, part)))
        return this.#miss(describeRows(this.#totalOf(kind, batch).rows, sumRows(batch)))
    }
  }

  #keep(read: DeepRead): DeepOutcome {
    if (read.kind === 'part-gone') return this.#miss(read.reason)
    if (read.kind !== 'read') return read
    if (read.reads.length > 0) this.#misses = 0
    this.reads.push(...read.reads)
    return { kind: 'done' }
  }

  #miss(reason: string): DeepOutcome {
    return this.#misses++ < MAX_MISSES
      ? { kind: 'look-again', reason: `${reason}. The parts are read again.` }
      : { kind: 'failed', reason: `Deep check failed. ${reason}` }
  }

  #totalOf(kind: 'sum_before' | 'sum_after', parts: readonly PartWitness[]): ContentSum {
    let [rows, checksum, queryId] = [0n, 0n, '']
    for (const part of parts) {
      const read = this.#find(kind, part)
      rows += read?.rows ?? this.#rowsRead.get(part.name) ?? 0n
      checksum = BigInt.asUintN(64, checksum + BigInt(read?.checksum ?? 0))
      queryId = read?.queryId ?? queryId
    }
    return { rows: rows.toString(), checksum: checksum.toString(), queryId }
  }

  #newRead(kind: DeepReadKind, part: PartWitness, queryId: string): PartRead {
    const readAt = this.context.lane.deps.now()
    const nothing = { rows: null, checksum: null, passed: null, message: null }
    return { kind, part: part.name, hash: part.hash, bytes: part.bytesOnDisk, ...nothing, queryId, readAt }
  }

  #find(kind: DeepReadKind, part: PartWitness | undefined): PartRead | undefined {
    return this.reads.find(
      (read) => read.kind === kind && read.part === part?.name && read.hash === part.hash,
    )
  }
}

function describeRows(read: string, held: bigint): string {
  return `${read} rows could be read of the ${held} in the parts`
}

function countParts(count: number): string {
  return `${count} ${count === 1 ? 'part' : 'parts'}`
}
