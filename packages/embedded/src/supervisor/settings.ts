import { resolve } from 'node:path'
import { z } from 'zod'

const port = z.coerce.number().int().min(1).max(65_535)

/**
 * What `npm start` reads from the environment. A part that is given is not started: PostgreSQL with
 * DATABASE_URL, the object store with FROSTLINE_S3_ENDPOINT, the ClickHouse nodes (and with them store and
 * demo data) with FROSTLINE_CLICKHOUSE_URLS.
 */
const schema = z
  .object({
    PORT: port.optional(),
    FROSTLINE_DATA_DIR: z.string().min(1).optional(),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    FROSTLINE_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    FROSTLINE_ADMIN_EMAIL: z.email().optional(),
    /** The set-up checks its length when it creates the admin. */
    FROSTLINE_ADMIN_PASSWORD: z.string().optional(),
    FROSTLINE_API_TOKEN: z.string().min(1).optional(),
    /** `replicated`: the given nodes and store are those of scripts/replicated-demo.mjs. */
    FROSTLINE_DEMO: z.enum(['sharded', 'replicated']).default('sharded'),
    /** `off`: the demo has data only. */
    FROSTLINE_DEMO_WORK: z.enum(['on', 'off']).default('on'),
    /** Comma-separated node addresses, replicas of a shard next to each other. */
    FROSTLINE_CLICKHOUSE_URLS: z.string().optional(),
    FROSTLINE_CLICKHOUSE_REPLICAS: z.coerce.number().int().min(1).default(1),
    FROSTLINE_CLICKHOUSE_CLUSTER: z.string().default('default'),
    FROSTLINE_CLICKHOUSE_USER: z.string().default('frostline'),
    FROSTLINE_CLICKHOUSE_PASSWORD: z.string().default(''),
    FROSTLINE_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    FROSTLINE_S3_BUCKET: z.string().default('frostline'),
    FROSTLINE_S3_ACCESS_KEY_ID: z.string().default(''),
    FROSTLINE_S3_SECRET_ACCESS_KEY: z.string().default(''),
    FROSTLINE_S3_REGION: z.string().default('us-east-1'),
    /** For web and set-up. Default: loopback, where the demo's store is. */
    FROSTLINE_SOURCE_ADDRESSES: z.string().optional(),
    NO_OPEN: z.string().optional(),
    CI: z.string().optional(),
  })
  .transform((env) => ({
    port: env.PORT,
    dataDir: env.FROSTLINE_DATA_DIR ?? '.frostline',
    databaseUrl: env.DATABASE_URL,
    publicUrl: env.FROSTLINE_PUBLIC_URL,
    admin: { email: env.FROSTLINE_ADMIN_EMAIL, password: env.FROSTLINE_ADMIN_PASSWORD },
    apiToken: env.FROSTLINE_API_TOKEN,
    demo: env.FROSTLINE_DEMO,
    demoWork: env.FROSTLINE_DEMO_WORK === 'on',
    clickhouse: env.FROSTLINE_CLICKHOUSE_URLS
      ? {
          urls: env.FROSTLINE_CLICKHOUSE_URLS.split(',').map((url) => url.trim().replace(/\/$/, '')),
          replicasPerShard: env.FROSTLINE_CLICKHOUSE_REPLICAS,
          clusterName: env.FROSTLINE_CLICKHOUSE_CLUSTER,
          username: env.FROSTLINE_CLICKHOUSE_USER,
          password: env.FROSTLINE_CLICKHOUSE_PASSWORD,
        }
      : undefined,
    objectStore: env.FROSTLINE_S3_ENDPOINT
      ? {
          endpoint: env.FROSTLINE_S3_ENDPOINT.replace(/\/$/, ''),
          bucket: env.FROSTLINE_S3_BUCKET,
          accessKeyId: env.FROSTLINE_S3_ACCESS_KEY_ID,
          secretAccessKey: env.FROSTLINE_S3_SECRET_ACCESS_KEY,
          region: env.FROSTLINE_S3_REGION,
        }
      : undefined,
    sourceAddresses: env.FROSTLINE_SOURCE_ADDRESSES,
    openBrowser: !env.NO_OPEN && !env.CI,
  }))

export type Settings = z.output<typeof schema>

/** A relative data folder is relative to `root`. @throws Error that names each wrong variable, without its value. */
export function readSettings(env: NodeJS.ProcessEnv, root: string): Settings {
  // An empty variable, as a compose file or CI passes it, counts as absent.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (parsed.success) return { ...parsed.data, dataDir: resolve(root, parsed.data.dataDir) }
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`Frostline cannot start with this environment:\n${faults.join('\n')}`)
}
