import { z } from 'zod'

/** A page of a long list, cut on the server. */
export const pageParams = z.object({
  limit: z.number().int().min(1).max(10_000).default(100),
  offset: z.number().int().min(0).default(0),
})
