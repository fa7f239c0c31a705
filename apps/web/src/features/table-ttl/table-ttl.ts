import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type TableTtl = RouterOutputs['tableTtls']['get']
export type TtlPreview = RouterOutputs['tableTtls']['preview']
export type TtlApplied = RouterOutputs['tableTtls']['set']
export type TtlForecast = RouterOutputs['tableTtls']['forecast']
export type TtlLoadView = TtlPreview['data']['nodes'][number]['gentle']
export type TtlLossView = TtlLoadView['loss']
export type TtlPartView = TtlPreview['data']['parts'][number]
