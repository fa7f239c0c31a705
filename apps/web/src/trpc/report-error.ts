import type { ErrorReport } from '@frostline/ui'
import { TRPCClientError } from '@trpc/client'
import { pageInCluster } from '../navigation/page-in-cluster.ts'
import { ExplainedError } from './explained-error.ts'
import { statusOf } from './query-client.ts'

interface ErrorData {
  code?: unknown
  hint?: unknown
  related?: unknown
}

/**
 * A readable API error: what could not be done, the API's message, what to do next. `task` completes "Could not …":
 * "read the tables".
 */
export function reportError(error: unknown, task: string): ErrorReport {
  const title = `Could not ${task}`
  if (error instanceof ExplainedError) return { title, object: error.message }
  if (!(error instanceof TRPCClientError))
    return {
      title,
      hint: 'Reload the page. If the error persists, check the log of the web process.',
      details: String(error),
    }
  const status = statusOf(error)
  if (status === undefined)
    return {
      title,
      object: 'The console is not responding.',
      hint: 'Check that the web process is running and that this browser can reach it. This page retries automatically.',
      details: error.message,
    }
  const data = (error.data ?? {}) as ErrorData
  return {
    title,
    object: error.message,
    hint: typeof data.hint === 'string' ? data.hint : hints[status],
    links: linksOf(data.related),
    details: `${typeof data.code === 'string' ? data.code : 'error'} (HTTP ${status})\n${error.message}`,
  }
}

interface RelatedObject {
  objectType: string
  objectId: string
  clusterSlug: string
  name: string
}

// Checked by hand: each page loads this file, and the schema library is half as large as all the rest that it loads.
function isRelatedObject(value: unknown): value is RelatedObject {
  if (typeof value !== 'object' || value === null) return false
  const { objectType, objectId, clusterSlug, name } = value as Record<keyof RelatedObject, unknown>
  return [objectType, objectId, clusterSlug, name].every((each) => typeof each === 'string')
}

/** Pages of the objects that the error names. */
function linksOf(related: unknown): ErrorReport['links'] {
  if (!Array.isArray(related) || !related.every(isRelatedObject)) return []
  return related.flatMap(({ objectType, objectId, clusterSlug, name }) => {
    const href = pageInCluster(clusterSlug, objectType, objectId)
    return href === undefined ? [] : [{ label: name, href }]
  })
}

const hints: Record<number, string> = {
  401: 'Sign in again.',
  403: 'Your role does not allow this. Ask an admin.',
  404: 'It may have been removed or renamed. Go back to the list and choose again.',
  429: 'Too many requests. Wait a minute and try again.',
  500: 'Check the log of the web process for the cause, then try again.',
}
