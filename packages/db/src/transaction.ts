import type { Prisma, PrismaClient } from './generated/client.ts'

/** The whole database: can open a transaction. */
export type Database = PrismaClient

/** Works inside a transaction and outside. */
export type Transaction = Prisma.TransactionClient
