import { describe, expect, it } from 'vitest';
import { encodeLatin9 } from '../../../src/services/edi/latin9.ts';
import { find, readXml, writeXml, XML_LIMITS, type XmlElement, xml } from '../../../src/services/edi/xml.ts';
import fc from '../../support/property.ts';

const LIMITS = { maxBytes: 2000, maxDepth: 5, maxElements: 20 };
const refused = (reason: RegExp) =>
  expect.objectContaining({ code: 'XmlRefused', message: expect.stringMatching(reason) });

describe('reading', () => {
  it('gives elements by local name, attributes, texts and CDATA', async () => {
    const tree = await readXml(
      '<?xml version="1.0"?><s:a xmlns:s="u" s:k="1 &amp; 2"><!-- <b> --><b>x<![CDATA[<&>]]>y</b><c/></s:a>',
    );
    expect(tree).toMatchObject({ name: 'a', attributes: { k: '1 & 2' }, text: '' });
    expect(tree.children.map(({ name, text }) => [name, text])).toEqual([
      ['b', 'x<&>y'],
      ['c', ''],
    ]);
  });

  it('leaves texts as they are: no numbers, no trimming', async () => {
    expect((await readXml('<a> 007 </a>')).text).toBe(' 007 ');
  });

  it.each([
    ['&lt;&gt;&amp;&quot;&apos;', '<>&"\''],
    ['&#233;&#xE9;&#x1F600;', 'éé😀'],
  ])('decodes %s', async (text, decoded) => expect((await readXml(`<a>${text}</a>`)).text).toBe(decoded));

  it.each([
    ['UTF-8', Buffer.from('<?xml version="1.0" encoding="utf-8"?><a>é€</a>'), 'é€'],
    ['UTF-8 by default', Buffer.from('<a>é€</a>'), 'é€'],
    ['UTF-8 with its mark', Buffer.from('\ufeff<a>é</a>'), 'é'],
    ['ISO-8859-15', encodeLatin9('<?xml version="1.0" encoding="ISO-8859-15"?><a>é€</a>'), 'é€'],
    ['ISO-8859-1', Buffer.from("<?xml version='1.0' encoding='iso-8859-1'?><a>é</a>", 'latin1'), 'é'],
  ])('knows %s', async (_, bytes, text) => expect((await readXml(bytes)).text).toBe(text));
});

describe('hostile documents are refused', () => {
  const entities = Array.from({ length: 10 }, (_, i) => `<!ENTITY e${i + 1} "&e${i};&e${i};">`).join('');

  it.each([
    ['a document type', '<!DOCTYPE a><a/>', /document type/],
    ['a document type in lower case', '<!doctype a><a/>', /document type/],
    ['entities that multiply', `<!DOCTYPE a [<!ENTITY e0 "x">${entities}]><a>&e10;</a>`, /document type/],
    ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', /document type/],
    ['an entity nobody declared', '<a>&x;</a>', /entity &x;|InvalidChar/],
    ['an entity named as a property', '<a>&constructor;</a>', /entity &constructor;/],
    ['a bare ampersand', '<a>1 & 2</a>', /entity|InvalidChar/],
    ['a character that XML does not have', '<a>&#0;</a>', /entity &#0;|InvalidChar/],
    ['half a character', '<a>&#xD800;</a>', /entity/],
    ['a character beyond Unicode', '<a>&#x110000;</a>', /entity/],
    ['depth', '<a>'.repeat(6) + '</a>'.repeat(6), /levels/],
    ['depth that is never closed', '<a>'.repeat(400), /levels/],
    ['many elements', `<a>${'<b/>'.repeat(21)}</a>`, /elements/],
    ['size', `<a>${' '.repeat(2000)}</a>`, /bytes/],
    ['no XML', 'hello', /after the root/],
    ['nothing', '', /no element|InvalidXml|Start tag/],
    ['a cut document', '<a><b>', /InvalidTag|InvalidXml|Unclosed/],
    ['a cut tag', '<a><b c="', /is missing|without end/],
    ['a cut comment', '<a><!-- ', /is missing/],
    ['two roots', '<a/><b/>', /more than one root/],
    ['a text after the root', '<a/>text', /after the root/],
    ['an element named as a property', '<a><constructor/></a>', /constructor/],
    ['an attribute named as a property', '<a __proto__="1"/>', /__proto__/],
    ['crossed elements', '<a><b></a></b>', /InvalidTag/],
    ['an attribute twice', '<a k="1" k="2"/>', /InvalidAttr/],
    ['an unknown encoding', '<?xml version="1.0" encoding="utf-7"?><a/>', /encoding utf-7/],
    ['an encoding named as a property', '<?xml version="1.0" encoding="constructor"?><a/>', /encoding constructor/],
  ])('%s', async (_, text, reason) => {
    await expect(readXml(Buffer.from(text), LIMITS)).rejects.toThrow(refused(reason));
  });

  it('a tag of attributes without end', async () => {
    const text = `<a ${Array.from({ length: 3000 }, (_, index) => `k${index}=""`).join(' ')}/>`;
    await expect(readXml(text)).rejects.toThrow(refused(/too long/));
  });

  it('bytes that are no UTF-8', async () => {
    await expect(readXml(Uint8Array.of(0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e))).rejects.toThrow(
      refused(/UTF-8/),
    );
  });

  it('any bytes at all give a tree or a refusal', async () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '<a>',
      '</a>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?',
      '?>',
      '&',
      ';',
      '"',
      '=',
      'k',
      ' ',
      '\0',
      'é',
      '<!',
      '&#',
      '</',
      '/>',
      '__proto__',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        const outcome = await readXml(pieces.join(''), LIMITS).then(
          () => 'tree',
          (error: { code?: string }) => error.code,
        );
        expect(['tree', 'XmlRefused']).toContain(outcome);
      }),
      { numRuns: 500 },
    );
  });
});

describe('writing', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'é', '<', '>', '&', '"', "'", '€', ']', ' '),
    minLength: 1,
    maxLength: 8,
  });
  const { tree } = fc.letrec<{ tree: XmlElement }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      text.map((content) => xml('t', content, { k: content })),
      fc.array(tie('tree'), { maxLength: 3 }).map((children) => xml('n', children)),
    ),
  }));

  it('is read back as it was', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (one) => {
        expect(await readXml(writeXml(one), XML_LIMITS)).toEqual(one);
      }),
    );
  });

  it.each(['\0', '\x1b', '\ufffe', '\ud800'])('refuses the character %j', (character) =>
    expect(() => writeXml(xml('a', character))).toThrow(RangeError),
  );

  it('finds elements below', async () => {
    const root = await readXml('<a><b><c>1</c></b><c>2</c></a>');
    expect(find(root, 'c')?.text).toBe('1');
    expect(find(root, 'd')).toBeUndefined();
  });
});
