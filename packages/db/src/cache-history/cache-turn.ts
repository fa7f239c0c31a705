import type { Database } from '../transaction.ts'

/** Whether nobody has taken this minute of the cluster yet. Of all workers one gets it. */
export async function takeCacheTurn(db: Database, clusterId: string, minute: Date): Promise<boolean> {
  const taken = await db.$executeRaw`
    INSERT INTO cache_turn AS turn ("clusterId", minute) VALUES (${clusterId}, ${minute})
    ON CONFLICT ("clusterId") DO UPDATE SET minute = excluded.minute WHERE turn.minute < excluded.minute`
  return taken === 1
}
