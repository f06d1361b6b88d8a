<?xml version="1.0" encoding="UTF-8"?>
<!-- Qualified Dublin Core to oai_dc. Its wrapper has many namespaces, and not everybody gives the elements theirs. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>
  <xsl:include href="dublin-core.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="found" as="element()*">
      <xsl:for-each select="/*/*[namespace-uri() = ($s:dublin-core, '', namespace-uri(/*)) or starts-with(namespace-uri(/*), namespace-uri()) or starts-with(namespace-uri(), 'http://pos.sissa.it/pos-ext_dc')]">
        <xsl:variable name="core" as="element()?">
          <xsl:apply-templates select="." mode="core"/>
        </xsl:variable>
        <xsl:for-each select="$core">
          <xsl:copy>
            <xsl:copy-of select="@xml:lang, @kind"/>
            <xsl:value-of select="if (self::dc:identifier or self::dc:relation) then s:identifier(., '') else ."/>
          </xsl:copy>
        </xsl:for-each>
      </xsl:for-each>
      <!-- ESE leads to the object at its provider. -->
      <xsl:sequence select="s:dc('identifier', /*/*:isShownAt[matches(normalize-space(.), '^https?://')])"/>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

</xsl:stylesheet>
