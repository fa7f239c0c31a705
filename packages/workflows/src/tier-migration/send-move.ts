import { randomUUID } from 'node:crypto'
import {
  type CommandOutcome,
  copyableSql,
  errorRuleOf,
  movePartitionStatement,
  movePartStatement,
} from '@frostline/clickhouse'
import { recordMoveEnded, recordMoveSent, recordStep } from '@frostline/db'
import type { NextAction, Part } from '@frostline/domain'
import { isCancelling, type StepContext } from './step-context.ts'
import { watchMove } from './watch-move.ts'

type MoveAction = Extract<NextAction, { kind: 'move-part' | 'move-partition' }>

export type SendOutcome =
  | { kind: 'arrived' }
  /** What the server did is not known, or it was busy or faster: observation decides. Not a failure. */
  | { kind: 'look-again'; reason: string }
  | { kind: 'try-again'; reason: string; errorCode: number | null }
  | { kind: 'stopped'; reason: string; errorCode: number | null; lane: boolean }
  | { kind: 'cancelled' }
  /** Nothing was sent: by the time of its turn the look at the partition was too old. */
  | { kind: 'look-first' }

/** Sends one move: written down first, watched while it runs, its end written down. Decides by the error code alone. */
export async function sendMove(
  context: StepContext,
  action: MoveAction,
  progress: { movedParts: number; movedBytes: bigint },
): Promise<SendOutcome> {
  const { database, table } = context.migration
  const parts: readonly Part[] = action.kind === 'move-part' ? [action.part] : action.parts
  const target = { kind: 'volume' as const, name: context.toVolume }
  const statement =
    action.kind === 'move-part'
      ? movePartStatement({ database, table }, action.part.name, target)
      : movePartitionStatement({ database, table }, context.partitionId, target)
  const queryId = `frostline-move-${randomUUID()}`
  const moveId = await recordMoveSent(context.deps.db, context.fence, context.run, {
    queryId,
    statement: copyableSql(statement.sql, statement.params),
    parts: parts.map((part) => part.name),
    bytes: parts.reduce((sum, part) => sum + part.bytesOnDisk, 0n),
    progress,
  })
  if (moveId === null) return { kind: 'cancelled' }
  const turn = await takeTurn(context)
  if (turn !== 'now') {
    await recordMoveEnded(context.deps.db, moveId, { status: 'withdrawn', now: context.deps.now() })
    return turn === 'stopped' ? { kind: 'cancelled' } : { kind: 'look-first' }
  }
  const sending = context.node.client.command({
    sql: statement.sql,
    params: statement.params,
    queryId,
    purpose: 'tier-migration',
  })
  const outcome = await watchMove(context, queryId, sending).finally(() => context.turn.giveBack())
  const verdict = await judge(context, outcome)
  await recordMoveEnded(context.deps.db, moveId, { ...ledgerEnd(outcome, verdict), now: context.deps.now() })
  return verdict
}

async function takeTurn(context: StepContext): Promise<'now' | 'stale' | 'stopped'> {
  let told = false
  const turn = await context.turn.take(async () => {
    if (!told)
      await recordStep(context.deps.db, context.fence, {
        waitReason: 'Ready; the move before it is running.',
      })
    told = true
    return isCancelling(context)
  })
  if (told) await recordStep(context.deps.db, context.fence, { waitReason: null })
  return turn
}

async function judge(context: StepContext, outcome: CommandOutcome): Promise<SendOutcome> {
  switch (outcome.kind) {
    case 'ok':
      return { kind: 'arrived' }
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
    case 'running':
      return { kind: 'look-again', reason }
    case 'observe':
    case 'retry-backoff':
      return { kind: 'try-again', reason: advice, errorCode: code }
    case 'cancelled':
      if (await isCancelling(context)) return { kind: 'cancelled' }
      return {
        kind: 'try-again',
        errorCode: code,
        reason: `${reason}. Moves of this table were stopped from outside; SYSTEM START MOVES allows them again.`,
      }
    case 'stop-step':
      return { kind: 'stopped', reason: advice, errorCode: code, lane: false }
    case 'needs-operator':
    case 'auth':
      return { kind: 'stopped', reason: advice, errorCode: code, lane: true }
  }
}

function ledgerEnd(outcome: CommandOutcome, verdict: SendOutcome) {
  if (outcome.kind === 'ok') return { status: 'done' as const }
  if (outcome.kind !== 'refused')
    return {
      status: outcome.kind === 'unknown' ? ('unknown' as const) : ('failed' as const),
      error: outcome.reason,
    }
  const { code: errorCode, message: error } = outcome.error
  if (errorRuleOf(errorCode).class === 'observe') return { status: 'adopted' as const, errorCode, error }
  return {
    status: verdict.kind === 'cancelled' ? ('cancelled' as const) : ('failed' as const),
    errorCode,
    error,
  }
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? message).slice(0, 500)
}
