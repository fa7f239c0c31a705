import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort } from '../process/ports.ts'
import type { AzureAccount } from './azure-client.ts'
import { startChildServer } from './child-server.ts'

export interface S3Proxy {
  readonly endpoint: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  stop(): Promise<void>
}

/** An S3 gateway in front of an Azure account. `program`: its folder (fetchS3Proxy). */
export async function startS3Proxy(program: string, dataDir: string, azure: AzureAccount): Promise<S3Proxy> {
  const endpoint = `http://127.0.0.1:${await findFreePort()}`
  const accessKeyId = 'gateway'
  const secretAccessKey = randomBytes(20).toString('hex')
  const settings = join(dataDir, 's3proxy.conf')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(
    settings,
    Object.entries({
      's3proxy.authorization': 'aws-v2-or-v4',
      's3proxy.endpoint': endpoint,
      's3proxy.identity': accessKeyId,
      's3proxy.credential': secretAccessKey,
      'jclouds.provider': 'azureblob-sdk',
      'jclouds.endpoint': azure.url,
      'jclouds.identity': azure.name,
      'jclouds.credential': azure.key,
    })
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
    { mode: 0o600 },
  )
  const { stop } = await startChildServer(
    's3proxy',
    [
      'java',
      ...['-Xmx400m', `-Dlogback.configurationFile=${join(program, 'logback.xml')}`],
      ...['-cp', join(program, 'lib', '*'), 'org.gaul.s3proxy.Main', '--properties', settings],
    ],
    { url: endpoint },
  )
  return { endpoint, accessKeyId, secretAccessKey, stop }
}
