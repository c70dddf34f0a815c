/** The examples of Canonical XML 1.0 (section 3) and Exclusive XML Canonicalization 1.0 (section 2.2), without a DTD. */
import { describe, expect, test } from 'vitest';
import { canonicalDocument, canonicalElement } from './canonical.js';

const WHITE_SPACE = `<doc>
   <clean>   </clean>
   <dirty>   A   B   </dirty>
   <mixed>
      A
      <clean>   </clean>
      B
      <dirty>   A   B   </dirty>
      C
   </mixed>
</doc>`;

const TAGS = `<doc>
   <e1   />
   <e2   ></e2>
   <e3   name = "elem3"   id="elem3"   />
   <e4   name="elem4"   id="elem4"   ></e4>
   <e5 a:attr="out" b:attr="sorted" attr2="all" attr="I'm"
      xmlns:b="http://www.ietf.org"
      xmlns:a="http://www.w3.org"
      xmlns="http://example.org"/>
   <e6 xmlns="" xmlns:a="http://www.w3.org">
      <e7 xmlns="http://www.ietf.org">
         <e8 xmlns="" xmlns:a="http://www.w3.org">
            <e9 xmlns="" xmlns:a="http://www.ietf.org"/>
         </e8>
      </e7>
   </e6>
</doc>`;

const CANONICAL_TAGS = `<doc>
   <e1></e1>
   <e2></e2>
   <e3 id="elem3" name="elem3"></e3>
   <e4 id="elem4" name="elem4"></e4>
   <e5 xmlns="http://example.org" xmlns:a="http://www.w3.org" xmlns:b="http://www.ietf.org" attr="I'm" attr2="all" b:attr="sorted" a:attr="out"></e5>
   <e6 xmlns:a="http://www.w3.org">
      <e7 xmlns="http://www.ietf.org">
         <e8 xmlns="">
            <e9 xmlns:a="http://www.ietf.org"></e9>
         </e8>
      </e7>
   </e6>
</doc>`;

const CHARACTERS = `<doc>
   <text>First line&#x0d;&#10;Second line</text>
   <value>&#x32;</value>
   <compute><![CDATA[value>"0" && value<"10" ?"valid":"error"]]></compute>
   <compute expr='value>"0" &amp;&amp; value&lt;"10" ?"valid":"error"'>valid</compute>
   <norm attr=' &apos;   &#x20;&#13;&#xa;&#9;   &apos; '/>
</doc>`;

const CANONICAL_CHARACTERS = `<doc>
   <text>First line&#xD;
Second line</text>
   <value>2</value>
   <compute>value&gt;"0" &amp;&amp; value&lt;"10" ?"valid":"error"</compute>
   <compute expr="value>&quot;0&quot; &amp;&amp; value&lt;&quot;10&quot; ?&quot;valid&quot;:&quot;error&quot;">valid</compute>
   <norm attr=" '    &#xD;&#xA;&#x9;   ' "></norm>
</doc>`;

describe('Canonical XML 1.0', () => {
  const examples: [section: string, input: string, output: string][] = [
    [
      '3.1 comments and what is outside the root',
      '<?xml version="1.0"?>\n\n<doc>Hello, world!<!-- Comment 1 --></doc>\n\n<!-- 2 -->',
      '<doc>Hello, world!</doc>',
    ],
    ['3.2 white space', WHITE_SPACE, WHITE_SPACE],
    ['3.3 start and end tags', TAGS, CANONICAL_TAGS],
    ['3.4 character modifications and references', CHARACTERS, CANONICAL_CHARACTERS],
    ['3.6 UTF-8', '<?xml version="1.0" encoding="UTF-8"?><doc>&#169;</doc>', '<doc>©</doc>'],
    ['line ends', '<doc a="1\r\n2\t3">\r\n\r</doc>', '<doc a="1 2 3">\n\n</doc>'],
  ];
  test.each(examples)('%s', async (_, input, output) => {
    expect(await canonicalDocument(input, 'inclusive')).toBe(output);
  });
});

describe('Exclusive XML Canonicalization 1.0, 2.2', () => {
  const first =
    '<n0:local xmlns:n0="foo:bar" xmlns:n3="ftp://example.org"><n1:elem2 xmlns:n1="http://example.net" xml:lang="en"><n3:stuff xmlns:n3="ftp://example.org"/></n1:elem2></n0:local>';
  const second =
    '<n2:pdu xmlns:n1="http://example.com" xmlns:n2="http://foo.example" xml:lang="fr" xml:space="retain"><n1:elem2 xmlns:n1="http://example.net" xml:lang="en"><n3:stuff xmlns:n3="ftp://example.org"/></n1:elem2></n2:pdu>';
  const element = (document: string, method: 'exclusive' | 'inclusive') =>
    canonicalElement(document, 'n1:elem2', method);

  test('the inclusive form of an element depends on its place', async () => {
    expect(await element(first, 'inclusive')).toBe(
      '<n1:elem2 xmlns:n0="foo:bar" xmlns:n1="http://example.net" xmlns:n3="ftp://example.org" xml:lang="en"><n3:stuff></n3:stuff></n1:elem2>',
    );
    expect(await element(second, 'inclusive')).toBe(
      '<n1:elem2 xmlns:n1="http://example.net" xmlns:n2="http://foo.example" xml:lang="en" xml:space="retain"><n3:stuff xmlns:n3="ftp://example.org"></n3:stuff></n1:elem2>',
    );
  });

  test.each([first, second])('the exclusive form does not: %s', async document => {
    expect(await element(document, 'exclusive')).toBe(
      '<n1:elem2 xmlns:n1="http://example.net" xml:lang="en"><n3:stuff xmlns:n3="ftp://example.org"></n3:stuff></n1:elem2>',
    );
  });

  test.each([
    [
      'a default namespace is undeclared where it was written',
      '<a xmlns="urn:a"><b xmlns=""/></a>',
      '<a xmlns="urn:a"><b xmlns=""></b></a>',
    ],
    ['an unused namespace is not written', '<a xmlns="urn:a" xmlns:b="urn:b"/>', '<a xmlns="urn:a"></a>'],
    [
      'an unused default namespace is not undeclared',
      '<b:a xmlns="urn:a" xmlns:b="urn:b"><b:c xmlns=""/></b:a>',
      '<b:a xmlns:b="urn:b"><b:c></b:c></b:a>',
    ],
    [
      'a prefix is written again for siblings',
      '<a xmlns:b="urn:b"><b:c/><b:c/></a>',
      '<a><b:c xmlns:b="urn:b"></b:c><b:c xmlns:b="urn:b"></b:c></a>',
    ],
    [
      'a prefix with another meaning is written',
      '<b:a xmlns:b="urn:b"><b:c xmlns:b="urn:c"/><b:d/></b:a>',
      '<b:a xmlns:b="urn:b"><b:c xmlns:b="urn:c"></b:c><b:d></b:d></b:a>',
    ],
    ['the prefix xml is never declared', '<xml:a xml:lang="de"/>', '<xml:a xml:lang="de"></xml:a>'],
    [
      'prefixes in values are not names',
      '<a xmlns:b="urn:b" xmlns:i="urn:i" i:type="b:x"/>',
      '<a xmlns:i="urn:i" i:type="b:x"></a>',
    ],
  ])('%s', async (_, input, output) => {
    expect(await canonicalDocument(input, 'exclusive')).toBe(output);
  });
});
