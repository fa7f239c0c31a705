export { chainAuditEntries, sha256 } from './chain-entries.ts'
export { type ChainedAuditEntry, isChained, readChain } from './read-chain.ts'
export { changeClaimed, claimDestination } from './ship-entries.ts'
