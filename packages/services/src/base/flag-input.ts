import { z } from 'zod'

/**
 * A true or a false and nothing else. In inputs that REST shares, z.boolean() is coerced: the text "false" would
 * become true.
 */
export const flagInput = z.literal([true, false])
