import { copyableSql, movePartitionStatement, optimizePartitionStatement } from '@frostline/clickhouse'
import { z } from 'zod'
import type { ServiceContext } from '../../platform/base/context.ts'
import { exportTierMigrationProof } from './export-proof.ts'
import { getTierMigration } from './get.ts'
import { renderReport } from './report/render-report.ts'
import type { TierMigrationStepView, TierMigrationSummary } from './schema.ts'

export const tierMigrationReport = z.object({
  html: z
    .string()
    .describe('A self-contained page to read, print or archive: no scripts, no external files.'),
})

/** The proof of a migration for people; exportTierMigrationProof has the same for programs. */
export async function exportTierMigrationReport(
  ctx: ServiceContext,
  input: { id: string },
): Promise<z.infer<typeof tierMigrationReport>> {
  return { html: renderReport(await exportTierMigrationProof(ctx, input)) }
}

export const tierMigrationSql = z.object({
  sql: z.string().describe('A script to read or to run manually, with one section per replica.'),
})

/**
 * The steps that are left, as statements for a person: a move is per replica, so each section is for one node. By
 * partition, since the names of parts change with every merge.
 */
export async function exportTierMigrationSql(
  ctx: ServiceContext,
  input: { id: string },
): Promise<z.infer<typeof tierMigrationSql>> {
  const migration = await getTierMigration(ctx, input)
  const open = migration.stepList.filter((step) => step.status !== 'completed' && step.status !== 'skipped')
  const nodes = [...new Set(open.map((step) => step.nodeName))].sort()
  const sections = nodes.map((name) => {
    const own = open.filter((step) => step.nodeName === name)
    return [
      `-- On ${onOneLine(name)}: ${own.length} of ${open.length} steps`,
      ...own.flatMap((step) => toStatements(migration, step)),
    ].join('\n')
  })
  const { database, table } = migration
  const title = `-- ${onOneLine(`${database}.${table}`)} to ${migration.targetVolume === null ? 'one volume on all replicas' : `volume ${onOneLine(migration.targetVolume)}`}, plan ${migration.id}`
  const header = `${title}\n${describeReview(migration)}`
  return { sql: `${[header, ...sections].join('\n\n')}\n` }
}

function describeReview({ review, requestedBy }: TierMigrationSummary): string {
  const words = { asked: 'waits for review', approved: 'approved', rejected: 'sent back' }
  const outcome = review ? words[review.state] : 'not reviewed'
  const by = review?.by && review.at ? ` by ${onOneLine(review.by)} at ${review.at.toISOString()}` : ''
  const note = review?.note ? `: ${onOneLine(review.note)}` : ''
  return `-- Started by ${onOneLine(requestedBy)}; ${outcome}${by}${note}`
}

function toStatements({ database, table }: TierMigrationSummary, step: TierMigrationStepView): string[] {
  const at = { database, table }
  const statements = [
    ...(step.optimizeFirst ? [optimizePartitionStatement(at, step.partitionId)] : []),
    movePartitionStatement(at, step.partitionId, { kind: 'volume', name: step.toVolume }),
  ]
  return statements.map(({ sql, params }) => `${copyableSql(sql, params)};`)
}

/** A name with a line break must not end the comment that it stands in. */
function onOneLine(name: string): string {
  return name.replace(/[\r\n\u2028\u2029]+/g, ' ')
}
