import { z } from 'zod'

/** Only true or false. In inputs that REST shares, z.boolean() is coerced: the text "false" would become true. */
export const flagInput = z.literal([true, false])
