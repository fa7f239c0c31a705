import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { type SourceView, sourceRef } from './schema.ts'
import { listSourceViews, readSourceView } from './source-record.ts'

/** All sources by name. Asks no store. */
export async function listSources(ctx: ServiceContext): Promise<SourceView[]> {
  await authorize(ctx, 'viewer')
  return listSourceViews(ctx.db)
}

/** @throws ServiceError `not_found` */
export async function getSource(ctx: ServiceContext, given: z.input<typeof sourceRef>): Promise<SourceView> {
  await authorize(ctx, 'viewer')
  return readSourceView(ctx.db, parseInput(sourceRef, given).id)
}
