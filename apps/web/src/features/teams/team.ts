import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type Team = RouterOutputs['teams']['list'][number]
