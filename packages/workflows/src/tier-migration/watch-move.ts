import { setTimeout as sleep } from 'node:timers/promises'
import { type CommandOutcome, statementProgress } from '@frostline/clickhouse'
import { recordStep } from '@frostline/db'
import { announceChange, type StepContext, stopAsked } from './step-context.ts'
import { stopMovesUntil } from './stop-moves.ts'

const LOOK_EVERY_MS = 1000

export interface WatchedMove {
  outcome: CommandOutcome
  /** As last seen: none for a statement that ended before the first look. */
  uploadedBytes: bigint
}

/**
 * Waits for a statement that is under way. Once a second it writes how many bytes went out (profile events of the
 * running statement, for system.processes' own counters stay 0 for a move) and looks for a cancellation. The first
 * look comes late enough that short moves pay nothing for it.
 *
 * KILL QUERY does not stop a move, so a cancellation goes by SYSTEM STOP MOVES (code 236). A pause lets it end. A merge
 * (OPTIMIZE before the move) is always let end: it is no waste.
 */
export async function watchMove(
  context: StepContext,
  { kind, queryId }: { kind: 'move' | 'optimize'; queryId: string },
  sending: Promise<CommandOutcome>,
): Promise<WatchedMove> {
  let ended = false
  let uploadedBytes = 0n
  const settled = sending.finally(() => {
    ended = true
  })
  for (;;) {
    const first = await Promise.race([settled, sleep(LOOK_EVERY_MS, 'look' as const)])
    if (first !== 'look') return { outcome: first, uploadedBytes }
    const asked = await stopAsked(context)
    if (kind === 'optimize') continue
    if (asked === 'cancel') return { outcome: await stopMovesUntil(context, settled), uploadedBytes }
    const observedBytes = await observeUploadedBytes(context, queryId)
    if (observedBytes !== null && !ended) {
      uploadedBytes = observedBytes
      await recordStep(context.lane.deps.db, context.fence, { uploadedBytes })
      announceChange(context)
    }
  }
}

/** null when it cannot be told now; the statement's own outcome is what counts. */
async function observeUploadedBytes(context: StepContext, queryId: string): Promise<bigint | null> {
  try {
    const { rows } = await context.node.client.query(
      statementProgress,
      { query_ids: [queryId] },
      { timeoutMs: 2000 },
    )
    const row = rows[0]
    if (!row) return null
    const remoteBytes = row.s3_written_bytes + (row.azure_writes > 0n ? row.file_read_bytes : 0n)
    // To a local disk nothing but the copy itself writes files; to a bucket the files are its small metadata.
    return remoteBytes > 0n ? remoteBytes : row.file_written_bytes
  } catch {
    return null
  }
}
