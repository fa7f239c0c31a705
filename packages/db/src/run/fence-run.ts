import { liveRunStatuses, type RunKind, readRunWish } from '@frostline/domain'
import { Prisma, type Run } from '../generated/client.ts'
import { refuseStaleWriter, StaleWriterError } from '../stale-writer.ts'
import type { Transaction } from '../transaction.ts'

/** One generation of a run, as a worker holds it. Older generations may not write. */
export interface RunRef {
  kind: RunKind
  id: string
  generation: number
}

/** What a person has requested of a run. */
export type RunWish = ReturnType<typeof readRunWish>

/** The run while a worker has this generation of it. */
export function fencedRun({ kind, id, generation }: RunRef) {
  return { kind, id, generation, status: { in: [...liveRunStatuses] } } satisfies Prisma.RunWhereInput
}

/** The same within a statement. `goesOn`: and nobody has stopped it. */
export function isCurrentRun(
  { kind, id, generation }: RunRef,
  { goesOn = false }: { goesOn?: boolean } = {},
): Prisma.Sql {
  const statuses = goesOn ? ['running'] : [...liveRunStatuses]
  return Prisma.sql`EXISTS (SELECT FROM run AS current WHERE current.id = ${id} AND current.kind = ${kind}
    AND current.generation = ${generation} AND current.status::text = ANY(${statuses}))`
}

export function nameRun({ kind, id }: Pick<RunRef, 'kind' | 'id'>): string {
  return `Run ${id} (${kind})`
}

/** Throws StaleWriterError when it is no longer the current generation. */
export async function readRun(db: Transaction, ref: RunRef): Promise<Run> {
  const run = await db.run.findFirst({ where: fencedRun(ref) })
  if (!run) throw new StaleWriterError(nameRun(ref))
  return run
}

/** Throws StaleWriterError. */
export async function readWish(db: Transaction, ref: RunRef): Promise<RunWish> {
  return readRunWish((await readRun(db, ref)).status)
}

/** `error` ends the run: nothing more of it is sent. Throws StaleWriterError. */
export async function recordRun(
  db: Transaction,
  ref: RunRef,
  change: { waitReason?: string | null; error?: string },
): Promise<void> {
  const { count } = await db.run.updateMany({ where: fencedRun(ref), data: change })
  refuseStaleWriter(count, nameRun(ref))
}
