import { setTimeout as sleep } from 'node:timers/promises'
import { completeStep, recordMoveEnded, recordStep, type TierMigrationStep } from '@frostline/db'
import {
  decideNextAction,
  decideOptimize,
  decodeWitnesses,
  durationText,
  encodeWitnesses,
  findLateParts,
  judgeBreaker,
  judgeProof,
  measureStepProgress,
  type PartWitness,
  type ProofVerdict,
  takeWitness,
} from '@frostline/domain'
import { Backoff, pause } from '../pause.ts'
import { type MoveAction, type OptimizeAction, type SendOutcome, sendMove } from './send-move.ts'
import {
  announceChange,
  failStep,
  type KnownProgress,
  observeStep,
  type StepContext,
  type StepFailure,
  type StepOutcome,
  type StepSight,
  stopAsked,
  stopStep,
} from './step-context.ts'
import type { DeepOutcome, StepDeepCheck } from './step-deep-check.ts'
import { findMissing, markShared, noteCutOff, proveSharing } from './step-shard.ts'

/** A node that is away must not keep a person waiting who cancels. */
const LAST_LOOK_MS = 5000

/** What one run of a step remembers between its looks; all of it can be lost and found again by looking. */
export class StepRun {
  #before: PartWitness[] | null
  /** The statement that was answered with success, until the look that confirms it is written together with it. */
  #landed: { moveId: string; at: Date } | null = null
  #failures: number
  #wastedBytes: bigint
  #movedParts = -1
  #optimized = false
  /** What other replicas have on a shared disk is marked, once for each set of parts. */
  #marked = false
  /** A statement on a shared disk gave no result: its server may have ended during it. */
  #mayBeCutOff: boolean
  /** After a wait things may have changed: people may have asked to stop, and older looks do not hold. */
  #waited: boolean
  /** What the ledger says that it waits for: a wait of hours is one line there, not one a second. */
  #toldReason: string | null = null
  /** Since when it waits for its replica. */
  #waitingSince: Date | null
  readonly #backoff = new Backoff(500, 30_000)
  readonly #granularity: 'part' | 'partition'

  constructor(
    private readonly context: StepContext,
    private readonly step: TierMigrationStep,
    private readonly deepCheck: StepDeepCheck | null,
  ) {
    this.#before = step.before === null ? null : decodeWitnesses(step.before)
    this.#failures = step.failures
    this.#waitingSince = step.waitingSince
    this.#wastedBytes = step.wastedBytes
    this.#waited = step.attempts > 1
    this.#mayBeCutOff = step.attempts > 1 && step.uploader !== null
    this.#granularity = step.granularity === 'part' ? 'part' : 'partition'
  }

  /** One look and what follows from it. Null: go on. */
  async advance(): Promise<StepOutcome | null> {
    const { context } = this
    if (this.#waited && (await stopAsked(context))) return this.#stop()
    if (!this.#landed && (await this.#holdBack())) return null
    const sight = await observeStep(
      context,
      this.#landed ? 'after-sending' : this.#waited ? 'settling' : 'before-sending',
    )
    this.#waited = false
    if (sight.kind !== 'seen') {
      await this.#writeLanded()
      if (sight.kind === 'table-gone') return this.#fail('failed', { error: sight.reason })
      const ended = await this.#endLongWait(sight.reason)
      return ended ?? this.#waitAside(sight.reason, this.#backoff.next())
    }
    if (this.#before === null && this.step.optimizeFirst && !this.#optimized) {
      const decision = decideOptimize(sight)
      if (decision.kind === 'wait') return this.#waitAside(decision.reason, 1000)
      if (decision.kind === 'optimize') return this.#optimize(decision)
    }
    if (this.#mayBeCutOff) this.#mayBeCutOff = !(await noteCutOff(context, sight))
    this.#before ??= sight.parts.map(takeWitness)
    await this.#takeLateParts(sight)
    if (this.step.uploader !== null && !this.#marked && context.migration.checkOfId === null) {
      const marked = await markShared(context, this.#before, sight)
      // Once they have moved it can no longer be told who was first.
      if (marked.some(({ shared }, index) => shared && !this.#before?.[index]?.shared))
        await recordStep(context.lane.deps.db, context.fence, { before: encodeWitnesses(marked) })
      this.#before = marked
      this.#marked = true
    }
    const before = this.#before
    const action = decideNextAction(before, sight, context.toVolume, this.#granularity)
    if (action.kind === 'verify') {
      const missing = findMissing(this.context, this.step, sight)
      if (missing === null) return this.#verify(before, sight)
      const { limits } = await context.lane.orders.read()
      if (limits.replicas?.[missing.choice] === 'leave') return this.#verify(before, sight, missing)
      const over = await this.#waitedTooLong(missing.reason)
      if (over !== null) return this.#verify(before, sight, { ...missing, reason: over })
      await this.#writeLanded()
      await this.#recordArrived(before, sight)
      context.tell.sent()
      return this.#waitAside(missing.reason, 1000)
    }
    if (context.migration.checkOfId !== null)
      return this.#fail('failed', {
        error: `Parts of partition ${context.partitionId} are not on volume '${context.toVolume}' any more. A deep check only reads, so nothing was moved.`,
      })
    await this.#writeLanded()
    if (this.deepCheck?.needsSumBefore) {
      const summed = await this.deepCheck.sumBefore(before, sight.parts)
      // Nothing was sent yet, so the parts may be those of a newer look.
      if (summed.kind === 'look-again' && this.step.before === null) this.#before = null
      return this.#followDeepCheck(summed)
    }
    const progress = measureStepProgress(before, sight.parts, sight.policy, context.toVolume)
    if (progress.movedParts > this.#movedParts) {
      this.#failures = 0
      this.#movedParts = progress.movedParts
    }
    announceChange(context)
    if (action.kind === 'wait') {
      const known = { before: encodeWitnesses(before), ...progress, uploadedBytes: 0n }
      await recordStep(context.lane.deps.db, context.fence, known)
      if (!action.isFetch) await this.#endWait()
      const ended = action.isFetch ? await this.#endLongWait(action.reason) : null
      return ended ?? this.#waitAside(action.reason, 1000)
    }
    if (this.step.needsKeeper && sight.replication?.isReadonly) {
      const reason = `${context.node.name} is read-only because it has lost Keeper. Replicas share these parts by locks in Keeper, so a move has to wait.`
      return (await this.#endLongWait(reason)) ?? this.#waitAside(reason, 1000)
    }
    return this.#act(action, before, progress)
  }

  /** What the shard had when it was planned and this replica has fetched since moves with the rest. */
  async #takeLateParts(sight: StepSight): Promise<void> {
    const { shardMaxBlock } = this.step
    if (shardMaxBlock === null || this.#before === null || this.context.migration.checkOfId !== null) return
    const late = findLateParts(this.#before, sight.parts, shardMaxBlock)
    if (late.length === 0) return
    this.#before = [...this.#before, ...late.map(takeWitness)]
    this.#marked = false
    await recordStep(this.context.lane.deps.db, this.context.fence, { before: encodeWitnesses(this.#before) })
  }

  async #holdBack(): Promise<boolean> {
    const { lane, node } = this.context
    const { limits } = await lane.orders.read()
    const hold = await lane.pace.hold(node.client, limits, lane.deps.now())
    if (!hold) return false
    await this.#wait(hold.reason, Math.min(hold.forMs, 1000))
    return true
  }

  /** Once a run: what was inserted meanwhile makes new parts, and they move as they are. */
  async #optimize(action: OptimizeAction): Promise<StepOutcome | null> {
    const { context } = this
    const progress = { movedParts: 0, movedBytes: 0n }
    this.#toldReason = null
    const sent = await sendMove(context, action, { before: null, progress })
    if (sent.kind !== 'arrived') return this.#follow(sent)
    this.#optimized = true
    this.#waited = true
    await recordMoveEnded(context.lane.deps.db, sent.moveId, { status: 'done', now: context.lane.deps.now() })
    return null
  }

  async #act(
    action: MoveAction,
    before: PartWitness[],
    progress: { movedParts: number; movedBytes: bigint },
  ): Promise<StepOutcome | null> {
    const { context } = this
    this.#toldReason = null
    await this.deepCheck?.forgetArrived()
    const sent = await sendMove(context, action, { before, progress })
    if (sent.kind === 'look-again') this.#mayBeCutOff = this.step.uploader !== null
    if (sent.kind !== 'arrived') return this.#follow(sent)
    this.#landed = { moveId: sent.moveId, at: context.lane.deps.now() }
    await this.#endWait()
    if (action.kind === 'move-partition') context.tell.sent()
    this.#backoff.reset()
    return null
  }

  /** What follows from a statement that brought nothing. */
  async #follow(sent: Exclude<SendOutcome, { kind: 'arrived' }>): Promise<StepOutcome | null> {
    switch (sent.kind) {
      case 'look-first':
        this.#waited = true
        return null
      case 'stop-asked':
        return this.#stop()
      case 'look-again':
        return this.#waitAside(sent.reason, sent.waitMs ?? this.#backoff.next())
      case 'try-again':
        return this.#tryAgain(sent)
      case 'refused':
        return this.#fail(sent.lane ? 'lane-failed' : 'failed', {
          error: sent.reason,
          errorCode: sent.errorCode,
        })
    }
  }

  async #tryAgain(sent: Extract<SendOutcome, { kind: 'try-again' }>): Promise<StepOutcome | null> {
    const { context, step } = this
    this.#failures++
    this.#wastedBytes += sent.uploadedBytes
    const spent = { failures: this.#failures, wastedBytes: this.#wastedBytes }
    await recordStep(context.lane.deps.db, context.fence, spent)
    const broken = judgeBreaker({ ...spent, plannedBytes: step.plannedBytes + step.sharedBytes })
    if (!broken) return this.#waitAside(`Attempt ${this.#failures}: ${sent.reason}`, this.#backoff.next())
    return this.#fail('lane-failed', {
      error: `${sent.reason} ${broken.reason} It is not sent again to avoid further requests and traffic.`,
      errorCode: sent.errorCode,
      breaker: broken.breaker === 'failures' ? 'failures' : 'wasted_uploads',
    })
  }

  /** Null goes on: what was read is in the ledger, or is read again, and the parts are read anew. */
  async #followDeepCheck(outcome: DeepOutcome): Promise<StepOutcome | null> {
    this.#toldReason = null
    this.#waited = true
    switch (outcome.kind) {
      case 'done':
      case 'look-first':
        return null
      case 'stop-asked':
        return this.#stop()
      case 'look-again':
        return this.#waitAside(outcome.reason, this.#backoff.next())
      case 'try-again':
        return this.#tryAgain({ ...outcome, uploadedBytes: 0n })
      case 'refused':
        return this.#fail('lane-failed', { error: outcome.reason, errorCode: outcome.errorCode })
      case 'failed':
        return this.#fail('failed', { error: outcome.reason })
    }
  }

  /** @param without the parts that its replica has not fetched, where that is not waited for, or not any more. */
  async #verify(
    before: PartWitness[],
    sight: StepSight,
    without: { parts: number; reason: string } | null = null,
  ): Promise<StepOutcome | null> {
    const { context } = this
    const { deps } = context.lane
    const proof = judgeProof(before, sight.parts, sight.policy, context.toVolume)
    const verdict: ProofVerdict = before.length === 0 ? 'changed' : proof.verdict
    if (this.deepCheck) {
      await this.#writeLanded()
      await this.#recordArrived(before, sight)
      const checked = await this.deepCheck.check(proof.after, verdict)
      if (checked.kind !== 'done') return this.#followDeepCheck(checked)
    }
    // Reading the objects may take a while, and others of the shard need not wait for it.
    if (this.step.uploader !== null) await this.#writeLanded()
    const sharing = await proveSharing(context, this.step, before, sight.policy)
    if (sharing?.ownParts)
      for (const part of before) if (sharing.ownParts.includes(part.name)) delete part.shared
    if (sharing)
      await recordStep(deps.db, context.fence, {
        before: encodeWitnesses(before),
        sharingFault: sharing.fault,
        ...(sharing.ownParts
          ? { sharedObjects: sharing.sharedObjects, ownObjects: sharing.ownObjects }
          : { sharedObjects: null, ownObjects: null }),
      })
    await completeStep(deps.db, context.fence, {
      before: JSON.stringify(encodeWitnesses(before)),
      after: JSON.stringify(encodeWitnesses(proof.after)),
      proof: verdict,
      progress:
        context.migration.checkOfId === null
          ? measureStepProgress(before, sight.parts, sight.policy, context.toVolume)
          : {
              movedParts: before.length,
              movedBytes: before.reduce((sum, part) => sum + part.bytesOnDisk, 0n),
            },
      uploadedBytes: sharing?.ownParts ? sharing.uploadedBytes : 0n,
      landed: this.#landed,
      notFetched: without?.parts ?? 0,
      endReason: without?.reason ?? null,
      now: deps.now(),
    })
    announceChange(context)
    return 'completed'
  }

  /**
   * Reading it back and waiting for what is not fetched may take hours, and may be stopped: what has arrived is told before, and
   * replicas that share it go on.
   */
  async #recordArrived(before: PartWitness[], sight: StepSight): Promise<void> {
    const { context } = this
    const progress = measureStepProgress(before, sight.parts, sight.policy, context.toVolume)
    if (context.migration.checkOfId !== null || progress.movedParts === this.#movedParts) return
    this.#movedParts = progress.movedParts
    await recordStep(context.lane.deps.db, context.fence, { ...progress, uploadedBytes: 0n })
  }

  async #writeLanded(): Promise<void> {
    if (!this.#landed) return
    const { moveId, at } = this.#landed
    this.#landed = null
    await recordMoveEnded(this.context.lane.deps.db, moveId, { status: 'done', now: at })
  }

  async #stop(): Promise<StepOutcome> {
    return stopStep(this.context, await this.#measureAtRest())
  }

  async #fail(outcome: 'failed' | 'lane-failed', failure: StepFailure): Promise<StepOutcome> {
    return failStep(this.context, outcome, failure, await this.#measureAtRest())
  }

  /** A statement may have brought some of its parts before it was stopped or refused. */
  async #measureAtRest(): Promise<KnownProgress> {
    const { context } = this
    if (this.#before === null || context.migration.checkOfId !== null) return {}
    const sight = await Promise.race([
      observeStep(context, 'settling'),
      sleep(LAST_LOOK_MS, { kind: 'unseen' as const }, { ref: false }),
    ])
    if (sight.kind !== 'seen') return {}
    return measureStepProgress(this.#before, sight.parts, sight.policy, context.toVolume)
  }

  /**
   * Of a wait for its replica: that it has lasted as long as it may, with what it waited for. The ledger keeps when it began, so
   * that a crash does not begin it anew.
   */
  async #waitedTooLong(reason: string): Promise<string | null> {
    const { orders, deps } = this.context.lane
    const now = deps.now()
    if (this.#waitingSince === null) {
      this.#waitingSince = now
      await recordStep(deps.db, this.context.fence, { waitingSince: now })
    }
    const { waitSeconds } = (await orders.read()).limits.replicas ?? {}
    if (waitSeconds === undefined || now.getTime() - this.#waitingSince.getTime() < waitSeconds * 1000)
      return null
    return `Waited ${durationText(waitSeconds)}, as long as the pace allows. ${reason}`
  }

  /** A step that can do nothing at its replica fails at the end of the wait; the next one there would wait for the same. */
  async #endLongWait(reason: string): Promise<StepOutcome | null> {
    const over = await this.#waitedTooLong(reason)
    return over === null ? null : this.#fail('lane-failed', { error: over })
  }

  async #endWait(): Promise<void> {
    if (this.#waitingSince === null) return
    this.#waitingSince = null
    await recordStep(this.context.lane.deps.db, this.context.fence, { waitingSince: null })
  }

  /** A wait of this partition alone: the next one need not wait with it. */
  #waitAside(reason: string, ms: number): Promise<null> {
    this.context.tell.ready()
    return this.#wait(reason, ms)
  }

  async #wait(reason: string, ms: number): Promise<null> {
    const { context } = this
    if (reason !== this.#toldReason) {
      await recordStep(context.lane.deps.db, context.fence, { waitReason: reason })
      this.#toldReason = reason
      announceChange(context)
    }
    await pause(ms, async () => (await stopAsked(context)) !== null)
    this.#waited = true
    return null
  }
}
