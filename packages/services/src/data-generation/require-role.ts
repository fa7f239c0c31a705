import type { GenerationSpec } from '@frostline/domain'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import type { AuditObject } from '../base/record-audit.ts'

/** A query reads whatever the ClickHouse user may: it is for admins. @throws ServiceError `forbidden` */
export async function requireRoleFor(
  ctx: ServiceContext,
  { content }: Pick<GenerationSpec, 'content'>,
  attempt?: AuditObject,
): Promise<void> {
  await authorize(ctx, content.kind === 'query' ? 'admin' : 'operator', attempt)
}
