export { auditHashText, auditLine, type ChainedEntry } from './audit-record.ts'
export { canonicalJson } from './canonical-json.ts'
export {
  auditRemovalAction,
  type ChainFault,
  type ChainVerifier,
  createChainVerifier,
  describeChainFault,
  genesisHash,
  type NotedHead,
} from './verify-chain.ts'
