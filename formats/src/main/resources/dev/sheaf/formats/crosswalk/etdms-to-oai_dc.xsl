<?xml version="1.0" encoding="UTF-8"?>
<!-- ETD-MS, the format of theses, to oai_dc: Dublin Core, and the degree. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>
  <xsl:include href="dublin-core.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="thesis" select="(descendant-or-self::*:thesis)[1]"/>
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="$thesis/*[not(self::*:degree or self::*:alternativeTitle or self::*:identifier)]" mode="core"/>
      <xsl:for-each select="$thesis/*:alternativeTitle">
        <dc:title><xsl:copy-of select="@xml:lang"/><xsl:value-of select="."/></dc:title>
      </xsl:for-each>
      <xsl:for-each select="$thesis/*:identifier">
        <dc:identifier><xsl:value-of select="s:identifier(., '')"/></dc:identifier>
      </xsl:for-each>
      <xsl:for-each select="$thesis/*:degree">
        <!-- Who confers the degree stands behind the thesis as a publisher does. -->
        <xsl:for-each select="*:grantor">
          <dc:publisher><xsl:copy-of select="@xml:lang"/><xsl:value-of select="."/></dc:publisher>
        </xsl:for-each>
        <xsl:for-each select="*:discipline">
          <dc:subject><xsl:copy-of select="@xml:lang"/><xsl:value-of select="."/></dc:subject>
        </xsl:for-each>
        <!-- Older records have the level as a number. -->
        <xsl:for-each select="*:level">
          <dc:type>
            <xsl:value-of select="if (normalize-space(.) eq '0') then 'Undergraduate thesis' else if (normalize-space(.) eq '1') then 'Master thesis' else if (normalize-space(.) eq '2') then 'Doctoral thesis' else ."/>
          </dc:type>
        </xsl:for-each>
        <xsl:for-each select="*:name">
          <dc:description><xsl:copy-of select="@xml:lang"/><xsl:value-of select="."/></dc:description>
        </xsl:for-each>
      </xsl:for-each>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

</xsl:stylesheet>
