import type { Transaction } from '@frostline/db'
import { loadSpec } from '@frostline/domain'

/** An audit entry stays readable; the ledger holds every statement in full. */
const maxStatements = 200
const maxCharacters = 4_000

/** For the audit: what it was about, its figures, and the statements that were sent for it. */
export async function describeLoad(tx: Transaction, id: string) {
  const where = { batch: { jobId: id }, status: { not: 'unsent' as const } }
  const [job, statements, sent, loaded] = await Promise.all([
    tx.loadJob.findUniqueOrThrow({ where: { id } }),
    tx.loadStatement.findMany({
      where,
      select: { sql: true, queryId: true, nodeName: true },
      orderBy: { sentAt: 'asc' },
      take: maxStatements,
    }),
    tx.loadStatement.count({ where }),
    tx.loadFile.aggregate({
      where: { jobId: id, status: 'loaded' },
      _count: true,
      _sum: { rows: true, sizeBytes: true },
    }),
  ])
  const { target } = loadSpec.parse(job.spec)
  return {
    objectName: job.title,
    didSome: loaded._count > 0,
    statements: statements.map(({ nodeName: node, sql, queryId }) => ({ node, sql: shorten(sql), queryId })),
    details: {
      source: job.sourceName,
      table: `${target.database}.${target.table}`,
      loadedObjects: loaded._count,
      objects: job.totalFiles,
      loadedRows: String(loaded._sum.rows ?? 0n),
      loadedBytes: String(loaded._sum.sizeBytes ?? 0n),
      statements: sent,
    },
  }
}

/** A statement may name thousands of objects. */
function shorten(sql: string): string {
  if (sql.length <= maxCharacters) return sql
  return `${sql.slice(0, maxCharacters)} … (cut after ${maxCharacters} of ${sql.length} characters; the batch of the load has all)`
}
