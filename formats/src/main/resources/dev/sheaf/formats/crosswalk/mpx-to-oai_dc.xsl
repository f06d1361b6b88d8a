<?xml version="1.0" encoding="UTF-8"?>
<!-- MuseumPlus exports (mpx) to oai_dc: the object of the collection, not its pictures. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="(descendant-or-self::*:sammlungsobjekt)[1]" mode="description"/>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

  <xsl:template match="*" mode="description">
    <xsl:sequence select="s:dc('title', (*:titel[s:plain(.) ne ''], *:sachbegriff[s:plain(.) ne ''])[1])"/>
    <xsl:sequence select="s:dc('title', *:titel)"/>
    <xsl:sequence select="s:dc('creator', *:personKörperschaftRef[contains(lower-case(@funktion), 'künstler') or lower-case(@funktion) = ('hersteller', 'urheber', 'fotograf', 'autor', 'komponist', 'interpret')])"/>
    <xsl:sequence select="s:dc('publisher', *:verwaltendeInstitution)"/>
    <xsl:sequence select="s:dc('subject', (*:sachbegriff, *:systematikArt))"/>
    <xsl:sequence select="s:dc('description', (*:onlineBeschreibung, *:kurzeBeschreibung, *:langeBeschreibung))"/>
    <xsl:sequence select="s:dc('date', *:datierung ! (s:plain(.)[. ne ''], s:period(@vonJahr, @bisJahr))[1])"/>
    <xsl:sequence select="s:dc('type', *:objekttyp)"/>
    <xsl:sequence select="s:dc('format', (*:materialTechnik, *:maßangabe))"/>
    <xsl:sequence select="s:dc('identifier', *:identNr)"/>
    <xsl:sequence select="s:dc('coverage', *:geogrBezug)"/>
    <xsl:sequence select="s:dc('rights', *:credits)"/>
  </xsl:template>

</xsl:stylesheet>
