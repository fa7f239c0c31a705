import type { Role } from '@frostline/services'
import { appRouter } from './routers/index.ts'
import type { ProcedureMeta } from './trpc.ts'

export interface ListedProcedure {
  /** Such as `clusters.register`. */
  path: string
  type: 'query' | 'mutation' | 'subscription'
  /** Undefined for a procedure that was not created by procedure(role). */
  role: Role | undefined
  /** The name of where the role is needed. */
  scope: string | undefined
  openapi: ProcedureMeta['openapi'] | undefined
  /** Zod schemas. */
  inputs: readonly unknown[]
  output: unknown
}

interface Built {
  _def: { type: ListedProcedure['type']; meta?: ProcedureMeta; inputs: unknown[]; output?: unknown }
}

/** Every declared procedure of the console. */
export function listProcedures(): ListedProcedure[] {
  const procedures = appRouter._def.procedures as unknown as Record<string, Built>
  return Object.entries(procedures).map(([path, { _def }]) => ({
    path,
    type: _def.type,
    role: _def.meta?.role,
    scope: _def.meta?.scope,
    openapi: _def.meta?.openapi,
    inputs: _def.inputs,
    output: _def.output,
  }))
}
