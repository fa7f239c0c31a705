// Started by the supervisor when the console answers. It runs as long as the console, and does its work once.
import { z } from 'zod'
import { connectS3StoreControl } from '../../s3-store/control-client.ts'
import { connectConsole } from './console-client.ts'
import { openDemoStore } from './demo-store.ts'
import { doDemoWork } from './do-demo-work.ts'
import { feedPipeline } from './feed-pipeline.ts'
import { openWorkRecord } from './work-record.ts'

const settings = z
  .object({
    consoleUrl: z.string(),
    token: z.string(),
    recordFile: z.string(),
    store: z.object({
      endpoint: z.string(),
      region: z.string(),
      accessKeyId: z.string(),
      secretAccessKey: z.string(),
      controlToken: z.string(),
    }),
    nodeUrls: z.array(z.string()).min(1),
    buckets: z.object({ cold: z.string(), source: z.string() }),
  })
  .parse(JSON.parse(process.env.FROSTLINE_DEMO_WORK_SETTINGS ?? '{}'))

const { store } = settings
const context = {
  console: connectConsole(settings.consoleUrl, settings.token),
  store: openDemoStore(store),
  faults: connectS3StoreControl(store.endpoint, store.controlToken),
  record: await openWorkRecord(settings.recordFile),
  nodeUrls: settings.nodeUrls,
  buckets: settings.buckets,
  log: (line: string) => console.log(`${new Date().toISOString()} ${line}`),
}
process.once('SIGTERM', () => process.exit(0))

await Promise.all([doDemoWork(context), feedPipeline(context)])
