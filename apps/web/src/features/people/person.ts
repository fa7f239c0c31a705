import type { RouterOutputs } from '@/trpc/router-outputs.ts'

/** A user as admins see one. */
export type User = RouterOutputs['users']['list']['users'][number]
