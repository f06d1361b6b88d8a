<?xml version="1.0" encoding="UTF-8"?>
<!-- What all crosswalks to oai_dc share: the wrapper, and the tidying of values. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    exclude-result-prefixes="xs s">

  <xsl:output method="xml" encoding="UTF-8" indent="no" omit-xml-declaration="yes"/>

  <!-- Identifier of the item: the title of a record in which no other can be found, so that none is empty. -->
  <xsl:param name="identifier" as="xs:string" select="''"/>

  <xsl:variable name="s:order" as="xs:string*" select="('title', 'creator', 'subject', 'description', 'publisher', 'contributor', 'date',
      'type', 'format', 'identifier', 'source', 'language', 'relation', 'coverage', 'rights')"/>

  <!-- Wraps what a crosswalk has found: blank values and repetitions go, elements come in the usual order. -->
  <xsl:function name="s:record" as="element(oai_dc:dc)">
    <xsl:param name="found" as="element()*"/>
    <oai_dc:dc
        xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd">
      <xsl:variable name="kept" select="$found[normalize-space(.) ne '']"/>
      <xsl:if test="empty($kept[self::dc:title])">
        <dc:title><xsl:value-of select="$identifier"/></dc:title>
      </xsl:if>
      <xsl:for-each select="$s:order">
        <xsl:variable name="name" select="."/>
        <xsl:variable name="values" select="$kept[local-name() eq $name]"/>
        <xsl:for-each-group select="if ($name eq 'date') then sort($values, (), s:place-of-date#1) else $values" group-by="normalize-space(.)">
          <xsl:element name="dc:{$name}">
            <xsl:if test="@xml:lang castable as xs:language">
              <xsl:attribute name="xml:lang" select="normalize-space(@xml:lang)"/>
            </xsl:if>
            <xsl:value-of select="current-grouping-key()"/>
          </xsl:element>
        </xsl:for-each-group>
      </xsl:for-each>
    </oai_dc:dc>
  </xsl:function>

  <!-- The first date is the year of the thing to everybody who reads Dublin Core. An attribute "kind" tells what a date is of: publication
       and making come first; a date from which the thing is available, when it was changed or digitised, comes last, as does a text that is
       no year, such as 1774mau. Dates of the same kind keep their order. -->
  <xsl:function name="s:place-of-date" as="xs:integer">
    <xsl:param name="date" as="element()"/>
    <xsl:variable name="kind" select="replace(replace(lower-case(normalize-space($date/@kind)), '^dc\.', ''), '^date[-_ ]?', '')"/>
    <xsl:variable name="rank" as="xs:integer" select="
        if ($kind eq 'key') then 0
        else if (matches($kind, '^(issued|publi|pub|releas|distribut)')) then 1
        else if (matches($kind, '^creat')) then 2
        else if (matches($kind, '^copyright')) then 4
        else if (matches($kind, '^(accepted|submitted|defen[cs]e)')) then 5
        else if (matches($kind, '^(available|valid|modif|updat|revis|captur|digit|embargo|manufact)')) then 200
        else 3"/>
    <xsl:variable name="is-year" select="matches(normalize-space($date), '(^|[^0-9])-?[0-9]{4}([^0-9a-z]|$)')"/>
    <!-- A time of day is written by systems, such as that of going online. -->
    <xsl:sequence select="$rank + (if (matches($date, '[0-9]T[0-9]{2}:[0-9]{2}')) then 10 else 0) + (if (matches($date, 'embargo', 'i')) then 300 else 0) + (if ($is-year) then 0 else 100)"/>
  </xsl:function>

  <!-- Dates with what they are of, for their order. -->
  <xsl:function name="s:dates" as="element()*">
    <xsl:param name="kind" as="xs:string"/>
    <xsl:param name="values" as="item()*"/>
    <xsl:for-each select="$values">
      <dc:date kind="{$kind}"><xsl:value-of select="if (. instance of node()) then s:plain(.) else string(.)"/></dc:date>
    </xsl:for-each>
  </xsl:function>

  <!-- An identifier as something that works outside its system: a DOI, Handle, arXiv or PubMed number as its address, ISBN and ISSN as URN. -->
  <xsl:function name="s:identifier" as="xs:string">
    <xsl:param name="value" as="xs:string"/>
    <xsl:param name="type" as="xs:string"/>
    <xsl:variable name="text" select="normalize-space($value)"/>
    <xsl:variable name="kind" select="lower-case(normalize-space($type))"/>
    <xsl:sequence select="
        if ($text eq '' or matches($text, '^[a-z]+://')) then $text
        else if ($kind = ('doi', '') and matches($text, '^(doi:\s*)?10\.[0-9]{4,}[0-9.]*/.', 'i')) then 'https://doi.org/' || replace($text, '^doi:\s*', '', 'i')
        else if ($kind = ('handle', 'hdl') and matches($text, '^(hdl:)?[0-9]+(\.[0-9.]+)?/.', 'i')) then 'https://hdl.handle.net/' || replace($text, '^hdl:', '', 'i')
        else if ($kind eq 'arxiv' and matches($text, '^(arxiv:)?([0-9]{4}\.[0-9]{4,5}|[a-z.-]+/[0-9]{7})(v[0-9]+)?$', 'i')) then 'https://arxiv.org/abs/' || replace($text, '^arxiv:', '', 'i')
        else if ($kind eq 'pmid' and matches($text, '^[0-9]+$')) then 'https://pubmed.ncbi.nlm.nih.gov/' || $text
        else if ($kind = ('pmc', 'pmcid') and matches($text, '^(PMC)?[0-9]+$')) then 'https://www.ncbi.nlm.nih.gov/pmc/articles/PMC' || replace($text, '^PMC', '')
        else if ($kind = ('isbn', 'issn', 'eissn', 'lissn') and matches($text, '^[0-9]')) then 'urn:' || upper-case(replace($kind, '^[el]i', 'i')) || ':' || $text
        else $text"/>
  </xsl:function>

  <!-- Text that is a code for "not known" or "not applicable" says nothing. -->
  <xsl:function name="s:known" as="xs:string">
    <xsl:param name="text" as="item()?"/>
    <xsl:sequence select="if (matches(normalize-space($text), '^\(?:(unac|unal|unap|unas|unav|unkn|none|null|tba|etal)\)?$', 'i')) then '' else normalize-space($text)"/>
  </xsl:function>

  <!-- Cataloguing rules end a field with the punctuation that leads to the next one. -->
  <xsl:function name="s:trim" as="xs:string">
    <xsl:param name="text" as="xs:string"/>
    <xsl:sequence select="replace(normalize-space($text), '\s*[,/:;=]+$', '')"/>
  </xsl:function>

<!-- Text of an element. Words of neighbouring elements are kept apart; words that an emphasis interrupts are not. -->
  <xsl:function name="s:plain" as="xs:string">
    <xsl:param name="nodes" as="node()*"/>
    <xsl:sequence select="string-join($nodes ! normalize-space(string-join((descendant-or-self::text() | self::attribute())[normalize-space(.) ne '' or ../text()[normalize-space(.) ne '']], if (text()[normalize-space(.) ne '']) then '' else ' '))[. ne ''], ' ')"/>
  </xsl:function>

  <!-- An element of Dublin Core for each value; those that are elements hand on their language. -->
  <xsl:function name="s:dc" as="element()*">
    <xsl:param name="name" as="xs:string"/>
    <xsl:param name="values" as="item()*"/>
    <xsl:for-each select="$values">
      <xsl:element name="dc:{$name}">
        <xsl:if test=". instance of element()">
          <xsl:copy-of select="@xml:lang"/>
        </xsl:if>
        <xsl:value-of select="if (. instance of node()) then s:plain(.) else string(.)"/>
      </xsl:element>
    </xsl:for-each>
  </xsl:function>

  <!-- Family name first, as catalogues write it. -->
  <xsl:function name="s:inverted" as="xs:string">
    <xsl:param name="family" as="item()*"/>
    <xsl:param name="given" as="item()*"/>
    <xsl:sequence select="string-join((string-join($family ! normalize-space(string(.))[. ne ''], ' '), string-join($given ! normalize-space(string(.))[. ne ''], ' '))[. ne ''], ', ')"/>
  </xsl:function>

  <!-- A box on the earth as DCMI writes it; empty when a side is missing. -->
  <xsl:function name="s:box" as="xs:string">
    <xsl:param name="north" as="item()*"/>
    <xsl:param name="south" as="item()*"/>
    <xsl:param name="west" as="item()*"/>
    <xsl:param name="east" as="item()*"/>
    <xsl:variable name="sides" select="($north[1], $south[1], $west[1], $east[1]) ! normalize-space(string(.))[. ne '']"/>
    <xsl:sequence select="if (count($sides) eq 4) then 'northlimit=' || $sides[1] || '; southlimit=' || $sides[2] || '; westlimit=' || $sides[3] || '; eastlimit=' || $sides[4] else ''"/>
  </xsl:function>

  <!-- A period as ISO 8601 writes it; one date when the other is missing. -->
  <xsl:function name="s:period" as="xs:string">
    <xsl:param name="start" as="item()*"/>
    <xsl:param name="end" as="item()*"/>
    <xsl:sequence select="string-join(distinct-values(($start[1], $end[1]) ! normalize-space(string(.))[. ne '']), '/')"/>
  </xsl:function>

</xsl:stylesheet>
