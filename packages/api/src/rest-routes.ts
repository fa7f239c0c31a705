import type { ProcedureMeta } from './trpc.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The routes of a section of the REST API, as metadata of procedures. */
export function restRoutes(section: string) {
  return (method: Method, path: `/${string}`, summary: string): ProcedureMeta => ({
    openapi: { method, path, tags: [section], summary },
  })
}
