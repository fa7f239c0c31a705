import { z } from 'zod'

/** Parameters of a query about one table, one database, or all. Empty names mean all. */
export const placeParams = z.object({ database: z.string().default(''), table: z.string().default('') })

/** The matching condition. */
export const atPlace = `({database: String} = '' OR database = {database: String})
    AND ({table: String} = '' OR table = {table: String})`
