import { fileURLToPath } from 'node:url'
import type { NextConfig } from 'next'

/** For every answer, API included. The content security policy needs a nonce per request and stands in src/proxy.ts. */
const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=(), payment=(), usb=()' },
]

/** For the container image alone: a server collected with the files that it needs. */
const standalone: NextConfig = process.env.FROSTLINE_STANDALONE
  ? { output: 'standalone', outputFileTracingRoot: fileURLToPath(new URL('../..', import.meta.url)) }
  : {}

const config: NextConfig = {
  ...standalone,
  cacheComponents: true,
  partialPrefetching: true,
  reactCompiler: true,
  typedRoutes: true,
  poweredByHeader: false,
  // No page uses its optimizer, which would be one more door that works for anybody.
  images: { unoptimized: true },
  // Types are a stage of `npm test`; whoever starts the console need not wait for them again.
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
  // Browsers ask for it where they have not read the link of a page yet.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icon.svg' }],
  headers: async () => [{ source: '/:path*', headers: securityHeaders }],
}

export default config
