import { fileURLToPath } from 'node:url'
import { apiTokenInput, demoSourceInput, embeddedClusterInput } from '@frostline/services'
import { z } from 'zod'
import { databaseUrl, readEnv } from './read-env.ts'

/** In the checkout and in the image: both have `prisma/` beside `apps/`. */
const migrationsBesideApps = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url))

const json = z.string().transform((text, check) => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    check.addIssue({ code: 'custom', message: 'It is not JSON.' })
    return z.NEVER
  }
})

/** Everything the set-up reads from its environment. The admin's two values are needed once, at the first start. */
const schema = z.object({
  DATABASE_URL: databaseUrl,
  FROSTLINE_SECRET_KEY: z.string().optional(),
  FROSTLINE_SECRET_KEY_FILE: z.string().optional(),
  FROSTLINE_ADMIN_EMAIL: z.string().optional(),
  FROSTLINE_ADMIN_PASSWORD: z.string().optional(),
  /** An admin's API token to create. */
  FROSTLINE_API_TOKEN: z.string().optional(),
  /** {name, role, secret}: another token to create. */
  FROSTLINE_SETUP_TOKEN: json.pipe(apiTokenInput).optional(),
  /** {name, clusterName, username, password, nodes: [{name, url, shard, replica}]} */
  FROSTLINE_SETUP_CLUSTER: json.pipe(embeddedClusterInput).optional(),
  /** {name, endpoint, region, buckets, auth, accessKeyId, secretAccessKey} */
  FROSTLINE_SETUP_SOURCE: json.pipe(demoSourceInput).optional(),
  /** Comma-separated loopback and link-local addresses or ranges that sources may use. */
  FROSTLINE_SOURCE_ADDRESSES: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((each) => each.trim() || [])),
  FROSTLINE_MIGRATIONS_DIR: z.string().default(migrationsBesideApps),
})

export type SetupEnv = z.infer<typeof schema>

export function readSetupEnv(source: NodeJS.ProcessEnv = process.env): SetupEnv {
  return readEnv('The set-up', schema, source)
}
