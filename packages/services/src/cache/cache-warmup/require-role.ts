import { hasCustomSql, type WarmupSpec } from '@frostline/domain'
import { roleAllows } from '../../platform/base/actor.ts'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import type { AuditObject } from '../../platform/base/record-audit.ts'

/** Custom SQL reads whatever the ClickHouse user may, so it is for admins. @throws ServiceError `forbidden` */
export async function requireWarmupRole(
  ctx: ServiceContext,
  spec: Pick<WarmupSpec, 'where' | 'measured'>,
  attempt?: AuditObject,
): Promise<void> {
  await authorize(ctx, hasCustomSql(spec) ? 'admin' : 'operator', attempt)
}

/** The same holds for its text, and for server errors, which may repeat it. */
export function hidesSql(ctx: ServiceContext, spec: Pick<WarmupSpec, 'where' | 'measured'>): boolean {
  return hasCustomSql(spec) && !roleAllows(ctx.actor.role, 'admin')
}

const hidden = 'Hidden. Only admins can see the text.'

/** The spec as the person may see it. */
export function hideSql(ctx: ServiceContext, spec: WarmupSpec): WarmupSpec {
  if (!hidesSql(ctx, spec)) return spec
  const { where, measured } = spec
  return { ...spec, where: where && hidden, measured: measured && { ...measured, query: hidden } }
}
