import { Prisma } from '@frostline/db'
import { endedRunStatuses, openRunStatuses, type RunKind, type RunStatus } from '@frostline/domain'
import { sqlOfRuns } from '../../identity/access/visible.ts'
import type { ServiceContext } from '../base/context.ts'
import { escapeLike } from '../base/escape-like.ts'
import { findPerson } from '../base/find-person.ts'
import type { ActivityFilter } from './activity-schema.ts'
import { listedKinds } from './listed-kinds.ts'

const { sql } = Prisma

/** The condition on rows of `run`. */
export async function whereRuns(ctx: ServiceContext, filter: ActivityFilter): Promise<Prisma.Sql> {
  const { cluster, kind, state, mine, from, to } = filter
  const text = filter.text?.trim() ?? ''
  const conditions: Prisma.Sql[] = [sqlOfRuns(ctx.actor)]
  if (cluster !== undefined)
    conditions.push(
      sql`run."clusterId" = (SELECT id FROM cluster WHERE id = ${cluster} OR slug = ${cluster} LIMIT 1)`,
    )
  if (kind !== undefined) conditions.push(sql`run.kind = ${kind}`)
  if (state !== undefined)
    conditions.push(
      sql`run.status IN (${Prisma.join(statusesOf(state).map((status) => sql`${status}::run_status`))})`,
    )
  if (from !== undefined) conditions.push(sql`(run."finishedAt" IS NULL OR run."finishedAt" >= ${from})`)
  if (to !== undefined) conditions.push(sql`run."createdAt" < ${to}`)
  if (mine === true) conditions.push(sql`run."requestedById" IN (${Prisma.join(await listOwnIds(ctx))})`)
  if (text !== '') conditions.push(matchText(text, kind))
  return Prisma.join(conditions, ' AND ')
}

function statusesOf(state: NonNullable<ActivityFilter['state']>): readonly RunStatus[] {
  if (state === 'open') return openRunStatuses
  return state === 'ended' ? endedRunStatuses : [state]
}

/** The person behind the request and all of their tokens, whichever of them asks. */
async function listOwnIds(ctx: ServiceContext): Promise<string[]> {
  const person = await findPerson(ctx.db, ctx.actor)
  if (person === null) return [ctx.actor.id]
  const tokens = await ctx.db.apiToken.findMany({ where: { createdById: person }, select: { id: true } })
  return [person, ...tokens.map(({ id }) => id)]
}

/** Reasons are not searched: some are for admins only. */
function matchText(text: string, kind: RunKind | undefined): Prisma.Sql {
  const part = `%${escapeLike(text)}%`
  const kinds = kind === undefined ? Object.values(listedKinds) : [listedKinds[kind]]
  const named = kinds.map(({ from, name }) => sql`SELECT own.id FROM ${from} WHERE ${name} ILIKE ${part}`)
  return sql`(run.id = ${text} OR run."requestedBy" ILIKE ${part} OR run.id IN (${Prisma.join(named, ' UNION ALL ')}))`
}
