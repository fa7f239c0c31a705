import type { Database } from '../transaction.ts'

/**
 * The table of a replica that could not be asked when its migration was planned: the first that is seen there is the one. Answers
 * which that is, also where another step has seen it before.
 */
export async function adoptTableUuid(
  db: Database,
  migrationId: string,
  nodeName: string,
  tableUuid: string,
): Promise<string | undefined> {
  await db.$executeRaw`
    UPDATE tier_migration SET "tableUuids" = jsonb_build_object(${nodeName}::text, ${tableUuid}::text) || "tableUuids"
    WHERE id = ${migrationId}`
  const [row] = await db.$queryRaw<{ uuid: string | null }[]>`
    SELECT "tableUuids" ->> ${nodeName} AS uuid FROM tier_migration WHERE id = ${migrationId}`
  return row?.uuid ?? undefined
}
