export { chainAuditEntries, sha256 } from './chain-entries.ts'
export { type ChainedAuditEntry, readChain } from './read-chain.ts'
export { changeClaimed, claimDestination } from './ship-entries.ts'
