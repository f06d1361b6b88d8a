<?xml version="1.0" encoding="UTF-8"?>
<!-- RFC 1807, bibliographic records of technical reports, to oai_dc. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="(descendant-or-self::*:rfc1807)[1]" mode="description"/>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

  <xsl:template match="*" mode="description">
    <xsl:sequence select="s:dc('title', *:title)"/>
    <xsl:sequence select="s:dc('creator', (*:author, *:corp-author))"/>
    <xsl:sequence select="s:dc('publisher', (*:organization, *:organisation))"/>
    <xsl:sequence select="s:dc('subject', (*:keyword, *:cr-category))"/>
    <xsl:sequence select="s:dc('description', (*:abstract, *:notes))"/>
    <xsl:sequence select="s:dc('date', *:date)"/>
    <xsl:sequence select="s:dc('type', *:type)"/>
    <xsl:sequence select="s:dc('identifier', (*:handle ! s:identifier(string(.), 'handle'), *:other_access ! replace(s:plain(.), '^url:', '', 'i'), *:id))"/>
    <xsl:sequence select="s:dc('language', *:language)"/>
    <xsl:sequence select="s:dc('relation', *:series)"/>
    <xsl:sequence select="s:dc('rights', *:copyright)"/>
  </xsl:template>

</xsl:stylesheet>
