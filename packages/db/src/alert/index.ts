export * from './alert-turn.ts'
export * from './claim-deliveries.ts'
