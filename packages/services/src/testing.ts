export { removeKeeperNodes } from './replication/zero-copy/testing/remove-keeper-nodes.ts'
export { openReplicatedLab, type ReplicatedLab } from './testing/open-replicated-lab.ts'
export { openTestServices, type TestServices } from './testing/open-test-services.ts'
