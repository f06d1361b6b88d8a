<?xml version="1.0" encoding="UTF-8"?>
<!-- oai_dc to MODS 3.8. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns="http://www.loc.gov/mods/v3"
    xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" exclude-result-prefixes="xs s dc xlink">

  <xsl:include href="from-oai_dc.xsl"/>

  <xsl:template match="/">
    <mods version="3.8" xsi:schemaLocation="http://www.loc.gov/mods/v3 http://www.loc.gov/standards/mods/v3/mods-3-8.xsd">
      <xsl:for-each select="s:all(/*, 'title')">
        <titleInfo>
          <xsl:if test="position() gt 1"><xsl:attribute name="type" select="'alternative'"/></xsl:if>
          <xsl:copy-of select="@xml:lang[. castable as xs:language]"/>
          <title><xsl:value-of select="normalize-space(.)"/></title>
        </titleInfo>
      </xsl:for-each>
      <xsl:for-each select="s:all(/*, 'creator'), s:all(/*, 'contributor')">
        <name>
          <namePart><xsl:value-of select="normalize-space(.)"/></namePart>
          <role><roleTerm type="code" authority="marcrelator"><xsl:value-of select="if (self::dc:creator) then 'cre' else 'ctb'"/></roleTerm></role>
        </name>
      </xsl:for-each>
      <xsl:variable name="types" select="s:all(/*, 'type')"/>
      <xsl:for-each select="distinct-values($types ! s:resource(s:type(.)))[. ne '']">
        <typeOfResource><xsl:value-of select="."/></typeOfResource>
      </xsl:for-each>
      <!-- What is no type of MODS is kept as its genre. -->
      <xsl:for-each select="$types">
        <genre><xsl:copy-of select="@xml:lang[. castable as xs:language]"/><xsl:value-of select="normalize-space(.)"/></genre>
      </xsl:for-each>
      <xsl:if test="exists((s:all(/*, 'publisher'), s:all(/*, 'date')))">
        <originInfo>
          <xsl:for-each select="s:all(/*, 'publisher')">
            <publisher><xsl:copy-of select="@xml:lang[. castable as xs:language]"/><xsl:value-of select="normalize-space(.)"/></publisher>
          </xsl:for-each>
          <xsl:for-each select="s:all(/*, 'date')">
            <dateIssued>
              <xsl:if test="s:is-date(.)"><xsl:attribute name="encoding" select="'w3cdtf'"/></xsl:if>
              <xsl:value-of select="normalize-space(.)"/>
            </dateIssued>
          </xsl:for-each>
        </originInfo>
      </xsl:if>
      <xsl:for-each select="s:all(/*, 'language')">
        <language>
          <languageTerm>
            <xsl:choose>
              <xsl:when test="matches(normalize-space(.), '^[a-z]{3}$')">
                <xsl:attribute name="type" select="'code'"/><xsl:attribute name="authority" select="'iso639-2b'"/>
              </xsl:when>
              <xsl:when test="matches(normalize-space(.), '^[a-z]{2}(-[A-Za-z0-9]{2,8})*$')">
                <xsl:attribute name="type" select="'code'"/><xsl:attribute name="authority" select="'rfc3066'"/>
              </xsl:when>
              <xsl:otherwise><xsl:attribute name="type" select="'text'"/></xsl:otherwise>
            </xsl:choose>
            <xsl:value-of select="normalize-space(.)"/>
          </languageTerm>
        </language>
      </xsl:for-each>
      <xsl:if test="exists(s:all(/*, 'format'))">
        <physicalDescription>
          <xsl:for-each select="s:all(/*, 'format')">
            <xsl:element name="{if (matches(normalize-space(.), '^[a-z]+/[a-z0-9.+-]+$')) then 'internetMediaType' else 'form'}"><xsl:value-of select="normalize-space(.)"/></xsl:element>
          </xsl:for-each>
        </physicalDescription>
      </xsl:if>
      <xsl:for-each select="s:all(/*, 'description')">
        <abstract><xsl:copy-of select="@xml:lang[. castable as xs:language]"/><xsl:value-of select="normalize-space(.)"/></abstract>
      </xsl:for-each>
      <xsl:for-each select="s:all(/*, 'subject')">
        <subject><xsl:copy-of select="@xml:lang[. castable as xs:language]"/><topic><xsl:value-of select="normalize-space(.)"/></topic></subject>
      </xsl:for-each>
      <xsl:for-each select="s:all(/*, 'coverage')">
        <subject>
          <xsl:element name="{if (matches(normalize-space(.), '^-?[0-9]{1,4}([^a-zA-Z]|$)')) then 'temporal' else 'geographic'}"><xsl:value-of select="normalize-space(.)"/></xsl:element>
        </subject>
      </xsl:for-each>
      <xsl:for-each select="s:all(/*, 'identifier')">
        <identifier type="{if (s:kind(.) eq 'url') then 'uri' else s:kind(.)}"><xsl:value-of select="s:bare(.)"/></identifier>
      </xsl:for-each>
      <xsl:for-each select="s:all(/*, 'identifier')[matches(normalize-space(.), '^(https?|ftp)://\S+$')]">
        <location><url><xsl:value-of select="normalize-space(.)"/></url></location>
      </xsl:for-each>
      <xsl:for-each select="s:all(/*, 'source'), s:all(/*, 'relation')">
        <relatedItem>
          <xsl:if test="self::dc:source"><xsl:attribute name="type" select="'original'"/></xsl:if>
          <xsl:choose>
            <xsl:when test="s:kind(.) eq 'local'"><titleInfo><title><xsl:value-of select="normalize-space(.)"/></title></titleInfo></xsl:when>
            <xsl:otherwise><identifier type="{if (s:kind(.) eq 'url') then 'uri' else s:kind(.)}"><xsl:value-of select="s:bare(.)"/></identifier></xsl:otherwise>
          </xsl:choose>
        </relatedItem>
      </xsl:for-each>
      <xsl:for-each select="s:all(/*, 'rights')">
        <accessCondition type="use and reproduction">
          <xsl:if test="s:kind(.) eq 'url' and normalize-space(.) castable as xs:anyURI"><xsl:attribute name="xlink:href" select="normalize-space(.)"/></xsl:if>
          <xsl:value-of select="normalize-space(.)"/>
        </accessCondition>
      </xsl:for-each>
      <recordInfo>
        <recordIdentifier><xsl:value-of select="$identifier"/></recordIdentifier>
        <recordOrigin>Made from oai_dc</recordOrigin>
      </recordInfo>
    </mods>
  </xsl:template>

  <xsl:function name="s:resource" as="xs:string">
    <xsl:param name="type" as="xs:string"/>
    <xsl:sequence select="
        if ($type eq 'text') then 'text'
        else if ($type = ('image', 'stillimage')) then 'still image'
        else if ($type eq 'movingimage') then 'moving image'
        else if ($type eq 'sound') then 'sound recording'
        else if ($type = ('software', 'interactiveresource', 'dataset')) then 'software, multimedia'
        else if ($type eq 'physicalobject') then 'three dimensional object'
        else ''"/>
  </xsl:function>

</xsl:stylesheet>
