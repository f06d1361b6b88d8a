<?xml version="1.0" encoding="UTF-8"?>
<!-- An Atom entry to oai_dc. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="(descendant-or-self::*:entry | descendant-or-self::*:feed)[1]" mode="description"/>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

  <xsl:template match="*" mode="description">
    <xsl:sequence select="s:dc('title', *:title)"/>
    <xsl:sequence select="s:dc('creator', *:author/*:name)"/>
    <xsl:sequence select="s:dc('contributor', *:contributor/*:name)"/>
    <xsl:sequence select="s:dc('subject', *:category[not(starts-with(@scheme, 'http://www.openarchives.org/ore/'))] ! (@label, @term)[normalize-space(.) ne ''][1])"/>
    <xsl:sequence select="s:dc('description', *:summary)"/>
    <xsl:sequence select="s:dc('date', (*:published, *:updated)[1])"/>
    <xsl:sequence select="s:dc('identifier', (*:id, *:link[@rel = ('alternate', 'http://www.openarchives.org/ore/terms/describes')]/@href))"/>
    <xsl:sequence select="s:dc('rights', *:rights)"/>
  </xsl:template>

</xsl:stylesheet>
