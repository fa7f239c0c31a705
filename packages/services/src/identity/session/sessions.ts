import { z } from 'zod'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { SignedIn } from '../auth/read-session.ts'

/** A session of the user. The id gives no access. */
export const sessionView = z.object({
  id: z.string(),
  createdAt: z.date(),
  /** Last activity, to the minute. */
  updatedAt: z.date(),
  expiresAt: z.date(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** Id of the provider it came from; null for a local sign-in. */
  provider: z.string().nullable(),
})
export type SessionView = z.infer<typeof sessionView>

/** The caller's live sessions, newest first. A token has none. */
export async function listSessions(ctx: ServiceContext): Promise<SessionView[]> {
  return ctx.db.session.findMany({
    where: { userId: ctx.actor.id, expiresAt: { gt: ctx.now() } },
    select: {
      ...{ id: true, createdAt: true, updatedAt: true, expiresAt: true },
      ...{ ipAddress: true, userAgent: true, provider: true },
    },
    orderBy: { createdAt: 'desc' },
  })
}

/** Activity is shown to the minute; otherwise each request would write a row. */
const everyMs = 60_000

/** Records activity in a session, at most once a minute. */
export async function recordSessionActivity(
  { db, now }: Pick<ServiceContext, 'db' | 'now'>,
  { sessionId, seenAt }: Pick<SignedIn, 'sessionId' | 'seenAt'>,
): Promise<void> {
  const at = now()
  const due = new Date(at.getTime() - everyMs)
  if (seenAt > due) return
  await db.session.updateMany({ where: { id: sessionId, updatedAt: { lte: due } }, data: { updatedAt: at } })
}

export const revokeSessionInput = z.object({ id: z.string().max(200) })

/** Ends one of the caller's sessions. It is rejected from its next request on. */
export async function revokeSession(
  ctx: ServiceContext,
  input: z.input<typeof revokeSessionInput>,
): Promise<void> {
  const { id } = parseInput(revokeSessionInput, input)
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.session.deleteMany({ where: { id, userId: ctx.actor.id } })
    if (count === 0) {
      throw new ServiceError('not_found', 'This session does not exist.', {
        hint: 'Reload the list of sessions.',
      })
    }
    await recordAudit(tx, ctx, {
      action: 'session.revoke',
      objectType: 'session',
      objectId: id,
      objectName: ctx.actor.name,
      outcome: 'succeeded',
    })
  })
}

/** Ends all of the caller's sessions except one. @returns how many. */
export async function revokeOtherSessions(
  ctx: ServiceContext,
  keptId: string | null,
): Promise<{ revoked: number }> {
  return ctx.db.$transaction(async (tx) => {
    const { count } = await tx.session.deleteMany({
      where: { userId: ctx.actor.id, ...(keptId === null ? {} : { id: { not: keptId } }) },
    })
    await recordAudit(tx, ctx, {
      ...{ action: 'session.revoke-others', objectType: 'user', objectId: ctx.actor.id },
      objectName: ctx.actor.name,
      outcome: 'succeeded',
      details: { endedSessions: count },
    })
    return { revoked: count }
  })
}
