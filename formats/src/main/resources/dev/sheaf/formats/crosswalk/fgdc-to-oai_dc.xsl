<?xml version="1.0" encoding="UTF-8"?>
<!-- FGDC CSDGM to oai_dc: the citation of the data set, not those of its sources and cross references. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="(descendant-or-self::*:metadata[*:idinfo])[1]" mode="description"/>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

  <xsl:template match="*" mode="description">
    <xsl:variable name="info" select="*:idinfo[1]"/>
    <xsl:variable name="citation" select="$info/*:citation/*:citeinfo"/>
    <xsl:sequence select="s:dc('title', $citation/*:title)"/>
    <xsl:sequence select="s:dc('creator', $citation/*:origin)"/>
    <xsl:sequence select="s:dc('publisher', $citation/*:pubinfo/*:publish)"/>
    <xsl:sequence select="s:dc('subject', $info/*:keywords/*:theme/*:themekey)"/>
    <xsl:sequence select="s:dc('description', $info/*:descript/(*:abstract, *:purpose))"/>
    <xsl:sequence select="s:dc('date', $citation/*:pubdate[matches(., '[0-9]{4}')] ! replace(s:plain(.), '^([0-9]{4})([0-9]{2})([0-9]{2})?$', '$1-$2-$3') ! replace(., '-$', ''))"/>
    <xsl:sequence select="s:dc('type', $citation/*:geoform)"/>
    <xsl:sequence select="s:dc('format', *:distinfo/*:stdorder/*:digform/*:digtinfo/*:formname)"/>
    <xsl:sequence select="s:dc('identifier', $citation/*:onlink ! s:identifier(string(.), ''))"/>
    <xsl:sequence select="s:dc('relation', ($citation/*:lworkcit/*:citeinfo/*:title, $info/*:crossref/*:citeinfo/*:title))"/>
    <xsl:sequence select="s:dc('coverage', $info/*:spdom/*:bounding ! s:box(*:northbc, *:southbc, *:westbc, *:eastbc))"/>
    <xsl:sequence select="s:dc('coverage', $info/*:keywords/*:place/*:placekey)"/>
    <xsl:sequence select="s:dc('coverage', $info/*:timeperd/*:timeinfo ! (.//*:caldate/s:plain(.), s:period(*:rngdates/*:begdate, *:rngdates/*:enddate)))"/>
    <xsl:sequence select="s:dc('rights', $info/(*:useconst, *:accconst)[not(lower-case(s:plain(.)) = ('none', 'none.'))])"/>
  </xsl:template>

</xsl:stylesheet>
