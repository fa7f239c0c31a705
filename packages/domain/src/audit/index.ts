export { type AuditFields, auditHashText, auditLine, type ChainedEntry } from './audit-record.ts'
export {
  auditRemovalAction,
  type ChainFault,
  createChainVerifier,
  describeChainFault,
  genesisHash,
  type NotedHead,
} from './verify-chain.ts'
