import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type Costs = RouterOutputs['costs']['get']['data']
export type TableCost = Costs['tables'][number]
export type RequestCosts = RouterOutputs['costs']['requests']['data']
export type TableRequests = RequestCosts['tables'][number]
export type TableCostDetail = RouterOutputs['costs']['table']['data']
export type PartitionCost = TableCostDetail['partitions'][number]
export type TtlSaving = RouterOutputs['costs']['ttlSaving']['data']
export type PriceBookView = RouterOutputs['costs']['priceBook']
