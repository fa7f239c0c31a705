import { ServiceError } from '@frostline/services'
import { TRPCError, tracked } from '@trpc/server'
import { z } from 'zod'
import { followChanges } from '../events/follow-changes.ts'
import { procedure } from '../procedure.ts'
import { own } from '../scope.ts'
import { trpcCodes } from '../to-trpc-error.ts'
import { router } from '../trpc.ts'

const changesInput = z
  .object({
    /** Such as `cluster`, `tier-migration`, `audit`. Absent: all. */
    topics: z.array(z.string().max(100)).max(50).optional(),
    /** A position that the document names: changes since then come first. */
    since: z.string().max(100).optional(),
    /** Set by the client when it reconnects. */
    lastEventId: z.string().max(100).nullish(),
  })
  .optional()

export const eventsRouter = router({
  /**
   * All changes for a tab, over one connection. Events say what changed, never how: the client reads it again. A
   * reconnecting client is told to `resync`, as is everybody after a database outage.
   */
  changes: procedure('viewer', own)
    .input(changesInput)
    .subscription(async function* ({ ctx, input, signal }) {
      try {
        for await (const { id, event } of followChanges(ctx, input, signal)) yield tracked(id, event)
      } catch (error) {
        // An error within a stream passes no middleware: without its own code a client would reconnect forever.
        if (!(error instanceof ServiceError)) throw error
        throw new TRPCError({ code: trpcCodes[error.code], message: error.message, cause: error })
      }
    }),
})
