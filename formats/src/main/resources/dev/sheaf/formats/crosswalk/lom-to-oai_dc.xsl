<?xml version="1.0" encoding="UTF-8"?>
<!-- IEEE LOM and IMS metadata (older, in lower case) to oai_dc. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="(descendant-or-self::*:lom)[1]" mode="description"/>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

  <xsl:template match="*" mode="description">
    <xsl:variable name="general" select="*[s:is(., 'general')]"/>
    <xsl:variable name="contributions" select="*[s:is(., 'lifecycle')]/*[s:is(., 'contribute')]"/>
    <xsl:sequence select="s:dc('title', $general/*[s:is(., 'title')] ! s:strings(.))"/>
    <xsl:sequence select="s:dc('creator', $contributions[s:role(.) = ('author', 'creator')] ! s:people(.))"/>
    <xsl:sequence select="s:dc('publisher', $contributions[s:role(.) eq 'publisher'] ! s:people(.))"/>
    <xsl:sequence select="s:dc('contributor', $contributions[not(s:role(.) = ('', 'author', 'creator', 'publisher', 'unknown'))] ! s:people(.))"/>
    <xsl:sequence select="s:dc('subject', $general/*[s:is(., 'keyword')] ! s:strings(.))"/>
    <xsl:sequence select="s:dc('subject', *[s:is(., 'classification')][s:word(*[s:is(., 'purpose')]) eq 'discipline']/*[s:is(., 'taxonpath')]/*[s:is(., 'taxon')][last()]/*[s:is(., 'entry')] ! s:strings(.))"/>
    <xsl:sequence select="s:dc('description', $general/*[s:is(., 'description')] ! s:strings(.))"/>
    <!-- When it was published, else when it was written, else the only date there is. -->
    <xsl:variable name="dates" select="(for $role in ('publisher', 'author', 'creator', '') return $contributions[s:role(.) eq $role]), $contributions[count($contributions) eq 1]"/>
    <xsl:sequence select="s:dc('date', ($dates/*[s:is(., 'date')]/*[s:is(., 'datetime')][normalize-space(.) ne ''])[1])"/>
    <xsl:sequence select="s:dc('type', *[s:is(., 'educational')]/*[s:is(., 'learningresourcetype')] ! s:value(.))"/>
    <xsl:sequence select="s:dc('format', *[s:is(., 'technical')]/*[s:is(., 'format')])"/>
    <xsl:sequence select="s:dc('identifier', *[s:is(., 'technical')]/*[s:is(., 'location')][matches(normalize-space(.), '^(https?|ftp)://')])"/>
    <xsl:for-each select="$general/*[s:is(., 'identifier')][*], $general/*[s:is(., 'catalogentry')]">
      <xsl:sequence select="s:dc('identifier', s:identifier(s:plain(*[s:is(., 'entry')][1]), s:plain(*[s:is(., 'catalog')][1])))"/>
    </xsl:for-each>
    <xsl:sequence select="s:dc('identifier', $general/*[s:is(., 'identifier')][not(*)])"/>
    <xsl:sequence select="s:dc('language', $general/*[s:is(., 'language')][not(normalize-space(.) = ('none', 'x-none'))])"/>
    <xsl:for-each select="*[s:is(., 'relation')]/*[s:is(., 'resource')]">
      <xsl:sequence select="s:dc('relation', (*[s:is(., 'identifier')]/(*[s:is(., 'entry')], .)[1], *[s:is(., 'catalogentry')]/*[s:is(., 'entry')], *[s:is(., 'description')]/s:strings(.))[s:plain(.) ne ''][1])"/>
    </xsl:for-each>
    <xsl:sequence select="s:dc('coverage', $general/*[s:is(., 'coverage')] ! s:strings(.))"/>
    <xsl:sequence select="s:dc('rights', *[s:is(., 'rights')]/*[s:is(., 'description')] ! s:strings(.))"/>
  </xsl:template>

  <!-- The same names are written in lower case (IMS) and in camel case (IEEE). -->
  <xsl:function name="s:is" as="xs:boolean">
    <xsl:param name="element" as="element()"/>
    <xsl:param name="name" as="xs:string"/>
    <xsl:sequence select="lower-case(local-name($element)) eq $name"/>
  </xsl:function>

  <!-- A text in each of its languages. -->
  <xsl:function name="s:strings" as="element()*">
    <xsl:param name="text" as="element()"/>
    <xsl:for-each select="if ($text/*) then $text/* else $text">
      <xsl:copy>
        <xsl:variable name="language" select="string((@xml:lang, @language)[1])"/>
        <xsl:if test="$language castable as xs:language and not(starts-with($language, 'x-'))">
          <xsl:attribute name="xml:lang" select="$language"/>
        </xsl:if>
        <xsl:value-of select="."/>
      </xsl:copy>
    </xsl:for-each>
  </xsl:function>

  <!-- The word of a vocabulary. -->
  <xsl:function name="s:value" as="xs:string">
    <xsl:param name="property" as="element()*"/>
    <xsl:sequence select="s:plain($property[1]/*[s:is(., 'value')][1])"/>
  </xsl:function>

  <xsl:function name="s:word" as="xs:string">
    <xsl:param name="property" as="element()*"/>
    <xsl:sequence select="lower-case(s:value($property))"/>
  </xsl:function>

  <xsl:function name="s:role" as="xs:string">
    <xsl:param name="contribution" as="element()"/>
    <xsl:sequence select="s:word($contribution/*[s:is(., 'role')][1])"/>
  </xsl:function>

  <!-- People are vCards: the formatted name, else the name in parts, else the organisation. Lines of a vCard may have been joined. -->
  <xsl:function name="s:people" as="xs:string*">
    <xsl:param name="contribution" as="element()"/>
    <xsl:for-each select="$contribution/*[s:is(., 'centity') or s:is(., 'entity')]">
      <xsl:variable name="card" select="normalize-space(.)"/>
      <xsl:sequence select="if (not(contains(upper-case($card), 'BEGIN:VCARD'))) then $card else (s:field($card, 'FN'), s:turned(s:field($card, 'N')), s:field($card, 'ORG'))[normalize-space(.) ne ''][1]"/>
    </xsl:for-each>
  </xsl:function>

  <xsl:function name="s:field" as="xs:string?">
    <xsl:param name="card" as="xs:string"/>
    <xsl:param name="name" as="xs:string"/>
    <xsl:variable name="rest" select="tokenize(replace($card, '^.*?\s' || $name || '(;[^:]*)?:', '&#xE000;', 'i'), '&#xE000;')[2]"/>
    <xsl:sequence select="$rest ! normalize-space(replace(replace(., '\s+[A-Za-z-]+(;[A-Za-z=,;&quot;-]*)?:.*$', ''), '\\([,;])', '$1'))"/>
  </xsl:function>

  <xsl:function name="s:turned" as="xs:string?">
    <xsl:param name="name" as="xs:string?"/>
    <xsl:variable name="parts" select="tokenize($name, ';')"/>
    <xsl:sequence select="if (exists($name)) then s:inverted($parts[1], $parts[2]) else ()"/>
  </xsl:function>

</xsl:stylesheet>
