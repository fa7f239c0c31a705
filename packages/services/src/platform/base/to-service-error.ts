import { explain, QueryFailedError, UnexpectedRowsError } from '@frostline/clickhouse'
import { Prisma, SecretOpenError } from '@frostline/db'
import { z } from 'zod'
import { ServiceError } from './service-error.ts'

/**
 * Maps what a verb threw to an error that may be shown. Undefined for unexpected errors: their text may contain
 * anything and is only logged.
 */
export function toServiceError(thrown: unknown): ServiceError | undefined {
  if (thrown instanceof ServiceError) return thrown
  if (thrown instanceof QueryFailedError) {
    const refused = thrown.failure.kind === 'refused'
    return new ServiceError(
      refused ? 'refused' : 'unreachable',
      `${thrown.node}: ${explain(thrown.failure)}`,
      {
        hint: 'Test the connection of the cluster: it shows what each node lacks.',
        cause: thrown,
      },
    )
  }
  if (thrown instanceof UnexpectedRowsError)
    return new ServiceError('refused', thrown.message, { cause: thrown })
  if (thrown instanceof SecretOpenError)
    return new ServiceError('conflict', thrown.message, { cause: thrown })
  const code = databaseCodeOf(thrown)
  if (code !== undefined && fullCodes.has(code))
    return new ServiceError('unreachable', 'PostgreSQL has no connection left for Frostline.', {
      hint: 'Raise max_connections of the server, or close connections of other programs. Then try again.',
      cause: thrown,
    })
  if (
    thrown instanceof Prisma.PrismaClientInitializationError ||
    (code !== undefined && awayCodes.has(code))
  ) {
    return new ServiceError('unreachable', "Frostline's own database does not answer.", {
      hint: 'Check that PostgreSQL runs at the address of DATABASE_URL, then try again.',
      cause: thrown,
    })
  }
  return undefined
}

/** PostgreSQL: too many connections; and Prisma's code for it. */
const fullCodes = new Set(['53300', 'P2037'])

/**
 * Prisma: server not reachable, timed out, connection closed, pool timeout, transaction start timeout; and the driver's
 * own codes.
 */
const awayCodes = new Set([
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'ECONNREFUSED',
  'ECONNRESET',
  '57P01',
  '57P02',
  '57P03',
])

/** Prisma has no code of its own for a server that goes down during a statement: P2039 and P2010 carry the server's. */
const ofServer = z.object({
  meta: z.object({ driverAdapterError: z.object({ cause: z.object({ originalCode: z.string() }) }) }),
})

/** The server's code where Prisma passes it on, otherwise that of Prisma or the driver. */
function databaseCodeOf(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return undefined
  const code = String(thrown.code)
  if (fullCodes.has(code) || awayCodes.has(code)) return code
  return ofServer.safeParse(thrown).data?.meta.driverAdapterError.cause.originalCode
}
