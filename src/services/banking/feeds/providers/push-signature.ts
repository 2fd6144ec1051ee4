/** Signatures of Bridge events: `BridgeApi-Signature: v1=HEX[,v1=HEX]`, HMAC-SHA256 over the bytes of the body. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { asObject, readJson, textOf } from '../../../channels/outbound/json-answer.ts';
import { TaxopsError } from '../../../kernel/errors.ts';
import type { Push, Sent } from './provider.ts';

const HEADER = 'bridgeapi-signature';
/** Two while a secret is being changed; more than that nobody sends. */
const MOST_SIGNATURES = 4;

/** Undefined when none of the secrets made one of the signatures, or what is signed is no event. */
export function readSignedPush(secrets: readonly string[], { headers, text }: Sent): Push | undefined {
  const given = (headers[HEADER] ?? '').split(',').slice(0, MOST_SIGNATURES);
  const values = given.flatMap((one) => /^\s*v1=([0-9a-f]{64})\s*$/i.exec(one)?.[1] ?? []);
  const isSigned = secrets.some((secret) => {
    const own = createHmac('sha256', secret).update(text).digest();
    return values.some((value) => timingSafeEqual(own, Buffer.from(value, 'hex')));
  });
  return isSigned ? readPush(text) : undefined;
}

function readPush(text: string): Push | undefined {
  try {
    const { type, content, timestamp } = asObject(readJson(Buffer.from(text)));
    const { user_uuid, item_id } = asObject(content ?? {});
    const name = textOf(type)?.slice(0, 100);
    const at = typeof timestamp === 'number' && timestamp > 0 && timestamp < 8.64e15 ? new Date(timestamp) : undefined;
    return name === undefined
      ? undefined
      : {
          type: name,
          user: textOf(user_uuid)?.slice(0, 100) ?? null,
          itemId: textOf(item_id)?.slice(0, 200) ?? null,
          at: at?.toISOString() ?? null,
        };
  } catch (error) {
    if (error instanceof TaxopsError) return undefined;
    throw error;
  }
}
