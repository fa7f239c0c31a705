import { type BadRowsRule, checkBadRows, type LoadSpec, loadSpec } from '@frostline/domain'
import type { ServiceContext } from '../base/context.ts'
import { ServiceError } from '../base/service-error.ts'
import type { StoredLoad } from './load-run.ts'
import { observeBadRows } from './observe-bad-rows.ts'
import { refuseBlocking } from './refuse-blocking.ts'

export type LeavingOut = Exclude<BadRowsRule, { kind: 'fail' }>

/**
 * The spec of a load with another rule for the objects that it has not loaded yet. Those that are loaded had no bad row,
 * or were loaded by the rule of before: so a rule that collects stays one, and keeps its table.
 * @throws ServiceError `invalid` where the nodes or the format do not allow it.
 */
export async function leaveBadRowsOut(
  ctx: ServiceContext,
  job: StoredLoad,
  rule: LeavingOut,
): Promise<LoadSpec> {
  const spec = loadSpec.parse(job.spec)
  const before = spec.badRows
  const sameTable =
    before.kind !== 'collect' ||
    (rule.kind === 'collect' &&
      rule.into.database === before.into.database &&
      rule.into.table === before.into.table)
  if (!sameTable)
    throw new ServiceError(
      'invalid',
      `This load saves its bad rows in ${before.into.database}.${before.into.table}.`,
      { hint: 'Keep this table, and change only the max bad rows per object.' },
    )
  const nodes = await observeBadRows(ctx, job.run.clusterId, spec.landing.nodes, rule)
  refuseBlocking(checkBadRows({ rule, format: spec.read.format, nodes }))
  return { ...spec, badRows: rule }
}
