<?xml version="1.0" encoding="UTF-8"?>
<!-- DOAJ's own format to oai_dc. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="https://sheaf.dev/ns/1.0/crosswalk" xmlns:dc="http://purl.org/dc/elements/1.1/" exclude-result-prefixes="xs s">

  <xsl:include href="oai_dc.xsl"/>

  <xsl:template match="/">
    <xsl:variable name="found" as="element()*">
      <xsl:apply-templates select="(descendant-or-self::*:doajArticle | descendant-or-self::*:record[*:journalTitle])[1]" mode="description"/>
    </xsl:variable>
    <xsl:sequence select="s:record($found)"/>
  </xsl:template>

  <xsl:template match="*" mode="description">
    <xsl:sequence select="s:dc('title', *:title)"/>
    <xsl:sequence select="s:dc('creator', *:authors/*:author/*:name)"/>
    <xsl:sequence select="s:dc('publisher', *:publisher)"/>
    <!-- Some journals cut a line of keywords at blanks and left the semicolons. -->
    <xsl:sequence select="s:dc('subject', (*:keywords/*:keyword, *:keyword) ! replace(s:plain(.), '^[;,]\s*|\s*[;,]$', ''))"/>
    <xsl:sequence select="s:dc('description', *:abstract)"/>
    <xsl:sequence select="s:dc('date', *:publicationDate)"/>
    <xsl:sequence select="s:dc('type', (*:documentType[s:plain(.) ne ''], 'article')[1])"/>
    <xsl:sequence select="s:dc('identifier', (*:doi ! s:identifier(string(.), 'doi'), *:fullTextUrl))"/>
    <xsl:sequence select="s:dc('language', *:language)"/>
    <xsl:sequence select="s:dc('source', string-join((string-join((*:journalTitle ! s:plain(.), string-join((*:volume ! s:plain(.), *:issue[s:plain(.) ne ''] ! ('(' || s:plain(.) || ')')))[. ne '']), ' '), string-join((*:startPage, *:endPage) ! s:plain(.)[. ne ''], '-'))[. ne ''], ', '))"/>
    <xsl:sequence select="s:dc('source', (*:issn, *:eissn) ! s:identifier(string(.), 'issn'))"/>
  </xsl:template>

</xsl:stylesheet>
