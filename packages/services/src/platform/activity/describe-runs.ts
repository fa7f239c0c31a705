import { Prisma, type Transaction } from '@frostline/db'
import { isOpenRun, type RunKind, runKinds } from '@frostline/domain'
import { z } from 'zod'
import { activityRun } from './activity-schema.ts'
import { listedKinds } from './listed-kinds.ts'

const describedRun = activityRun
  .pick({ name: true, objectType: true, objectId: true, startedFor: true, progress: true })
  .extend({ id: z.string() })
export type DescribedRun = z.infer<typeof describedRun>

const { sql } = Prisma
const nothing = sql`NULL`

/** Details of these runs from the tables of their kinds: one query per kind that occurs. */
export async function describeRuns(
  tx: Transaction,
  runs: readonly { id: string; kind: string; status: string }[],
): Promise<Map<string, DescribedRun>> {
  const kinds = Object.keys(runKinds) as RunKind[]
  const described = await Promise.all(
    kinds.map((kind) =>
      describeKind(
        tx,
        kind,
        runs.filter((run) => run.kind === kind),
      ),
    ),
  )
  return new Map(described.flat().map((row) => [row.id, row]))
}

async function describeKind(
  tx: Transaction,
  kind: RunKind,
  runs: readonly { id: string; status: string }[],
): Promise<DescribedRun[]> {
  if (runs.length === 0) return []
  const { from, name, objectType = sql`${kind}::text`, objectId = sql`own.id`, ...own } = listedKinds[kind]
  const { startedFor = nothing, progress } = own
  const open = runs.filter(({ status }) => isOpenRun(status)).map(({ id }) => id)
  // Steps are counted only for open runs.
  const done = progress ? sql`CASE WHEN own.id = ANY(${open}) THEN coalesce(${progress}, 0) END` : nothing
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT own.id, ${name} AS name, ${objectType} AS "objectType", ${objectId} AS "objectId",
      ${startedFor} AS "startedFor", ${done}::float8 AS progress
    FROM ${from} WHERE own.id = ANY(${runs.map(({ id }) => id)})`
  return z.array(describedRun).parse(rows)
}
