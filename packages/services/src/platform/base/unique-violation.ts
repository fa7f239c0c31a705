import { Prisma } from '@frostline/db'

/** Another row has one of these values; another request may have stored it just now. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
}
