import type { Prisma, PrismaClient } from './generated/client.ts'

/** The whole database: can open a transaction. */
export type Database = PrismaClient

/** What works inside a transaction as well as outside. */
export type Transaction = Prisma.TransactionClient
