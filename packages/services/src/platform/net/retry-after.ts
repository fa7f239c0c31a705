/** Sent with every 503: the cause may be gone soon. */
export const retryAfter = { 'retry-after': '5' } as const
