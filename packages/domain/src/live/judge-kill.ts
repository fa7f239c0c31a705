import { isOpenRun } from '../run/run-status.ts'
import type { StatementMark } from './mark-statement.ts'

/**
 * - allowed: nothing of Frostline depends on it.
 * - cancel-run: it belongs to an open run, which would count it as failed, or send it again.
 * - may-be-of-run: it is work of Frostline without a known run, while runs of the cluster are open.
 */
export type KillVerdict = 'allowed' | 'cancel-run' | 'may-be-of-run'

export function judgeKill(
  mark: StatementMark | null,
  run: { status: string } | null,
  hasOpenRuns: boolean,
): KillVerdict {
  if (run) return isOpenRun(run.status) ? 'cancel-run' : 'allowed'
  return mark?.kind === 'work' && hasOpenRuns ? 'may-be-of-run' : 'allowed'
}
