import { randomUUID } from 'node:crypto'
import {
  type CommandOutcome,
  errorRuleOf,
  movePartitionStatement,
  movePartStatement,
  moveSettings,
  optimizePartitionStatement,
  optimizeSettings,
  type Statement,
  shownSql,
} from '@frostline/clickhouse'
import {
  type MoveToSend,
  recordMoveEnded,
  recordMoveSent,
  recordMoveText,
  recordStep,
  type ShardTurn,
} from '@frostline/db'
import {
  encodeWitnesses,
  type NextAction,
  type OptimizeDecision,
  type Part,
  type PartWitness,
  sizeText,
  takeWitness,
} from '@frostline/domain'
import { type StepContext, stopAsked, takeTurn } from './step-context.ts'
import { type WatchedMove, watchMove } from './watch-move.ts'

export type MoveAction = Extract<NextAction, { kind: 'move-part' | 'move-partition' }>
export type OptimizeAction = Extract<OptimizeDecision, { kind: 'optimize' }>

export type SendOutcome =
  /** The server says so. Its end is not in the ledger yet: it is written with the look that confirms it. */
  | { kind: 'arrived'; moveId: string }
  /** What the server did is not known, or it was busy or faster: observation decides. Not a failure. */
  | { kind: 'look-again'; reason: string; waitMs?: number }
  | { kind: 'try-again'; reason: string; errorCode: number | null; uploadedBytes: bigint }
  | { kind: 'refused'; reason: string; errorCode: number | null; lane: boolean }
  /** A person paused or cancelled the run. */
  | { kind: 'stop-asked' }
  /** Nothing was sent: by the time of its turn the look at the partition was too old. */
  | { kind: 'look-first' }

/**
 * Sends one move, or the OPTIMIZE before it: written down first, watched while it runs, its end written down. Decides
 * by the error code alone.
 */
export async function sendMove(
  context: StepContext,
  action: MoveAction | OptimizeAction,
  known: { before: readonly PartWitness[] | null; progress: { movedParts: number; movedBytes: bigint } },
): Promise<SendOutcome> {
  const { lane } = context
  const { deps } = lane
  const statement = statementOf(context, action)
  const parts: readonly Part[] = action.kind === 'move-part' ? [action.part] : action.parts
  const shared = new Set(known.before?.flatMap((part) => (part.shared ? [part.name] : [])))
  // What another replica has put there is referred to, and takes nothing of a bandwidth.
  const bytes = parts.reduce((sum, part) => (shared.has(part.name) ? sum : sum + part.bytesOnDisk), 0n)
  const kind = action.kind === 'optimize' ? 'optimize' : 'move'
  const queryId = `frostline-${kind}-${randomUUID()}`
  const move: MoveToSend = {
    kind,
    queryId,
    statement: shownSql(statement, kind === 'optimize' ? optimizeSettings : {}),
    parts: parts.map((part) => part.name),
    bytes,
    progress: known.progress,
    before: known.before && JSON.stringify(encodeWitnesses(known.before)),
    mergedFrom: kind === 'optimize' ? JSON.stringify(encodeWitnesses(parts.map(takeWitness))) : null,
  }
  const recorded = await recordMoveSent(deps.db, context.fence, lane.run, move, turnOf(context))
  if ('stopped' in recorded) return { kind: 'stop-asked' }
  if ('turnOf' in recorded)
    return {
      kind: 'look-again',
      waitMs: 500,
      reason: `${recorded.turnOf} is moving parts. One replica of each shard stays free at any time, so this one has to wait.`,
    }
  const moveId = recorded.id
  const turn = await takeTurn(context)
  if (turn !== 'now') {
    await recordMoveEnded(deps.db, moveId, { status: 'withdrawn', now: deps.now() })
    return turn === 'stopped' ? { kind: 'stop-asked' } : { kind: 'look-first' }
  }
  const { limits } = await lane.orders.read()
  // Where a server does not hold a throttle, LanePace waits between parts.
  const throttle = kind === 'move' ? lane.pace.throttle(bytes, limits) : undefined
  const settings = kind === 'optimize' ? optimizeSettings : moveSettings(throttle)
  // Known only when its turn has come.
  if (throttle !== undefined) await recordMoveText(deps.db, moveId, shownSql(statement, settings))
  if (limits.pacing && throttle !== undefined) {
    const waitReason = `Throttled to ${sizeText(throttle)}/s because of other workloads.`
    await recordStep(deps.db, context.fence, { waitReason })
  }
  const beganAtMs = performance.now()
  const sending = context.node.client.command({
    sql: statement.sql,
    params: statement.params,
    queryId,
    settings,
    purpose: 'tier-migration',
  })
  const watched = await watchMove(context, { kind, queryId }, sending).finally(() => context.turn.giveBack())
  if (watched.outcome.kind === 'ok') {
    if (kind === 'move') lane.pace.spend({ parts: parts.length, bytes }, beganAtMs, limits)
    return { kind: 'arrived', moveId }
  }
  const verdict = await judge(context, kind, watched.outcome, watched)
  await recordMoveEnded(deps.db, moveId, { ...ledgerEnd(watched.outcome, verdict), now: deps.now() })
  return verdict
}

/** Null: the table is not replicated, so that no other replica has the rows of this one. */
function turnOf({ migration: { clusterId }, node, isReplicated }: StepContext): ShardTurn | null {
  return isReplicated ? { clusterId, shard: node.shard, nodeName: node.name } : null
}

function statementOf(context: StepContext, action: MoveAction | OptimizeAction): Statement {
  const { database, table } = context.migration
  if (action.kind === 'optimize') return optimizePartitionStatement({ database, table }, context.partitionId)
  const target = { kind: 'volume' as const, name: context.toVolume }
  return action.kind === 'move-part'
    ? movePartStatement({ database, table }, action.part.name, target)
    : movePartitionStatement({ database, table }, context.partitionId, target)
}

type FailedCommand = Exclude<CommandOutcome, { kind: 'ok' }>

async function judge(
  context: StepContext,
  kind: 'move' | 'optimize',
  outcome: FailedCommand,
  { uploadedBytes }: WatchedMove,
): Promise<SendOutcome> {
  switch (outcome.kind) {
    case 'unreachable':
      return { kind: 'look-again', reason: `${context.node.name} is not reachable: ${outcome.reason}` }
    case 'unknown':
      return {
        kind: 'look-again',
        reason: `The connection to ${context.node.name} gave no result: ${outcome.reason}`,
      }
    case 'refused':
      break
  }
  const { code, message } = outcome.error
  const rule = errorRuleOf(code)
  const reason = `${context.node.name} answered code ${code} (${rule.name}): ${firstLine(message)}`
  const advice = `${reason}. ${rule.meaning}`
  switch (rule.class) {
    case 'retry-soon':
      // A merge that cannot be begun may never be: on a volume without merges it would be waited for without end.
      if (kind === 'optimize') return { kind: 'try-again', reason: advice, errorCode: code, uploadedBytes }
      return { kind: 'look-again', reason }
    case 'running':
      return { kind: 'look-again', reason }
    case 'observe':
    case 'retry-backoff':
      return { kind: 'try-again', reason: advice, errorCode: code, uploadedBytes }
    case 'cancelled':
      if (await stopAsked(context)) return { kind: 'stop-asked' }
      // A part that another replica has put on a shared disk is not copied but fetched, as metadata (26.7).
      if (message.includes('Fetching of part'))
        return {
          kind: 'look-again',
          waitMs: 2000,
          reason: `Fetches are stopped on ${context.node.name}, and a part on a shared disk is fetched from the replica that uploaded it. Run SYSTEM START FETCHES.`,
        }
      return {
        kind: 'try-again',
        errorCode: code,
        uploadedBytes,
        reason: `${reason}. Moves of this table were stopped outside of Frostline. Run SYSTEM START MOVES.`,
      }
    case 'stop-step':
      return { kind: 'refused', reason: advice, errorCode: code, lane: false }
    case 'needs-operator':
    case 'auth':
      return { kind: 'refused', reason: advice, errorCode: code, lane: true }
  }
}

function ledgerEnd(outcome: FailedCommand, verdict: SendOutcome) {
  if (outcome.kind !== 'refused')
    return {
      status: outcome.kind === 'unknown' ? ('unknown' as const) : ('failed' as const),
      error: outcome.reason,
    }
  const { code: errorCode, message: error } = outcome.error
  if (errorRuleOf(errorCode).class === 'observe') return { status: 'adopted' as const, errorCode, error }
  return {
    status: verdict.kind === 'stop-asked' ? ('cancelled' as const) : ('failed' as const),
    errorCode,
    error,
  }
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? message).slice(0, 500)
}
