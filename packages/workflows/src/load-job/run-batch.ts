import { explain, QueryFailedError, stagingNames } from '@frostline/clickhouse'
import {
  type BatchFence,
  beginAttempt,
  claimBatch,
  completeBatch,
  failBatch,
  failFiles,
  forgetPublishes,
  type LoadBatch,
  type LoadFile,
  noteStagedDropped,
  putBatchBack,
  recordBatch,
  resumeAttempt,
} from '@frostline/db'
import type { AttemptPlan } from '@frostline/domain'
import { type OpenSource, ServiceError } from '@frostline/services'
import { Backoff, pause } from '../pause.ts'
import { awaitQuorum } from './await-quorum.ts'
import { explainTooMany, gatherBadRows } from './bad-rows.ts'
import { judgeAttempt } from './judge-attempt.ts'
import { isAboutOtherObject, judgeLoadFailure } from './judge-failure.ts'
import { type LoadTask, MissingNodeError, openLoadSource } from './load-task.ts'
import { publishBatch } from './publish-batch.ts'
import { readEtag, readEtags } from './read-etags.ts'
import { type ArrivalsEnd, recordArrivals } from './record-arrivals.ts'
import {
  judgeExpressions,
  type PlannedAttempt,
  planNextAttempt,
  type SendOutcome,
  type SentStatement,
  sendStatements,
  unlessLost,
} from './send-statements.ts'
import { abandonAttempt, createStaging, dropStaging } from './staging.ts'
import { type CountedStage, countStaged, takeUpStaged } from './take-up-staged.ts'
import { untilSeen } from './until-seen.ts'

/** Of one batch one after the other, by reasons other than a node that is away. */
const maxFailures = 6

/** `stop-job`: what failed will fail for the other batches too. `replanned`: it, or a part of it, is to be taken up anew. */
export type BatchEnd = 'done' | 'stopped' | 'stop-job' | 'replanned'

/**
 * One batch, from wherever it stands:
 *
 *   planned → loading: rows of an attempt go into staging tables of its own names, on all nodes
 *   loading → publishing: they were held against the manifest; what is moved, and from where on, is written down
 *   publishing → completed: every partition of every node has left the staging tables
 *
 * After a crash or a pause the attempt goes on: what has been staged is counted and not read again. An attempt whose
 * statements broke off, or whose tables do not hold what they held, is given up: its statements are killed, its tables
 * dropped, and the next one begins under new names. A crash after `publishing` was written goes on with publishing, which
 * looks before each statement. A failed object leaves the batch, and the rest is attempted again without it. Where bad
 * rows are to be left out, the first one makes the batch begin again with a statement for each object.
 */
export async function runBatch(task: LoadTask, batchId: string): Promise<BatchEnd> {
  const { deps, run } = task
  const fence = { batchId, workerId: deps.workerId, run }
  const batch = await claimBatch(deps.db, fence, deps.now())
  if (!batch) return 'done'
  task.announce()
  return new BatchRun(task, fence, batch).drive()
}

class BatchRun {
  #attempt: number
  /** Of this attempt: see stagingNames. */
  #closedDoors = 0
  #failures = 0
  #oneByOne: boolean
  /** After an attempt that met an object of no batch. */
  #filtersRows: boolean
  /** After one whose parts the table would leave out. */
  #ownIds = false
  /** Nothing of what is staged is dropped before the rest arrives. */
  #isAllNew = true
  readonly #backoff = new Backoff(500, 30_000)

  constructor(
    private readonly task: LoadTask,
    private readonly fence: BatchFence,
    private readonly batch: LoadBatch,
  ) {
    this.#attempt = batch.attempt
    this.#oneByOne = batch.readsOneByOne
    this.#filtersRows = batch.filtersRows
  }

  async drive(): Promise<BatchEnd> {
    try {
      if (this.batch.status === 'publishing') return await this.#publish(false)
      const source = await openLoadSource(this.task)
      try {
        return await this.#load(source)
      } finally {
        source.close()
      }
    } catch (error) {
      if (error instanceof ServiceError || error instanceof MissingNodeError)
        return this.#fail(null, error.message)
      throw error
    }
  }

  #names() {
    return stagingNames(this.task.run.id, this.batch.ordinal, this.#attempt, this.#closedDoors)
  }

  async #load(source: OpenSource): Promise<BatchEnd> {
    const { task, fence, batch } = this
    const { db } = task.deps
    let attempt = await this.#plan()
    const giveUp = (reason: string) => this.#tellReadAgain(reason).then(() => this.#abandon())
    let takenUp = await unlessLost(task, attempt, giveUp, (during) => this.#takeUp(during, attempt.plan))
    for (; ; attempt = await this.#plan()) {
      const { files, plan } = attempt
      if (await task.orders.stopped()) {
        const isWhole = takenUp !== null && takenUp.length === plan.statements.length
        if (takenUp !== null && !isWhole) await this.#abandon()
        return this.#putBack(isWhole)
      }
      if (files.length === 0) return this.#fail(null, 'None of its objects could be loaded.', 'done')
      if (takenUp === null) {
        this.#attempt = await beginAttempt(db, fence)
        this.#closedDoors = 0
      } else await resumeAttempt(db, fence)
      task.announce()
      const sent = takenUp
      const end = await unlessLost(task, attempt, giveUp, (during) =>
        this.#attemptOnce(during, source, files, plan, sent),
      )
      takenUp = null
      if (end === null) continue
      if (end === 'loaded') return this.#publish(this.#isAllNew)
      if (end === 'staged') return this.#putBack(true)
      if (end === 'again' || end === 'stopped') {
        await this.#abandon()
        continue
      }
      await abandonAttempt(task, batch.id, this.#names())
      return end
    }
  }

  #plan(): Promise<PlannedAttempt> {
    return planNextAttempt(this.task, this.batch, this.#oneByOne)
  }

  /** What the last attempt has staged already. Null: nothing that could be gone on from. */
  async #takeUp(task: LoadTask, plan: AttemptPlan<LoadFile>): Promise<SentStatement[] | null> {
    if (this.#attempt === 0) return null
    const found = await takeUpStaged(task, this.fence, this.batch, plan)
    if (found.kind === 'goes-on') {
      this.#closedDoors = found.closedDoors
      return found.sent
    }
    if (found.reason !== null) await this.#tellReadAgain(found.reason)
    await this.#abandon()
    return null
  }

  async #tellReadAgain(reason: string): Promise<void> {
    const { db } = this.task.deps
    const told = `The rows staged by attempt ${this.#attempt} are dropped, and its objects are read again: ${reason}`
    await recordBatch(db, this.fence, { waitReason: told })
    await noteStagedDropped(db, { batchId: this.fence.batchId, attempt: this.#attempt, reason: told })
    this.task.announce()
  }

  /** Once that is in the ledger nobody goes on from the attempt: only then anything of it is dropped. */
  async #abandon(): Promise<void> {
    await recordBatch(this.task.deps.db, this.fence, { keepsStaged: false })
    await abandonAttempt(this.task, this.batch.id, this.#names())
  }

  async #putBack(isStaged: boolean): Promise<'stopped'> {
    const told = 'All rows of this batch are staged. They are published without reading its objects again.'
    await putBatchBack(this.task.deps.db, this.fence, isStaged ? told : null)
    return 'stopped'
  }

  /**
   * One attempt, or the rest of one. `loaded`: it is written down what is to be published. `staged`: it was stopped after
   * the last statement.
   */
  async #attemptOnce(
    task: LoadTask,
    source: OpenSource,
    files: LoadFile[],
    plan: AttemptPlan<LoadFile>,
    takenUp: readonly SentStatement[] | null,
  ): Promise<'loaded' | 'staged' | 'again' | BatchEnd> {
    const { fence } = this
    const names = this.#names()
    const isWhole = takenUp?.length === plan.statements.length
    const fault = isWhole ? null : await judgeExpressions(task, plan)
    if (fault !== null)
      return fault.isAway ? this.#tryAgain(task, null, fault.reason, false) : this.#fail(null, fault.reason)
    if (!isWhole) {
      const staging = await createStaging(task, names, plan, this.#ownIds)
      if (staging.kind === 'refused') return this.#fail(staging.code, staging.reason)
      if (staging.kind === 'not-now')
        return this.#tryAgain(task, staging.code, staging.reason, !staging.unreachable)
    }
    const sent = await sendStatements(
      task,
      { fence, number: this.#attempt, names, filtersRows: this.#filtersRows, sent: takenUp ?? [] },
      plan,
      source,
    )
    if (sent.kind === 'stopped') return 'stopped'
    if (sent.kind === 'broke-off') return this.#judgeBreak(task, source, files, sent)
    try {
      const bad = await untilSeen(task, fence, () => gatherBadRows(task, names, plan))
      if (bad === 'stopped') return 'staged'
      if (bad.kind === 'inconsistent') return this.#readAgain(task, bad.reason, takenUp)
      const keys = files.map(({ key }) => key)
      let counted: CountedStage | null = null
      const seen = await untilSeen(task, fence, async () => {
        const listing = readEtags(source.store, task.spec.source.bucket, keys)
        listing.catch(() => undefined)
        // Once: a node that loses staged rows while the store is silent must not change the count.
        counted ??= await countStaged(task, fence, this.batch, names, plan, takenUp)
        return { ...counted, etags: await listing }
      })
      if (seen === 'stopped') return 'staged'
      const { staged, other, etags } = seen
      if (other !== null) return this.#readAgain(task, other, takenUp)
      const verdict = judgeAttempt(task, files, staged, etags)
      switch (verdict.kind) {
        case 'inconsistent':
          this.#filtersRows ||= takenUp === null
          return this.#readAgain(task, verdict.reason, takenUp)
        case 'changed':
          await this.#failChanged(files, verdict.paths)
          return 'again'
        case 'complete':
          return await this.#arrive(
            await recordArrivals(task, fence, names, {
              ...{ files, staged, bad: bad.nodes, statements: sent.statements, verdict },
            }),
          )
      }
    } catch (error) {
      if (error instanceof QueryFailedError)
        return this.#tryAgain(task, null, error.message, error.failure.kind === 'refused')
      throw error
    }
  }

  #arrive(end: ArrivalsEnd): 'loaded' | 'staged' | 'again' {
    if (end.kind === 'stage-anew') this.#ownIds = true
    if (end.kind === 'loaded') this.#isAllNew = end.isAllNew
    return end.kind === 'stage-anew' ? 'again' : end.kind
  }

  async #readAgain(
    task: LoadTask,
    reason: string,
    takenUp: readonly SentStatement[] | null,
  ): Promise<'again' | BatchEnd> {
    if (takenUp === null) return this.#tryAgain(task, null, reason, true)
    await this.#tellReadAgain(reason)
    return 'again'
  }

  async #judgeBreak(
    task: LoadTask,
    source: OpenSource,
    files: readonly LoadFile[],
    { plan, outcome }: Extract<SendOutcome, { kind: 'broke-off' }>,
  ): Promise<'again' | BatchEnd> {
    const { fence } = this
    if (outcome.kind !== 'refused')
      return this.#tryAgain(task, null, `${plan.nodeName}: ${explain(outcome)}`, outcome.kind === 'unknown')
    const { bucket } = task.spec.source
    const paths = plan.files.map(({ key }) => `${bucket}/${key}`)
    if (!this.#filtersRows && isAboutOtherObject(outcome.error, paths)) {
      this.#filtersRows = true
      await recordBatch(task.deps.db, fence, { filtersRows: true })
      return 'again'
    }
    const failure = judgeLoadFailure(outcome.error, plan.nodeName, paths)
    switch (failure.kind) {
      case 'stop':
        return this.#fail(failure.code, failure.error)
      case 'try-again':
        return this.#tryAgain(task, failure.code, failure.error, true)
      case 'one-by-one':
        return this.#readOneByOne(failure.error)
      case 'look-at-object': {
        const file = files.find(({ key }) => `${bucket}/${key}` === failure.path)
        if (!file || (await readEtag(source.store, bucket, file.key)) === file.etag)
          return this.#tryAgain(task, failure.code, failure.error, true)
        await this.#failChanged(files, [failure.path])
        return 'again'
      }
      case 'file': {
        const file = files.find(({ key }) => `${bucket}/${key}` === failure.path)
        if (!file) return this.#fail(failure.code, failure.error)
        // Replaced while it was read, it broke off at the length of before.
        if ((await readEtag(source.store, bucket, file.key)) !== file.etag) {
          await this.#failChanged(files, [failure.path])
          return 'again'
        }
        if (task.spec.badRows.kind !== 'fail' && !this.#oneByOne) return this.#readOneByOne(failure.error)
        const tooMany = await explainTooMany(task, this.#names(), plan)
        const { code: errorCode, error, row: errorRow } = { ...failure, ...tooMany }
        await failFiles(task.deps.db, fence, [
          { ordinal: file.ordinal, status: 'failed', errorCode, error, errorRow },
        ])
        task.announce()
        return 'again'
      }
    }
  }

  async #readOneByOne(reason: string): Promise<'again'> {
    this.#oneByOne = true
    await recordBatch(this.task.deps.db, this.fence, {
      readsOneByOne: true,
      waitReason: `Reads its objects one by one: ${reason}`,
    })
    return 'again'
  }

  async #failChanged(files: readonly LoadFile[], paths: readonly string[]): Promise<void> {
    const { bucket } = this.task.spec.source
    const changed = new Set(paths)
    await failFiles(
      this.task.deps.db,
      this.fence,
      files
        .filter(({ key }) => changed.has(`${bucket}/${key}`))
        .map(({ ordinal, etag }) => ({
          ordinal,
          status: 'changed' as const,
          errorCode: null,
          error: `It was replaced or removed since the manifest was made (ETag ${etag}). Nothing of it was loaded.`,
          errorRow: null,
        })),
    )
    this.task.announce()
  }

  async #publish(fresh: boolean): Promise<BatchEnd> {
    const { task, fence } = this
    const end = await publishBatch(task, fence, this.#names(), fresh)
    if (end === 'replanned') {
      await dropStaging(task, this.#names())
      return end
    }
    if (end === 'untouched') {
      await forgetPublishes(task.deps.db, fence)
      return this.#putBack(true)
    }
    if (end === 'stopped') return 'stopped'
    await awaitQuorum(task, fence)
    await completeBatch(task.deps.db, fence, task.deps.now())
    task.announce()
    // Not waited for: the end of the load drops what is left.
    void dropStaging(task, this.#names())
    return end === 'shared' ? 'replanned' : 'done'
  }

  /** @param end 'done' lets the other batches go on. */
  async #fail(
    errorCode: number | null,
    error: string,
    end: 'done' | 'stop-job' = 'stop-job',
  ): Promise<BatchEnd> {
    const { task, fence } = this
    if (this.batch.status === 'publishing') throw new Error(error)
    await failBatch(task.deps.db, fence, { errorCode, error, now: task.deps.now() })
    task.announce()
    return end
  }

  /** @param counts false while a node is merely away: that is waited for without end. */
  async #tryAgain(
    task: LoadTask,
    code: number | null,
    reason: string,
    counts: boolean,
  ): Promise<'again' | BatchEnd> {
    const { fence } = this
    if (counts) this.#failures++
    if (this.#failures >= maxFailures) return this.#fail(code, `${reason} It was tried ${maxFailures} times.`)
    await recordBatch(task.deps.db, fence, {
      waitReason: counts ? `Attempt ${this.#attempt}: ${reason}` : reason,
    })
    task.announce()
    await pause(this.#backoff.next(), () => task.orders.stopped())
    return 'again'
  }
}
