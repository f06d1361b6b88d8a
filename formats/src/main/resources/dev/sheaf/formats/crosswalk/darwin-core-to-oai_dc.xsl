<?xml version="1.0" encoding="UTF-8"?>
<!-- Darwin Core to oai_dc: a specimen or observation is called by its scientific name. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="(descendant-or-self::*[*[starts-with(namespace-uri(), 'http://rs.tdwg.org/dwc/') or namespace-uri() eq namespace-uri(/*)][not(*)]])[1]" mode="description"/>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

  <xsl:template match="*" mode="description">
    <xsl:variable name="terms" select="*, *[*]/*"/>
    <xsl:sequence select="s:dc('title', ($terms[self::*:title or self::*:ScientificName or self::*:scientificName][s:plain(.) ne ''], $terms[self::*:vernacularName][s:plain(.) ne ''])[1])"/>
    <xsl:sequence select="s:dc('creator', $terms[self::*:recordedBy or self::*:creator or self::*:Collector])"/>
    <xsl:sequence select="s:dc('contributor', $terms[self::*:identifiedBy or self::*:contributor])"/>
    <xsl:sequence select="s:dc('publisher', $terms[self::*:publisher])"/>
    <xsl:sequence select="s:dc('subject', $terms[self::*:kingdom or self::*:phylum or self::*:class or self::*:order or self::*:family or self::*:genus or self::*:vernacularName or self::*:subject])"/>
    <xsl:sequence select="s:dc('description', $terms[self::*:occurrenceRemarks or self::*:description])"/>
    <xsl:sequence select="s:dc('date', $terms[self::*:eventDate or self::*:created][s:plain(.) ne ''][1])"/>
    <xsl:sequence select="s:dc('type', $terms[self::*:basisOfRecord or self::*:type])"/>
    <xsl:sequence select="s:dc('identifier', $terms[self::*:occurrenceID or self::*:taxonID or self::*:identifier or self::*:catalogNumber or self::*:GlobalUniqueIdentifier] ! s:identifier(string(.), ''))"/>
    <xsl:sequence select="s:dc('language', $terms[self::*:language])"/>
    <xsl:sequence select="s:dc('source', $terms[self::*:institutionCode or self::*:collectionCode or self::*:datasetName])"/>
    <xsl:sequence select="s:dc('coverage', ($terms[self::*:country or self::*:stateProvince or self::*:locality], if ($terms[self::*:decimalLatitude][s:plain(.) ne ''] and $terms[self::*:decimalLongitude][s:plain(.) ne '']) then 'east=' || s:plain($terms[self::*:decimalLongitude][1]) || '; north=' || s:plain($terms[self::*:decimalLatitude][1]) else ()))"/>
    <xsl:sequence select="s:dc('rights', $terms[self::*:license or self::*:rights or self::*:rightsHolder or self::*:accessRights])"/>
  </xsl:template>

</xsl:stylesheet>
