import { sizeText } from '../text/size-text.ts'
import { type AlertCondition, type AlertEvidence, makeCondition } from './alert-condition.ts'

/** An exit from zero-copy replication that was started and has not completed. */
export interface WatchedExit {
  id: string
  database: string
  table: string
  status: string
  /** Last progress recorded for the exit or its tier migrations; for one that has ended, its end. */
  lastProgressMs: number
  /** Why it waits or failed. */
  reason: string | null
  /** It changed a setting or moved a part. */
  didSome: boolean
  /** Bytes moved to local volumes and not yet back on object storage. */
  localBytes: bigint
  /** Value of allow_remote_fs_zero_copy_replication on each reachable node. */
  settings: readonly { node: string; enabled: boolean }[]
  evidence: readonly AlertEvidence[]
}

/** How long a failure is reported for an exit that changed nothing. */
const failedCountsMs = 24 * 3_600_000

/** A cancelled exit is reported only where the setting differs between replicas. */
export function judgeExits(exits: readonly WatchedExit[], minutes: number, nowMs: number): AlertCondition[] {
  return exits.flatMap((exit) => {
    const { id, database, table, settings, evidence } = exit
    const what = describe(exit, minutes, nowMs)
    return what === null
      ? []
      : makeCondition('zero-copy-exit', {
          subject: `${database}.${table} (${id.slice(0, 8)})`,
          text: [
            `The exit of ${database}.${table} from zero-copy replication ${what}`,
            exit.reason,
            describeSettings(exit),
            exit.localBytes > 0n
              ? `${sizeText(exit.localBytes)} of its parts stay on local disks until it continues or goes back.`
              : null,
          ]
            .filter((sentence) => sentence !== null)
            .join(' '),
          nodes: isHalfOut(exit) ? settings.map(({ node }) => node) : [],
          evidence,
          table: { database, table },
          exitId: id,
        })
  })
}

function describe(exit: WatchedExit, minutes: number, nowMs: number): string | null {
  const quietMs = nowMs - exit.lastProgressMs
  const quietMinutes = Math.floor(quietMs / 60_000)
  switch (exit.status) {
    case 'failed':
      return exit.didSome || quietMs < failedCountsMs ? 'failed.' : null
    case 'cancelled':
      return isHalfOut(exit) ? 'was cancelled half-way.' : null
    case 'paused':
      return quietMinutes >= minutes ? `is paused, with no progress for ${quietMinutes} minutes.` : null
    default:
      return quietMinutes >= minutes ? `has made no progress for ${quietMinutes} minutes.` : null
  }
}

function isHalfOut({ settings }: WatchedExit): boolean {
  return new Set(settings.map(({ enabled }) => enabled)).size > 1
}

function describeSettings(exit: WatchedExit): string | null {
  if (!isHalfOut(exit)) return null
  const nodesOf = (on: boolean) =>
    exit.settings.flatMap(({ node, enabled }) => (enabled === on ? [node] : [])).join(', ')
  return `Zero-copy replication is off on ${nodesOf(false)} and still on on ${nodesOf(true)}: parts that move to object storage are stored once per replica.`
}
