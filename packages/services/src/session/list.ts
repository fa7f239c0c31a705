import { z } from 'zod'
import type { ServiceContext } from '../base/context.ts'

/** A place where the user is signed in. The id gives no access. */
export const sessionView = z.object({
  id: z.string(),
  createdAt: z.date(),
  /** When somebody was seen in it, to the minute. */
  updatedAt: z.date(),
  expiresAt: z.date(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
})
export type SessionView = z.infer<typeof sessionView>

/** One's own live sessions, newest first. A token has none. */
export async function listSessions(ctx: ServiceContext): Promise<SessionView[]> {
  return ctx.db.session.findMany({
    where: { userId: ctx.actor.id, expiresAt: { gt: ctx.now() } },
    select: { id: true, createdAt: true, updatedAt: true, expiresAt: true, ipAddress: true, userAgent: true },
    orderBy: { createdAt: 'desc' },
  })
}
