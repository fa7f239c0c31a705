/** Of every 503: what does not answer may be back soon. */
export const retryAfter = { 'retry-after': '5' } as const
