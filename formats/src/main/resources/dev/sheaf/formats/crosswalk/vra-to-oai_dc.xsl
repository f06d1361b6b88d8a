<?xml version="1.0" encoding="UTF-8"?>
<!-- VRA Core 4 to oai_dc: the work, or the image where a record has no work. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="((descendant-or-self::*:work, descendant-or-self::*:collection, descendant-or-self::*:image)[*:titleSet or *:title])[1]" mode="description"/>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

  <xsl:template match="*" mode="description">
    <xsl:variable name="titles" select="s:all(., 'title')"/>
    <xsl:sequence select="s:dc('title', ($titles[@pref eq 'true'], $titles[not(@pref eq 'true')]))"/>
    <xsl:sequence select="s:dc('creator', s:all(., 'agent') ! (*:name[s:plain(.) ne ''], .[not(*)])[1])"/>
    <xsl:sequence select="s:dc('subject', s:all(., 'subject') ! (if (*:term) then *:term else .))"/>
    <xsl:sequence select="s:dc('description', s:all(., 'description'))"/>
    <xsl:sequence select="s:dc('date', s:all(., 'date')[not(@type = ('alteration', 'restoration', 'view'))] ! (s:period(*:earliestDate[1], *:latestDate[1])[. ne ''], s:plain(.))[1])"/>
    <xsl:sequence select="s:dc('type', (s:all(., 'worktype'), local-name()[not(. eq 'work')]))"/>
    <xsl:sequence select="s:dc('format', (s:all(., 'material'), s:all(., 'technique'), s:all(., 'measurements')))"/>
    <xsl:sequence select="s:dc('identifier', (s:all(., 'location')/*:refid, (@refid, @id)[normalize-space(.) ne ''][1]))"/>
    <xsl:sequence select="s:dc('coverage', (s:all(., 'culturalContext'), s:all(., 'stylePeriod'), s:all(., 'location')[@type = ('creation', 'site', 'discovery')]/*:name))"/>
    <xsl:sequence select="s:dc('source', s:all(., 'source') ! (*:name, .)[1])"/>
    <xsl:sequence select="s:dc('relation', s:all(., 'relation'))"/>
    <xsl:sequence select="s:dc('rights', s:all(., 'rights') ! (*:text, .)[1])"/>
  </xsl:template>

  <!-- Elements of a kind, in their set or not. What is only for display or a note repeats them. -->
  <xsl:function name="s:all" as="element()*">
    <xsl:param name="object" as="element()"/>
    <xsl:param name="name" as="xs:string"/>
    <xsl:sequence select="$object/(., *[local-name() eq $name || 'Set'])/*[local-name() eq $name]"/>
  </xsl:function>

</xsl:stylesheet>
