import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { NextConfig } from 'next'
import { compressAssets, compressedFiles, compressedHeaders } from './compress-assets.ts'

/** Only for the container image: a server bundled with the files that it needs. */
const standalone: NextConfig = process.env.FROSTLINE_STANDALONE
  ? { output: 'standalone', outputFileTracingRoot: fileURLToPath(new URL('../..', import.meta.url)) }
  : {}

/** Files of `next dev` are not compressed. */
const isDevelopment = process.env.NODE_ENV === 'development'

/** Addresses that people shorten manually. */
const lists = [
  ['/clusters', '/'],
  ['/clusters/:cluster', '/clusters/:cluster/overview'],
  ['/clusters/:cluster/tables/:database', '/clusters/:cluster/tables?database=:database'],
  ['/clusters/:cluster/cache/warm-ups', '/clusters/:cluster/cache?tab=warm-ups'],
  ['/clusters/:cluster/bucket/removals', '/clusters/:cluster/bucket'],
  ['/clusters/:cluster/benchmarks/tiers', '/clusters/:cluster/benchmarks'],
  ['/clusters/:cluster/benchmarks/:tab(disks|checks|replays)', '/clusters/:cluster/benchmarks?tab=:tab'],
  ['/clusters/:cluster/costs/:database', '/clusters/:cluster/costs'],
  ['/clusters/:cluster/loads/data', '/clusters/:cluster/loads?tab=data'],
  ['/clusters/:cluster/storage/proposals', '/clusters/:cluster/storage'],
  ['/admin', '/admin/clusters'],
] as const

/** Addresses that pages had under their former names. The query is kept. */
const former = [
  ['/clusters/:cluster/queues', '/clusters/:cluster/distributed-queues'],
  ['/clusters/:cluster/start-up/:node*', '/clusters/:cluster/restart-forecast/:node*'],
  ['/clusters/:cluster/loads/pipelines/:id*', '/clusters/:cluster/pipelines/:id*'],
] as const

const config: NextConfig = {
  ...standalone,
  cacheComponents: true,
  partialPrefetching: true,
  reactCompiler: true,
  typedRoutes: true,
  poweredByHeader: false,
  // Code that all pages share compresses better in few chunks: 5 kB less for the first page, 3 kB more from one page to the next.
  experimental: { turbopackChunking: { minChunkSize: 200_000, maxMergeChunkSize: 1_000_000 } },
  // No page uses its optimizer, which would be one more public endpoint.
  images: { unoptimized: true },
  // Types are a stage of `npm test`; starting the console need not wait for them again.
  typescript: { ignoreBuildErrors: true },
  transpilePackages: [
    '@frostline/api',
    '@frostline/clickhouse',
    '@frostline/db',
    '@frostline/domain',
    '@frostline/object-store',
    '@frostline/services',
    '@frostline/ui',
  ],
  // Drivers that load parts of themselves at run time; bundling would lose those.
  serverExternalPackages: ['@clickhouse/client', '@prisma/adapter-pg', '@prisma/client', 'pg', 'pino'],
  redirects: async () => [
    ...lists.map(([source, destination]) => ({ source, destination, permanent: false })),
    ...former.map(([source, destination]) => ({ source, destination, permanent: true })),
    {
      source: '/clusters/:cluster/loads',
      has: [{ type: 'query', key: 'tab', value: 'pipelines' }],
      destination: '/clusters/:cluster/pipelines',
      permanent: true,
    },
  ],
  compiler: {
    runAfterProductionCompile: ({ projectDir, distDir }) =>
      compressAssets(resolve(projectDir, distDir, 'static')),
  },
  headers: async () => (isDevelopment ? [] : compressedHeaders),
  rewrites: async () => ({
    beforeFiles: isDevelopment ? [] : compressedFiles,
    // Browsers ask for it where they have not read the link of a page yet.
    afterFiles: [{ source: '/favicon.ico', destination: '/icon.svg' }],
    fallback: [],
  }),
}

export default config
