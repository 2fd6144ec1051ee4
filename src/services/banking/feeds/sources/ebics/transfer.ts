/** The question for a later segment of a download, which the library does not know. */
import { writeXml, xml } from '../../../../edi/xml.ts';
import { H004, XMLDSIG } from './protocol.ts';

const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';

/** Ready to be signed: digest and signature are still empty. */
export function transferMessage(hostId: string, transactionId: string, segment: number, isLast: boolean): string {
  const fixed = [xml('HostID', hostId), xml('TransactionID', transactionId)];
  const mutable = [
    xml('TransactionPhase', 'Transfer'),
    xml('SegmentNumber', String(segment), { lastSegment: String(isLast) }),
  ];
  const message = xml(
    'ebicsRequest',
    [
      xml('header', [xml('static', fixed), xml('mutable', mutable)], { authenticate: 'true' }),
      xml('AuthSignature', [signedInfo(), xml('ds:SignatureValue')]),
      xml('body'),
    ],
    { xmlns: H004, 'xmlns:ds': XMLDSIG, Version: 'H004', Revision: '1' },
  );
  return `<?xml version="1.0" encoding="UTF-8"?>${writeXml(message)}`;
}

const signedInfo = () =>
  xml('ds:SignedInfo', [
    xml('ds:CanonicalizationMethod', [], { Algorithm: C14N }),
    xml('ds:SignatureMethod', [], { Algorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256' }),
    xml(
      'ds:Reference',
      [
        xml('ds:Transforms', [xml('ds:Transform', [], { Algorithm: C14N })]),
        xml('ds:DigestMethod', [], { Algorithm: 'http://www.w3.org/2001/04/xmlenc#sha256' }),
        xml('ds:DigestValue'),
      ],
      { URI: "#xpointer(//*[@authenticate='true'])" },
    ),
  ]);
