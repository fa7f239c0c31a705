import { type RunKind, runKinds } from '../run/run-kinds.ts'
import { sizeText } from '../text/size-text.ts'
import { type AlertCondition, makeCondition } from './alert-condition.ts'

/** A run that an approval rule holds. */
export interface WatchedHeldRun {
  id: string
  kind: RunKind
  /** What it works on, such as its table. */
  name: string
  of: { database: string; table: string } | null
  /** Null: not known, or its kind has none. */
  bytes: bigint | null
  requestedBy: string
  createdMs: number
  waitReason: string
}

export function judgeHeldRuns(
  runs: readonly WatchedHeldRun[],
  minutes: number,
  nowMs: number,
): AlertCondition[] {
  return runs.flatMap(({ id, kind, name, of, bytes, requestedBy, createdMs, waitReason }) => {
    const waited = Math.floor((nowMs - createdMs) / 60_000)
    if (waited < minutes) return []
    const { noun, preposition } = runKinds[kind]
    const size = bytes === null ? '' : ` (${sizeText(bytes)})`
    return makeCondition('approval-missing', {
      subject: `${noun} ${preposition} ${name} (${id.slice(0, 8)})`,
      text: `The ${noun} ${preposition} ${name}${size}, started by ${requestedBy}, has waited for ${waited} minutes. ${waitReason} Approve or cancel it under Approvals.`,
      nodes: [],
      evidence: [],
      table: of,
      migrationId: kind === 'tier-migration' ? id : null,
    })
  })
}
