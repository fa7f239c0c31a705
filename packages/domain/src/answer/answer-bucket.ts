import type { RunStatus } from '../run/run-status.ts'
import { type Answer, answer, bytesOf, countOf, timeOf, verb, type Words, words } from './words.ts'

interface Sum {
  objects: bigint
  bytes: bigint
}

interface AnsweredAudit {
  status: RunStatus
  objects: bigint
  objectBytes: bigint
  orphans: Sum
  missing: bigint
  unexplained: bigint
  /** Unknown to all replicas, and changed too recently to be judged. */
  tooNew: bigint
  /** Orphans are unknown, because a replica was not read. */
  inconclusive: boolean
  replicasRead: number
  replicas: number
}

/** A bucket audit at any moment: orphans first, then what is missing. */
export function answerAudit(audit: AnsweredAudit): Answer {
  const listed = words`${countOf(audit.objects, 'object')} (${bytesOf(audit.objectBytes)})`
  if (audit.status === 'failed') return answer('danger', words`the audit failed, and there is no result`)
  if (audit.status === 'cancelled')
    return answer('warn', words`the audit was cancelled, and there is no result`)
  if (audit.status !== 'completed')
    return answer(
      'accent',
      words`${listed} ${verb(audit.objects, 'is', 'are')} listed`,
      words`${audit.replicasRead.toLocaleString('en-US')} of ${countOf(audit.replicas, 'replica')} ${verb(audit.replicasRead, 'has', 'have')} been read`,
    )
  const missing =
    audit.missing === 0n
      ? words`no object is missing`
      : words`${countOf(audit.missing, 'object')} that tables need ${verb(audit.missing, 'is', 'are')} missing`
  if (audit.inconclusive)
    return answer(
      audit.missing > 0n ? 'danger' : 'warn',
      words`how many of ${listed} are orphans is unknown, because a replica was not read`,
      missing,
    )
  return answer(
    audit.missing > 0n ? 'danger' : audit.orphans.objects > 0n ? 'warn' : 'ok',
    audit.orphans.objects === 0n
      ? words`none of ${listed} is an orphan`
      : words`${countOf(audit.orphans.objects, 'orphan')} (${bytesOf(audit.orphans.bytes)}) of ${listed} can be removed`,
    missing,
    audit.tooNew === 0n
      ? []
      : words`${countOf(audit.tooNew, 'object')} ${verb(audit.tooNew, 'is', 'are')} too new to judge`,
    audit.unexplained === 0n
      ? []
      : words`${countOf(audit.unexplained, 'object')} ${verb(audit.unexplained, 'is', 'are')} not explained`,
  )
}

/** Orphans before their removal. */
export function answerRemovalPlan(plan: {
  removed: Sum
  kept: Sum
  obstacles: number
  replicas: number
}): Answer {
  if (plan.obstacles > 0)
    return answer(
      'danger',
      words`nothing can be removed now: ${countOf(plan.obstacles, 'obstacle')} must be fixed first`,
    )
  return answer(
    plan.removed.objects > 0n ? 'accent' : 'neutral',
    plan.removed.objects === 0n
      ? words`nothing would be removed`
      : words`${countOf(plan.removed.objects, 'object')} (${bytesOf(plan.removed.bytes)}) would go into quarantine`,
    plan.kept.objects === 0n
      ? []
      : words`${countOf(plan.kept.objects, 'object')} (${bytesOf(plan.kept.bytes)}) would be kept`,
    words`${countOf(plan.replicas, 'replica')} ${verb(plan.replicas, 'is', 'are')} checked before each step`,
  )
}

interface AnsweredRemoval {
  status: RunStatus
  /** To be processed in this stage. */
  left: Sum
  held: Sum
  deleted: Sum
  restored: Sum
  /** Kept for a reason, or already gone. */
  untouched: Sum
  deleteAt: Date | null
}

/** A removal at any moment: what can still be restored, and what is gone. */
export function answerRemoval(removal: AnsweredRemoval): Answer {
  const { status, held, deleted, restored, untouched, left, deleteAt } = removal
  const parts: Words[] = [
    ...(held.objects > 0n
      ? [words`${sized(held)} ${verb(held.objects, 'is', 'are')} in quarantine and can be restored`]
      : []),
    ...(deleted.objects > 0n ? [words`${sized(deleted)} ${verb(deleted.objects, 'is', 'are')} deleted`] : []),
    ...(restored.objects > 0n
      ? [words`${sized(restored)} ${verb(restored.objects, 'is', 'are')} restored`]
      : []),
    ...(untouched.objects > 0n
      ? [words`${sized(untouched)} ${verb(untouched.objects, 'was', 'were')} kept or already gone`]
      : []),
    ...(left.objects > 0n && status !== 'completed' && status !== 'cancelled'
      ? [words`${sized(left)} ${verb(left.objects, 'is', 'are')} not processed yet`]
      : []),
    ...(status === 'waiting'
      ? [
          deleteAt === null
            ? words`deletion waits for the approval of a second person`
            : words`deletion starts ${timeOf(deleteAt)} or after the approval of a second person`,
        ]
      : []),
  ]
  const tone =
    status === 'failed'
      ? ('danger' as const)
      : status === 'completed'
        ? ('ok' as const)
        : status === 'running' || status === 'queued'
          ? ('accent' as const)
          : ('warn' as const)
  return answer(tone, ...(parts.length > 0 ? parts : [words`nothing has been removed`]))
}

function sized({ objects, bytes }: Sum): Words {
  return words`${countOf(objects, 'object')} (${bytesOf(bytes)})`
}
