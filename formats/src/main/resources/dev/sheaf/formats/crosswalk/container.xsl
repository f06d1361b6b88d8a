<?xml version="1.0" encoding="UTF-8"?>
<!-- What containers share: which of the descriptions inside is taken. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:dcterms="http://purl.org/dc/terms/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>

  <!-- Namespaces of the formats that may be inside, best known first. -->
  <xsl:variable name="s:inside" as="xs:string*" select="('http://www.loc.gov/mods/v3', 'http://www.loc.gov/MARC21/slim', 'http://datacite.org/schema/kernel-4',
      'http://datacite.org/schema/kernel-3', 'http://www.lido-schema.org', 'http://www.tei-c.org/ns/1.0', 'http://www.vraweb.org/vracore4.htm',
      'ddi:codebook:2_5', 'http://www.isotc211.org/2005/gmd', 'http://www.openarchives.org/OAI/2.0/oai_dc/', 'http://purl.org/dc/terms/', 'http://purl.org/dc/elements/1.1/',
      'http://dspace.org/qualifieddc/', 'http://www.dspace.org/xmlns/dspace/dim', 'urn:isbn:1-931666-22-9', 'http://ead3.archivists.org/schema/')"/>

  <!-- True for an element that may describe: a lone date or the like in Dublin Core does not. -->
  <xsl:function name="s:best" as="xs:boolean">
    <xsl:param name="elements" as="element()*"/>
    <xsl:sequence select="some $e in $elements satisfies ($e/* or $e/namespace-uri() = ($s:inside) and $e/local-name() = $s:order or $e/local-name() = ('alternative', 'abstract'))"/>
  </xsl:function>

  <!-- The description in the best known format, as it stands. Loose elements of Dublin Core get a wrapper; when there is nothing, the
       container's own label makes the record. -->
  <xsl:function name="s:unwrapped" as="element()">
    <xsl:param name="candidates" as="element()*"/>
    <xsl:param name="label" as="xs:string"/>
    <xsl:param name="id" as="xs:string"/>
    <xsl:variable name="best" select="(for $namespace in $s:inside return $candidates[namespace-uri() eq $namespace], $candidates[not(namespace-uri() = $s:inside)])[1]"/>
    <xsl:choose>
      <xsl:when test="empty($best)">
        <xsl:variable name="found" as="element()*">
          <dc:title><xsl:value-of select="$label"/></dc:title>
          <dc:identifier><xsl:value-of select="s:identifier($id, '')"/></dc:identifier>
        </xsl:variable>
        <xsl:sequence select="s:record($found)"/>
      </xsl:when>
      <xsl:when test="$best/namespace-uri() = ('http://purl.org/dc/terms/', 'http://purl.org/dc/elements/1.1/') and empty($best/*)">
        <dcterms:metadata>
          <xsl:copy-of select="$best/../*[namespace-uri() = ('http://purl.org/dc/terms/', 'http://purl.org/dc/elements/1.1/')]"/>
        </dcterms:metadata>
      </xsl:when>
      <!-- Some wrap it in an element of the container's namespace, or of their own; and what calls itself oai_dc is tidied too. -->
      <xsl:when test="not($best/namespace-uri() = $s:inside[. ne 'http://www.openarchives.org/OAI/2.0/oai_dc/']) and $best/*/namespace-uri() = ('http://purl.org/dc/terms/', 'http://purl.org/dc/elements/1.1/')">
        <dcterms:metadata>
          <xsl:copy-of select="$best/*"/>
        </dcterms:metadata>
      </xsl:when>
      <xsl:otherwise>
        <xsl:copy-of select="$best"/>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:function>

</xsl:stylesheet>
