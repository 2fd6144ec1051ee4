import { type Credentials, readEnvelope, SOAP_CONTENT_TYPE, writeEnvelope } from '../../edi/soap.ts';
import type { XmlElement } from '../../edi/xml.ts';
import { TaxopsError } from '../../kernel/errors.ts';
import { channelErrors } from '../errors.ts';
import type { PartnerRequest } from '../outbound/exchange.ts';
import { accessDenied, type CallFailure, failure } from '../outbound/failures.ts';
import { unreadable } from '../outbound/json-answer.ts';
import type { Call, PartnerClient } from '../outbound/partner-client.ts';
import { partnerText } from '../outbound/partner-text.ts';

export type SoapResult<M> = { readonly failed: false; readonly message: M } | SoapFailure;

export interface SoapFailure extends CallFailure {
  /** Set when the partner says that the message itself was wrong, so that it was not taken (SOAP 1.1, 4.4.1). */
  readonly fault?: string | undefined;
}

export type SoapCall = <M>(
  request: Pick<PartnerRequest, 'nature' | 'url'>,
  body: XmlElement,
  read: (body: XmlElement) => M,
  call: Call,
) => Promise<SoapResult<M>>;

/** SOAP 1.1 gives faults with status 500. */
const FAULT_STATUS = 500;

export const soapCaller =
  (channel: string, client: PartnerClient, credentials: Credentials): SoapCall =>
  async (request, body, read, call) => {
    const result = await client.request(
      {
        ...request,
        headers: { 'content-type': SOAP_CONTENT_TYPE, soapaction: `"${body.name}"`, accept: 'text/xml' },
        body: Buffer.from(writeEnvelope({ credentials, body })),
        accepts: FAULT_STATUS,
      },
      call,
    );
    if (result.failed) return result;
    const { status } = result;
    if (status === 401 || status === 403) return accessDenied(channel, status);
    try {
      const message = read((await readEnvelope(result.body)).body);
      if (status === 200) return { failed: false, message };
      return failure(channelErrors.ChannelFailed({ channel, status }), true);
    } catch (error) {
      if (error instanceof TaxopsError) return soapFailure(channel, status, error, credentials);
      throw error;
    }
  };

function soapFailure(
  channel: string,
  status: number,
  error: TaxopsError,
  { username, password }: Credentials,
): SoapFailure {
  if (error.code !== 'SoapFault') {
    const broken = status === 200 ? unreadable(reasonOf(error)) : channelErrors.ChannelFailed({ channel, status });
    return failure(broken, true);
  }
  const text = partnerText(String(error.params.text ?? ''), [username, password]);
  const isOurs = /^([\w.-]+:)?Client\b/.test(text);
  const told = channelErrors.ChannelRefused({ channel, message: text });
  return { ...failure(told, !isOurs), ...(isOurs && { fault: text }) };
}

/** A bad answer is the partner's failure, whatever the reader of XML calls it. */
const reasonOf = ({ params }: TaxopsError): string =>
  partnerText(String(params.reason ?? 'no SOAP message')).slice(0, 100);
