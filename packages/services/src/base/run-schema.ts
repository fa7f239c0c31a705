import { z } from 'zod'

/** A run that ends by itself or is cancelled. */
export const runStatuses = ['queued', 'running', 'cancelling', 'completed', 'failed', 'cancelled'] as const
/** One that can be paused too. */
export const pausableRunStatuses = [
  'queued',
  'running',
  'pausing',
  'paused',
  'cancelling',
  'completed',
  'failed',
  'cancelled',
] as const

/** A page of a list of runs, the newest first. */
export const listRunsInput = z.object({
  cluster: z.string().min(1).max(200).optional().describe('Id or slug of a cluster.'),
  after: z.uuid().optional().describe('ID of the last row of the previous page.'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

/** What every kind of run tells of itself. */
export const runSummary = z.object({
  id: z.string(),
  clusterId: z.string(),
  clusterSlug: z.string(),
  clusterName: z.string(),
  requestedBy: z.string(),
  cancelledBy: z.string().nullable(),
  waitReason: z.string().nullable(),
  error: z.string().nullable(),
  createdAt: z.date(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
})
