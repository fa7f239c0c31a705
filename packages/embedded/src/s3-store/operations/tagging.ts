import { childText, parseXml } from '../protocol/parse-xml.ts'
import { renderXml } from '../protocol/render-xml.ts'
import { S3Error } from '../protocol/s3-error.ts'
import { type Operation, type OperationContext, xmlReply } from '../server/operation-context.ts'
import { receiveText } from '../server/receive-body.ts'
import type { Tag } from '../storage/records.ts'
import { checkTags } from './attributes.ts'

export const getObjectTagging: Operation = ({ storage, bucket, key }) => {
  const { tags } = storage.getObject(bucket, key)
  return xmlReply(
    renderXml([
      'Tagging',
      [
        [
          'TagSet',
          tags.map(
            ([name, value]) =>
              [
                'Tag',
                [
                  ['Key', name],
                  ['Value', value],
                ],
              ] as const,
          ),
        ],
      ],
    ]),
  )
}

export const putObjectTagging: Operation = async (context) => {
  const root = parseXml(await receiveText(context))
  const tagSet = root.children.find(({ name }) => name === 'TagSet')
  if (root.name !== 'Tagging' || !tagSet)
    throw new S3Error('MalformedXML', 'Tagging takes one TagSet element.')
  const tags = tagSet.children.map((tag): Tag => [childText(tag, 'Key') ?? '', childText(tag, 'Value') ?? ''])
  replaceTags(context, checkTags(tags))
  return { status: 200 }
}

export const deleteObjectTagging: Operation = (context) => {
  replaceTags(context, [])
  return { status: 204 }
}

// Tags are apart from the object's content: neither its ETag nor its modification time changes.
function replaceTags({ storage, bucket, key }: OperationContext, tags: readonly Tag[]): void {
  const object = storage.getObject(bucket, key)
  storage.commit({ type: 'putObject', bucket, object: { ...object, tags } })
}
