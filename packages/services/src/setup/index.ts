export { apiTokenInput, ensureApiToken } from './ensure-api-token.ts'
export { demoSourceInput, ensureDemoSource } from './ensure-demo-source.ts'
export {
  type EmbeddedClusterInput,
  embeddedClusterInput,
  ensureEmbeddedCluster,
} from './ensure-embedded-cluster.ts'
export { ensureFirstAdmin, firstAdminInput } from './ensure-first-admin.ts'
