<?xml version="1.0" encoding="UTF-8"?>
<!-- MARCXML to oai_dc after the Library of Congress' crosswalk; creators as in its older version and in practice: 1xx, 7xx and 720,
     except persons and bodies of 7xx whose role is another one. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:m="http://www.loc.gov/MARC21/slim"
    xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s m">

  <xsl:include href="oai_dc.xsl"/>

  <xsl:template match="/">
    <!-- A collection of one record is common; of several, the first is the item. -->
    <xsl:variable name="slim" as="element()?">
      <xsl:apply-templates select="(descendant-or-self::*[self::*:record or self::*:oai_marc][*:leader or *:controlfield or *:datafield or *:fixfield or *:varfield])[1]" mode="slim"/>
    </xsl:variable>
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="$slim"/>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

  <!-- MARC comes in other namespaces, in none, and under the older names of oai_marc: what follows knows one form. -->
  <xsl:template match="*" mode="slim">
    <m:record>
      <xsl:choose>
        <xsl:when test="*:leader"><m:leader><xsl:value-of select="*:leader[1]"/></m:leader></xsl:when>
        <!-- oai_marc tells some characters of the leader in attributes. -->
        <xsl:when test="@type or @level">
          <m:leader><xsl:value-of select="'00000n' || substring(@type || ' ', 1, 1) || substring(@level || ' ', 1, 1)"/></m:leader>
        </xsl:when>
      </xsl:choose>
      <xsl:for-each select="*:controlfield | *:fixfield">
        <m:controlfield tag="{s:tag(.)}"><xsl:value-of select="if (self::*:fixfield) then replace(., '^\s*&quot;(.*)&quot;\s*$', '$1') else string(.)"/></m:controlfield>
      </xsl:for-each>
      <!-- 880 holds a field in the script of the original. It names that field, and is read like one after all others. -->
      <xsl:for-each select="(*:datafield | *:varfield)[not(s:partner(.))], (*:datafield | *:varfield)[s:partner(.)]">
        <m:datafield tag="{(s:partner(.), s:tag(.))[1]}" ind1="{(@ind1, @i1, ' ')[1]}" ind2="{(@ind2, @i2, ' ')[1]}">
          <xsl:for-each select="*:subfield">
            <m:subfield code="{(@code, @label)[1]}"><xsl:value-of select="."/></m:subfield>
          </xsl:for-each>
        </m:datafield>
      </xsl:for-each>
    </m:record>
  </xsl:template>

  <!-- The tag of the field that an 880 repeats in another script. -->
  <xsl:function name="s:partner" as="xs:string?">
    <xsl:param name="field" as="element()"/>
    <xsl:variable name="linked" select="normalize-space($field/*:subfield[(@code, @label) = '6'][1])"/>
    <xsl:sequence select="if (s:tag($field) eq '880' and matches($linked, '^[0-9]{3}')) then substring($linked, 1, 3)[. ne '880'] else ()"/>
  </xsl:function>

  <!-- Three digits; some write 20 for 020. -->
  <xsl:function name="s:tag" as="xs:string">
    <xsl:param name="field" as="element()"/>
    <xsl:variable name="tag" select="normalize-space(($field/@tag, $field/@id)[1])"/>
    <xsl:sequence select="if (matches($tag, '^[0-9]{1,2}$')) then format-integer(xs:integer($tag), '000') else $tag"/>
  </xsl:function>

  <!-- A coded date with hyphens; 046 has years before Christ in subfields of their own. -->
  <xsl:function name="s:coded" as="xs:string">
    <xsl:param name="subfield" as="element()"/>
    <xsl:variable name="text" select="replace(replace(normalize-space($subfield), '^([0-9]{4})([0-9]{2})([0-9]{2})?$', '$1-$2-$3'), '-$', '')"/>
    <xsl:sequence select="if ($subfield/@code = ('b', 'd') and matches($text, '^[0-9]')) then $text || ' B.C.' else $text"/>
  </xsl:function>

  <!-- Subfields of a field with one of the codes, in their order. -->
  <xsl:function name="s:codes" as="xs:string">
    <xsl:param name="field" as="element()"/>
    <xsl:param name="codes" as="xs:string"/>
    <xsl:sequence select="s:trim(string-join($field/m:subfield[contains($codes, @code)]/normalize-space(.), ' '))"/>
  </xsl:function>

  <!-- All subfields that people should read: not links, authorities and institutions. -->
  <xsl:function name="s:text" as="xs:string">
    <xsl:param name="field" as="element()"/>
    <xsl:sequence select="s:trim(string-join($field/m:subfield[not(matches(@code, '[0-9w]'))]/normalize-space(.), ' '))"/>
  </xsl:function>

  <!-- Relator codes and terms of those who made the content. -->
  <xsl:variable name="s:makers" as="xs:string*" select="('aut', 'cre', 'art', 'cmp', 'lyr', 'lbt', 'pht', 'drt', 'fmk', 'prg', 'inv', 'arc', 'ctg', 'dub', 'aus', 'dis', 'act', 'prf', 'scl', 'cou', 'com')"/>
  <!-- Terms that stand for another role, as catalogues of several languages write them. Unknown terms do not make a contributor. -->
  <xsl:variable name="s:other-roles" as="xs:string" select="'^(editor|translator|illustrator|publisher|printer|former owner|addressee|contributor|sponsor|funder|thesis advisor|host institution|issuing body|herausgeber(in)?|hrsg|übersetzer(in)?|illustrator(in)?|mitwirkende[r]?|verlag|éditeur( scientifique)?|traduct(eur|rice)|illustrat(eur|rice)|directeur de (la )?publication|toimittaja|kääntäjä|kuvittaja|kustantaja|redaktör|översättare|illustratör|utgivare|redaktør|oversetter|oversætter|redactor|vertaler|traductor|traduttore|curatore)$'"/>

  <!-- True for an added entry with roles, none of them that of somebody who made the content. -->
  <xsl:function name="s:contributes" as="xs:boolean">
    <xsl:param name="field" as="element()"/>
    <xsl:variable name="terms" select="$field/m:subfield[@code eq 'e']/lower-case(replace(normalize-space(.), '[\s.,:;()\[\]]+$|^[(\[]', ''))[. ne '']"/>
    <!-- Some write a code where the term belongs. -->
    <xsl:variable name="codes" select="($terms, $field/m:subfield[@code eq '4']/lower-case(tokenize(normalize-space(.), '/')[last()]))[matches(., '^[a-z]{3}$')]"/>
    <xsl:sequence select="starts-with($field/@tag, '7') and (if (exists($codes)) then not($codes = $s:makers) else exists($terms) and (every $term in $terms satisfies matches($term, $s:other-roles)))"/>
  </xsl:function>

  <xsl:template match="m:record">
    <xsl:variable name="leader" select="string(m:leader)"/>
    <xsl:variable name="fixed" select="string((m:controlfield[@tag eq '008'])[1])"/>

    <xsl:for-each select="m:datafield[@tag eq '245'], m:datafield[@tag eq '246']">
      <dc:title><xsl:value-of select="s:codes(., 'abfgknps')"/></dc:title>
    </xsl:for-each>
    <!-- An authority record has no title of its own: its heading names it. -->
    <xsl:if test="empty(m:datafield[@tag eq '245'])">
      <dc:title><xsl:value-of select="m:datafield[@tag = ('130', '100', '110', '111', '150', '151')][1]/s:text(.)"/></dc:title>
    </xsl:if>
    <xsl:for-each select="m:datafield[@tag = ('100', '110', '111', '700', '710', '711', '720')][not(starts-with(@tag, '7') and m:subfield/@code = 't')]">
      <!-- Invenio puts the name of a collaboration into $g. -->
      <xsl:element name="dc:{if (s:contributes(.)) then 'contributor' else 'creator'}">
        <xsl:value-of select="s:codes(., if (@tag eq '710' and not(m:subfield/@code = 'a')) then 'g' else 'abcdnq')"/>
      </xsl:element>
    </xsl:for-each>
    <xsl:for-each select="m:datafield[@tag = ('600', '610', '611', '630', '650', '653')]">
      <dc:subject>
        <xsl:value-of select="string-join((s:codes(., 'abcdnpqt')[. ne ''], m:subfield[@code = ('v', 'x', 'y', 'z')]/s:trim(.)), '--')"/>
      </dc:subject>
    </xsl:for-each>
    <xsl:for-each select="m:datafield[@tag = ('050', '060', '080', '082')]">
      <dc:subject><xsl:value-of select="s:codes(., 'ab')"/></dc:subject>
    </xsl:for-each>
    <xsl:for-each select="m:datafield[starts-with(@tag, '5')][not(@tag = ('506', '530', '534', '540', '546'))]">
      <dc:description><xsl:value-of select="s:text(.)"/></dc:description>
    </xsl:for-each>
    <xsl:for-each select="m:datafield[@tag eq '260' or (@tag eq '264' and @ind2 eq '1')]">
      <dc:publisher><xsl:value-of select="s:codes(., 'ab')"/></dc:publisher>
    </xsl:for-each>
    <xsl:if test="matches(substring($fixed, 8, 4), '^[0-9]{4}$')">
      <dc:date kind="issued"><xsl:value-of select="substring($fixed, 8, 4)"/></dc:date>
    </xsl:if>
    <!-- Special coded dates: publication, making, the time that the contents are of; when the resource was changed or is valid is none. -->
    <xsl:for-each select="m:datafield[@tag eq '046']">
      <xsl:sequence select="s:dates('issued', s:period((m:subfield[@code eq 'c'], m:subfield[@code eq 'b'])[1] ! s:coded(.), (m:subfield[@code eq 'e'], m:subfield[@code eq 'd'])[1] ! s:coded(.)))"/>
      <xsl:sequence select="s:dates('created', s:period(m:subfield[@code eq 'k'][1] ! s:coded(.), m:subfield[@code eq 'l'][1] ! s:coded(.)))"/>
      <xsl:sequence select="s:dates('other', s:period(m:subfield[@code eq 'o'][1] ! s:coded(.), m:subfield[@code eq 'p'][1] ! s:coded(.)))"/>
    </xsl:for-each>
    <xsl:for-each select="m:datafield[@tag eq '260' or (@tag eq '264' and @ind2 = ('0', '1', '2', '3'))]/m:subfield[@code = ('c', 'g')]">
      <dc:date kind="{if (../@tag eq '264' and ../@ind2 = ('2', '3') or @code eq 'g') then 'manufacture' else if (../@tag eq '264' and ../@ind2 eq '0') then 'created' else 'issued'}">
        <xsl:value-of select="replace(s:trim(.), '\.$', '')"/>
      </dc:date>
    </xsl:for-each>
    <!-- Invenio keeps the year in the reference to the journal, where MARC has a CODEN of six characters. -->
    <xsl:if test="not(matches(substring($fixed, 8, 4), '^[0-9]{4}$')) and empty(m:datafield[@tag = ('260', '264')]/m:subfield[@code = ('c', 'g')][normalize-space(.) ne ''])">
      <dc:date><xsl:value-of select="(m:datafield[@tag eq '773']/m:subfield[@code eq 'y']/normalize-space(.)[matches(., '^[12][0-9]{3}$')])[1]"/></dc:date>
    </xsl:if>
    <dc:type>
      <xsl:variable name="kind" select="substring($leader, 7, 1)"/>
      <xsl:value-of select="
          if ($kind = ('a', 'c', 'd', 't')) then 'text'
          else if ($kind = ('e', 'f', 'g', 'k')) then 'image'
          else if ($kind = ('i', 'j')) then 'sound'
          else if ($kind eq 'm') then 'software'
          else if ($kind eq 'p') then 'collection'
          else if ($kind eq 'r') then 'physical object'
          else ''"/>
    </dc:type>
    <xsl:if test="substring($leader, 8, 1) eq 'c'">
      <dc:type>collection</dc:type>
    </xsl:if>
    <xsl:for-each select="m:datafield[@tag eq '655']">
      <dc:type><xsl:value-of select="s:codes(., 'abvxyz')"/></dc:type>
    </xsl:for-each>
    <xsl:for-each select="m:datafield[@tag eq '340'] | m:datafield[@tag eq '856']/m:subfield[@code eq 'q']">
      <dc:format><xsl:value-of select="if (self::m:datafield) then s:text(.) else s:trim(.)"/></dc:format>
    </xsl:for-each>
    <xsl:for-each select="m:datafield[@tag eq '856']/m:subfield[@code eq 'u']">
      <dc:identifier><xsl:value-of select="normalize-space(.)"/></dc:identifier>
    </xsl:for-each>
    <xsl:for-each select="m:datafield[@tag = ('020', '022')]/m:subfield[@code eq 'a'][normalize-space(.) ne '']">
      <dc:identifier>
        <xsl:value-of select="if (../@tag eq '020') then 'urn:ISBN:' else 'urn:ISSN:', tokenize(normalize-space(.), ' ')[1]" separator=""/>
      </dc:identifier>
    </xsl:for-each>
    <xsl:for-each select="m:datafield[@tag eq '024']/m:subfield[@code eq 'a']">
      <dc:identifier>
        <!-- Without a scheme, which only the first indicator 7 announces, a number is just a number. -->
        <xsl:value-of select="s:identifier(., (../m:subfield[@code eq '2']/normalize-space(.), if (../@ind1 = ('7', '8', ' ')) then '' else 'other')[1])"/>
      </dc:identifier>
    </xsl:for-each>
    <!-- Numbers of technical reports; Invenio keeps arXiv's number among the stock numbers. -->
    <xsl:for-each select="m:datafield[@tag = ('027', '088')]/m:subfield[@code eq 'a']">
      <dc:identifier><xsl:value-of select="normalize-space(.)"/></dc:identifier>
    </xsl:for-each>
    <xsl:for-each select="m:datafield[@tag eq '037'][m:subfield[@code = ('9', '2', 'b')]/lower-case(normalize-space(.)) = 'arxiv']/m:subfield[@code eq 'a']">
      <dc:identifier><xsl:value-of select="s:identifier(., 'arxiv')"/></dc:identifier>
    </xsl:for-each>
    <xsl:for-each select="m:datafield[@tag eq '534'][m:subfield/@code = 't']">
      <dc:source><xsl:value-of select="s:codes(., 't')"/></dc:source>
    </xsl:for-each>
    <xsl:for-each select="m:datafield[@tag eq '786']">
      <dc:source><xsl:value-of select="s:codes(., 'ot')"/></dc:source>
    </xsl:for-each>
    <xsl:if test="matches(substring($fixed, 36, 3), '^[a-z]{3}$') and not(substring($fixed, 36, 3) = ('und', 'zxx', 'mul'))">
      <dc:language><xsl:value-of select="substring($fixed, 36, 3)"/></dc:language>
    </xsl:if>
    <xsl:for-each select="m:datafield[@tag eq '041']/m:subfield[@code = ('a', 'd')] | m:datafield[@tag eq '546']/m:subfield[@code eq 'a']">
      <dc:language><xsl:value-of select="replace(s:trim(.), '\.$', '')"/></dc:language>
    </xsl:for-each>
    <xsl:for-each select="m:datafield[@tag eq '530']">
      <dc:relation><xsl:value-of select="s:text(.)"/></dc:relation>
    </xsl:for-each>
    <xsl:for-each select="m:datafield[matches(@tag, '^7[678][0-9]$')][not(@tag eq '786')]">
      <dc:relation><xsl:value-of select="s:codes(., 'ot')"/></dc:relation>
    </xsl:for-each>
    <xsl:for-each select="m:datafield[@tag = ('651', '662', '751', '752')]">
      <dc:coverage>
        <xsl:value-of select="string-join(m:subfield[matches(@code, '[a-hvxyz]')]/s:trim(.), '--')"/>
      </dc:coverage>
    </xsl:for-each>
    <xsl:for-each select="m:datafield[@tag = ('506', '540')]">
      <dc:rights><xsl:value-of select="s:text(.)"/></dc:rights>
    </xsl:for-each>
  </xsl:template>

</xsl:stylesheet>
