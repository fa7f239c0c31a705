export { createContainer, listBlobs } from './azure-client.ts'
export { fetchAzurite, fetchS3Proxy } from './fetch-programs.ts'
export { type Azurite, startAzurite } from './start-azurite.ts'
export { type S3Proxy, startS3Proxy } from './start-s3-proxy.ts'
