export { apiTokenInput, ensureApiToken } from './ensure-api-token.ts'
export { demoSourceInput, ensureDemoSource } from './ensure-demo-source.ts'
export {
  embeddedClusterInput,
  ensureEmbeddedCluster,
} from './ensure-embedded-cluster.ts'
export { ensureFirstAdmin } from './ensure-first-admin.ts'
