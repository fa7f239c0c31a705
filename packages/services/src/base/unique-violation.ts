import { Prisma } from '@frostline/db'

/** Another row has one of these values; it may have been stored a moment ago by another request. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
}
