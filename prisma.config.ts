import { defineConfig } from 'prisma/config'

// Only authoring commands need a reachable database; `generate` runs without one.
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://localhost/frostline' },
})
